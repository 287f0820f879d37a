import { SegmentedControl } from '@mantine/core';
import { memo, useEffect, useMemo, useState } from 'react';
import type { ChartSpec } from '../../../data-views/chart/chart-spec.ts';
import { type GridLayout, plainLayout } from '../../../data-views/grid/canvas/grid-layout.ts';
import { DataGrid } from '../../../data-views/grid/data-grid.tsx';
import { prefetchWhenIdle } from '../../../lib/browser/when-idle.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { memorySource, type RowSource, warmUpPageJobs } from '../../../rows/index.ts';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import classes from './answer-rows.module.css';
import type { ResultRows } from './evidence.ts';
import { headlineOfTable, isFigure, roundedColumns } from './figure.ts';
import { ExactFigure, HeadlineText } from './headline-text.tsx';
import { type Picture, pictureOf } from './picture.ts';
import { isInternal, type ResultTable, toTable, toTableInSteps } from './result-table.ts';

// What is sorted, charted or written later needs this, also when the service is away by then.
// A chart of rows that are here already is drawn without a network.
prefetchWhenIdle(warmUpPageJobs);
const chart = lazyPart(() => import('../../../data-views/chart/chart-view.tsx'), 'ChartView');

interface AnswerRowsProps {
	readonly given: ResultRows;
	readonly name: string;
	/** More rows may come. */
	readonly isOpen: boolean;
	/** Where the rows are the answer itself: whether a sentence stands before them, or they alone where it was written already. */
	readonly answer?: 'sentence' | 'rows';
	/** How they were asked for, in words. */
	readonly reading?: string | undefined;
}

/** Rows that an agent gave, with the grid's powers, and as a picture; of an answer what they say comes first. */
export const AnswerRows = memo(({ given, name, isOpen, answer, reading }: AnswerRowsProps) => {
	const rows = useShown(given.rows, isOpen);
	const table = useTable(rows);
	// Evidence is exact; an answer is read.
	const isAnswer = answer !== undefined;
	const source = useMemo(
		() => memorySource(isAnswer ? roundedColumns(table) : table.columns, table.rows),
		[table, isAnswer],
	);
	const [view, setView] = useState<'rows' | 'chart'>('rows');
	const [spec, setSpec] = useState<ChartSpec | null>(null);
	const { length } = given.rows;
	const isWhole = isAnswer && !isOpen;
	const headline = useMemo(
		() => (isWhole && answer === 'sentence' ? headlineOfTable(table, given, reading) : null),
		[isWhole, answer, table, given, reading],
	);
	const picture = useMemo(() => (isWhole ? pictureOf(table) : null), [isWhole, table]);
	const isSaid = isWhole && (length === 0 || isFigure(table));
	return (
		<div data-rows>
			{isSaid && answer === 'rows' && <ExactFigure headline={headlineOfTable(table, given)} />}
			{headline !== null && <HeadlineText headline={headline} isFigure={isSaid && length > 0} />}
			{picture !== null && <PictureView picture={picture} name={name} />}
			{!isSaid && ((length > 2 && picture === null) || isPart(given)) && (
				<Inline gap={2} nowrap justify="between" pb={1} style={{ minHeight: '2rem' }}>
					<Muted size="small" numeric>
						{rowCountLabel(given)}
					</Muted>
					{length > 2 && picture === null && (
						<SegmentedControl
							size="xs"
							aria-label={`${name} as`}
							data={views}
							value={view}
							onChange={(next) => setView(next === 'chart' ? 'chart' : 'rows')}
						/>
					)}
				</Inline>
			)}
			{!isSaid &&
				(view === 'rows' ? (
					<Box boxed className={classes.grid} style={{ height: heightOf(source) }}>
						<Rows source={source} name={name} />
					</Box>
				) : (
					<Box boxed className={classes.chart}>
						<LazyPart part={chart} props={{ source, name, spec, onSpec: setSpec }} onMissing={() => setView('rows')} />
					</Box>
				))}
		</div>
	);
});

/** The picture of rows that are a number for each name or time; nothing of any other rows. */
export function AnswerChart({ given, name }: Pick<AnswerRowsProps, 'given' | 'name'>) {
	const table = useTable(given.rows);
	const picture = useMemo(() => pictureOf(table), [table]);
	return picture === null ? null : <PictureView picture={picture} name={name} />;
}

function PictureView({ picture, name }: { readonly picture: Picture; readonly name: string }) {
	const source = useMemo(() => memorySource(picture.columns, picture.rows), [picture]);
	const [spec, setSpec] = useState<ChartSpec | null>(null);
	const [isMissing, setMissing] = useState(false);
	if (isMissing) return null;
	return (
		<div className={classes.picture} style={{ ['--picture' as string]: `${picture.height}rem` }}>
			<Box boxed mb={2} className={classes.chart}>
				<LazyPart
					part={chart}
					props={{ source, name, isPlain: true, spec: spec ?? picture.spec, onSpec: setSpec }}
					onMissing={() => setMissing(true)}
				/>
			</Box>
		</div>
	);
}

/** Rows that are shown while more come. */
const mostWhileOpen = 2_000;

/** A table that grows with each of many pieces would be made anew as often: beyond the first it waits for the last. */
function useShown(rows: readonly unknown[], isOpen: boolean): readonly unknown[] {
	const [head, setHead] = useState<readonly unknown[] | null>(null);
	if (!isOpen || rows.length <= mostWhileOpen) return rows;
	if (head !== null) return head;
	const first = rows.slice(0, mostWhileOpen);
	setHead(first);
	return first;
}

/** Rows that are made a table at once; of more these are shown until the others are ready. */
const atOnce = 5_000;

function useTable(rows: readonly unknown[]): ResultTable {
	const isLong = rows.length > atOnce;
	const head = useMemo(() => toTable(isLong ? rows.slice(0, atOnce) : rows), [rows, isLong]);
	const [whole, setWhole] = useState<{ readonly of: readonly unknown[]; readonly table: ResultTable } | null>(null);
	useEffect(() => {
		if (!isLong) return;
		const left = new AbortController();
		toTableInSteps(rows, left.signal).then(
			(table) => setWhole({ of: rows, table }),
			() => {},
		);
		return () => left.abort();
	}, [rows, isLong]);
	return whole?.of === rows ? whole.table : head;
}

const views = [
	{ value: 'rows', label: 'Rows' },
	{ value: 'chart', label: 'Chart' },
];

/** Fields that the service keeps for itself are hidden until somebody wants them. */
function Rows({ source, name }: { source: RowSource; name: string }) {
	const [layout, setLayout] = useState<GridLayout>(() => ({
		...plainLayout,
		hidden: source.columns.map((column) => column.name).filter(isInternal),
	}));
	return <DataGrid plain={isPlain(source)} source={source} label={name} layout={layout} onLayoutChange={setLayout} />;
}

/** Of the grid's head and borders; of its toolbar and foot; of a scrollbar below; and of a row. px */
const [around, lines, bar, row] = [44 + 2, 33 + 30, 15, 28];
/** Rows that are seen without scrolling. */
const most = 10;

/** A single row needs no tools, unless it has fields that are hidden. */
const isPlain = ({ rowCount, columns }: RowSource): boolean =>
	rowCount <= 1 && !columns.some(({ name }) => isInternal(name));

const heightOf = (source: RowSource): number =>
	around +
	(isPlain(source) ? 0 : lines) +
	row * Math.max(1, Math.min(most, source.rowCount)) +
	(source.columns.length > 6 ? bar : 0);

/** Whether there are more rows than came. Of few that are all, the grid says how many they are. */
const isPart = ({ rows, total, truncated }: ResultRows): boolean => truncated || (total ?? 0) > rows.length;

function rowCountLabel({ rows, total, truncated }: ResultRows): string {
	const { length } = rows;
	if (total !== null && total > length) return `The first ${formatCount(length)} of ${formatCount(total)} rows`;
	return truncated ? `The first ${countOf(length, 'row')} of more` : countOf(length, 'row');
}
