import { SegmentedControl } from '@mantine/core';
import { memo, useEffect, useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { loadPageJobs, memorySource, type RowSource } from '../../rows/index.ts';
import type { ChartSpec } from '../../ui/chart/chart-spec.ts';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import { type GridLayout, plainLayout } from '../../ui/grid/grid-layout.ts';
import { LazyPart, lazyPart } from '../../ui/lazy-part.tsx';
import { Box, Inline } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { prefetchWhenIdle } from '../../ui/when-idle.ts';
import classes from './answer-rows.module.css';
import type { GivenRows } from './evidence.ts';
import { type GivenTable, isInternal, toTable, toTableInSteps } from './given-rows.ts';

// What is sorted, charted or written later needs this, also when the service is away by then.
prefetchWhenIdle(loadPageJobs);
const chart = lazyPart(() => import('../../ui/chart/chart-view.tsx').then((it) => it.ChartView));

interface AnswerRowsProps {
	readonly given: GivenRows;
	readonly name: string;
	/** More rows may come. */
	readonly isOpen: boolean;
}

/** Rows that an agent gave, with the grid's powers, and as a picture. */
export const AnswerRows = memo(({ given, name, isOpen }: AnswerRowsProps) => {
	const rows = useShown(given.rows, isOpen);
	const table = useTable(rows);
	const source = useMemo(() => memorySource(table.columns, table.rows), [table]);
	const [view, setView] = useState<'rows' | 'chart'>('rows');
	const [spec, setSpec] = useState<ChartSpec | null>(null);
	const { length } = given.rows;
	return (
		<div className={classes.rows} data-rows>
			<Inline gap={2} nowrap justify="between" className={classes.bar}>
				<Muted size="small" numeric>
					{countWords(given)}
				</Muted>
				{length > 1 && (
					<SegmentedControl
						size="xs"
						aria-label={`${name} as`}
						data={views}
						value={view}
						onChange={(next) => setView(next === 'chart' ? 'chart' : 'rows')}
					/>
				)}
			</Inline>
			{view === 'rows' ? (
				<Box boxed className={classes.grid} style={{ height: heightOf(source) }}>
					<Rows source={source} name={name} />
				</Box>
			) : (
				<Box boxed className={classes.chart}>
					<LazyPart part={chart} props={{ source, name, spec, onSpec: setSpec }} onMissing={() => setView('rows')} />
				</Box>
			)}
		</div>
	);
});

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

function useTable(rows: readonly unknown[]): GivenTable {
	const isLong = rows.length > atOnce;
	const head = useMemo(() => toTable(isLong ? rows.slice(0, atOnce) : rows), [rows, isLong]);
	const [whole, setWhole] = useState<{ readonly of: readonly unknown[]; readonly table: GivenTable } | null>(null);
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
		hidden: source.columns.map((it) => it.name).filter(isInternal),
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

function countWords({ rows, total, truncated }: GivenRows): string {
	const words = rows.length === 1 ? '1 row' : `${formatCount(rows.length)} rows`;
	if (total !== null && total > rows.length)
		return `The first ${formatCount(rows.length)} of ${formatCount(total)} rows`;
	return truncated ? `The first ${words} of more` : words;
}
