import { VisuallyHidden } from '@mantine/core';
import { DataGrid } from '../../../data-views/grid/data-grid.tsx';
import type { ComparedSource, RowSource } from '../../../rows/index.ts';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useGridMemory } from '../rows-panel.tsx';
import { CompareBar } from './compare-bar.tsx';
import { CompareColumns } from './compare-columns.tsx';
import { headline, sameness } from './compare-labels.ts';
import { useCompareSearch } from './compare-search.ts';
import { useComparedRows } from './use-comparison.ts';

interface CompareDataProps {
	readonly name: string;
	readonly before: RowSource;
	readonly after: RowSource;
	readonly compared: ComparedSource;
}

export function CompareData({ name, before, after, compared }: CompareDataProps) {
	const [{ view }] = useCompareSearch();
	const { comparison } = compared;
	return (
		<Stack component="section" fill aria-label={`Comparison of ${name}`}>
			<CompareBar comparison={comparison} before={before} after={after} />
			<VisuallyHidden role="status">{headline(comparison)}</VisuallyHidden>
			{view === 'rows' ? (
				<ComparedGrid name={name} compared={compared} />
			) : (
				<CompareColumns name={name} comparison={comparison} before={before} after={after} />
			)}
		</Stack>
	);
}

function ComparedGrid({ name, compared }: { name: string; compared: ComparedSource }) {
	const [{ show }] = useCompareSearch();
	const { counts } = compared.comparison;
	const { source, isWaiting, error } = useComparedRows(compared, show);
	const memory = useGridMemory(`comparison of ${name}`);
	const isSame = counts.changed + counts.added + counts.removed === 0;
	if (show.changes.length === 0) {
		return (
			<Box style={{ paddingInline: 'var(--pane-inset, 0)' }}>
				<EmptyState title="No rows to show">Select at least one kind of row above.</EmptyState>
			</Box>
		);
	}
	if (isSame && !show.changes.includes('same')) {
		return (
			<Box style={{ paddingInline: 'var(--pane-inset, 0)' }}>
				<EmptyState title="No changed rows">{sameness(compared.comparison)}</EmptyState>
			</Box>
		);
	}
	if (error !== null) return <QueryErrorPanel title="Couldn’t load these rows" query={{ error }} />;
	if (source === null) return <LoadingRows rows={6} />;
	return (
		<div style={{ flex: 1, minHeight: '16rem' }} aria-busy={isWaiting}>
			<DataGrid source={source} label={`Rows of ${name} before and after`} {...memory} />
		</div>
	);
}
