import { Checkbox, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { DataGrid } from '../../../data-views/grid/data-grid.tsx';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import type { ComparedSource, Comparison, RowChange, RowSource } from '../../../rows/index.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useGridMemory } from '../rows-panel.tsx';
import classes from './compare.module.css';
import { CompareColumns } from './compare-columns.tsx';
import { CompareKey } from './compare-key.tsx';
import { ambiguity, headline, sameness } from './compare-labels.ts';
import { useCompareSearch, withChange } from './compare-search.ts';
import { useComparedRows } from './use-comparison.ts';

interface CompareDataProps {
	readonly name: string;
	readonly before: RowSource;
	readonly after: RowSource;
	readonly compared: ComparedSource;
}

export function CompareData({ name, before, after, compared }: CompareDataProps) {
	const [{ view }, change] = useCompareSearch();
	const { comparison } = compared;
	const warning = ambiguity(comparison);
	return (
		<Stack component="section" fill aria-label={`Comparison of ${name}`}>
			<Inline gap={[1, 3]} justify="between" pt={2} px={4} pb={1}>
				<Text component="p" weight="strong" role="status">
					{headline(comparison)}
				</Text>
				<SegmentedControl
					size="xs"
					aria-label="View"
					value={view}
					onChange={(next) => change({ view: next === 'columns' ? 'columns' : 'rows' })}
					data={[
						{ value: 'rows', label: 'Rows' },
						{ value: 'columns', label: 'Columns' },
					]}
				/>
			</Inline>
			<CompareKey comparison={comparison} before={before} after={after} />
			{warning !== null && (
				<Text component="p" tone="warning" className={classes.warning}>
					{warning}
				</Text>
			)}
			<Shape comparison={comparison} />
			{view === 'rows' ? (
				<ComparedGrid name={name} compared={compared} />
			) : (
				<CompareColumns name={name} comparison={comparison} before={before} after={after} />
			)}
		</Stack>
	);
}

function Shape({ comparison: { columns } }: { comparison: Comparison }) {
	const lines = [
		...columns.added.map(({ name, type }) => ({ sign: 'added', text: `${name} (${type})` })),
		...columns.removed.map(({ name, type }) => ({ sign: 'removed', text: `${name} (${type})` })),
		...columns.retyped.map(({ name, before, after }) => ({ sign: 'retyped', text: `${name}: ${before} → ${after}` })),
	];
	if (lines.length === 0) return null;
	return (
		<Inline component="ul" gap={[1, 4]} align="stretch" py={1} px={4} aria-label="Columns that differ">
			{lines.map(({ sign, text }) => (
				<li key={`${sign} ${text}`}>
					<Text tone="info" size="small" className={classes.sign} data-sign={sign}>
						Column {sign}
					</Text>{' '}
					<code>{text}</code>
				</li>
			))}
		</Inline>
	);
}

const kinds = ['changed', 'added', 'removed'] as const satisfies readonly RowChange[];
const words = { changed: 'Changed', added: 'Added', removed: 'Removed' } as const;

function ComparedGrid({ name, compared }: { name: string; compared: ComparedSource }) {
	const [{ show }, change] = useCompareSearch();
	const { counts, columns } = compared.comparison;
	const { source, isWaiting, error } = useComparedRows(compared, show);
	const memory = useGridMemory(`comparison of ${name}`);
	const set = (next: typeof show) => change({ show: next });
	const isSame = counts.changed + counts.added + counts.removed === 0;
	return (
		<>
			<Inline gap={[1, 3]} py={1} px={4}>
				<Checkbox
					size="xs"
					label="Hide unchanged rows"
					checked={!show.changes.includes('same')}
					onChange={(event) => set(withChange(show, 'same', !event.currentTarget.checked))}
				/>
				<Inline component="fieldset" gap={1} nowrap align="stretch">
					<VisuallyHidden component="legend">Rows to show</VisuallyHidden>
					{kinds.map((kind) => (
						<button
							key={kind}
							type="button"
							className={classes.kind}
							data-kind={kind}
							aria-pressed={show.changes.includes(kind)}
							onClick={() => set(withChange(show, kind, !show.changes.includes(kind)))}
						>
							{words[kind]} {formatCount(counts[kind])}
						</button>
					))}
				</Inline>
				{show.column !== null && (
					<button type="button" className={classes.kind} onClick={() => set({ ...show, column: null })}>
						Only where <code>{show.column}</code> changed ×
					</button>
				)}
				<Muted size="small" push>
					{columns.changed.length === 0 || compared.comparison.bytes === 0
						? ''
						: `Exact comparison, ${formatBytes(compared.comparison.bytes)} of memory`}
				</Muted>
			</Inline>
			{isSame && !show.changes.includes('same') ? (
				<Stack px={4}>
					<EmptyState title="No changes">{sameness(compared.comparison)}</EmptyState>
				</Stack>
			) : error !== null ? (
				<QueryErrorPanel title="Couldn't load these rows" query={{ error }} />
			) : source === null ? (
				<LoadingRows rows={6} />
			) : (
				<div style={{ flex: 1, minHeight: '16rem' }} aria-busy={isWaiting}>
					<DataGrid source={source} label={`Rows of ${name} before and after`} {...memory} />
				</div>
			)}
			{show.changes.length === 0 && <Notice tone="info" title="Select at least one kind of row" />}
		</>
	);
}
