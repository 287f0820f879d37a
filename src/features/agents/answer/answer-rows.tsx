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
import { headlineOfTable, isFigure, rankedFirst, roundedColumns } from './figure.ts';
import { ExactFigure, HeadlineText } from './headline-text.tsx';
import { linesOf, type Picture, pictureOf } from './picture.ts';
import { isInternal, type ResultTable, toTable, toTableInSteps } from './result-table.ts';

// Sorting, charting and exporting need these later, possibly while the service is unreachable. Charts of loaded rows
// work without a network.
prefetchWhenIdle(warmUpPageJobs);
const chart = lazyPart(() => import('../../../data-views/chart/chart-view.tsx'), 'ChartView');

interface AnswerRowsProps {
	readonly given: ResultRows;
	readonly name: string;
	/** Whether more rows may arrive. */
	readonly isOpen: boolean;
	/** For rows that are the answer itself: whether a sentence comes first, or only rows because the text is already there. */
	readonly answer?: 'sentence' | 'rows';
	/** The query in words. */
	readonly reading?: string | undefined;
	/** The question; one that asks for a chart is answered with it. */
	readonly question?: string;
}

/** Rows from an agent, as a grid and a chart. An answer's summary sentence comes first. */
export const AnswerRows = memo(({ given, name, isOpen, answer, reading, question }: AnswerRowsProps) => {
	const rows = useShown(given.rows, isOpen);
	const table = useTable(rows);
	// Evidence shows exact values; an answer is for reading.
	const isAnswer = answer !== undefined;
	const source = useMemo(
		() => memorySource(isAnswer ? roundedColumns(table) : table.columns, table.rows),
		[table, isAnswer],
	);
	const { length } = given.rows;
	const [chosen, setView] = useState<'rows' | 'chart' | null>(null);
	const [spec, setSpec] = useState<ChartSpec | null>(null);
	const isWhole = isAnswer && !isOpen;
	const headline = useMemo(
		() => (isWhole && answer === 'sentence' ? headlineOfTable(table, given, reading) : null),
		[isWhole, answer, table, given, reading],
	);
	const picture = useMemo(() => (isWhole ? pictureOf(table) : null), [isWhole, table]);
	const lines = useMemo(() => linesOf(table), [table]);
	const view = chosen ?? (picture === null && length > 2 && asksForChart.test(question ?? '') ? 'chart' : 'rows');
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
							aria-label={`View ${name} as`}
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
						<Rows source={source} name={name} order={isAnswer ? rankedFirst(table, reading) : []} />
					</Box>
				) : (
					<Box boxed className={classes.chart}>
						<LazyPart
							part={chart}
							props={{ source, name, spec: spec ?? lines, onSpec: setSpec }}
							onMissing={() => setView('rows')}
						/>
					</Box>
				))}
		</div>
	);
});

/** Chart of rows with one number per name or time; nothing for other rows. */
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

const asksForChart = /\b(?:chart|graph|plot|diagram)\b/i;

/** Maximum rows shown while more arrive. */
const mostWhileOpen = 2_000;

/** Rebuilding the table for every piece would be slow, so after the first one it waits for the last. */
function useShown(rows: readonly unknown[], isOpen: boolean): readonly unknown[] {
	const [head, setHead] = useState<readonly unknown[] | null>(null);
	if (!isOpen || rows.length <= mostWhileOpen) return rows;
	if (head !== null) return head;
	const first = rows.slice(0, mostWhileOpen);
	setHead(first);
	return first;
}

/** Rows converted to a table synchronously. Larger results show these until the rest is ready. */
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

interface RowsProps {
	readonly source: RowSource;
	readonly name: string;
	/** Column names in their initial order. */
	readonly order: readonly string[];
}

/** Internal fields of the service are hidden by default. */
function Rows({ source, name, order }: RowsProps) {
	const [layout, setLayout] = useState<GridLayout>(() => ({
		...plainLayout,
		order,
		hidden: source.columns.map((column) => column.name).filter(isInternal),
	}));
	return <DataGrid plain={isPlain(source)} source={source} label={name} layout={layout} onLayoutChange={setLayout} />;
}

/** Heights in px: grid header and borders; toolbar and footer; scroll bar; row. */
const [around, lines, bar, row] = [44 + 2, 33 + 30, 15, 28];
/** Rows visible without scrolling. */
const most = 10;

/** A single row needs no tools, unless it has hidden fields. */
const isPlain = ({ rowCount, columns }: RowSource): boolean =>
	rowCount <= 1 && !columns.some(({ name }) => isInternal(name));

const heightOf = (source: RowSource): number =>
	around +
	(isPlain(source) ? 0 : lines) +
	row * Math.max(1, Math.min(most, source.rowCount)) +
	(source.columns.length > 6 ? bar : 0);

/** Whether there are more rows than received. For a few complete rows, the grid shows the count. */
const isPart = ({ rows, total, truncated }: ResultRows): boolean => truncated || (total ?? 0) > rows.length;

function rowCountLabel({ rows, total, truncated }: ResultRows): string {
	const { length } = rows;
	if (total !== null && total > length) return `First ${formatCount(length)} of ${formatCount(total)} rows`;
	return truncated ? `First ${countOf(length, 'row')} (more available)` : countOf(length, 'row');
}
