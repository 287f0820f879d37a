import { type ReactNode, useMemo } from 'react';
import { filterLabel } from '../../data-views/grid/controls/filter-labels.ts';
import { useArranged } from '../../data-views/grid/controls/use-arranged.ts';
import { countOf, formatCount } from '../../lib/format.ts';
import { useAddressEdit } from '../../lib/use-address-edit.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { readGridSearch, writeGridSearch } from '../../routing/grid-search.ts';
import { type Arrangement, applicableArrangement, type RowSource } from '../../rows/index.ts';
import { CompactButton, SecondaryButton } from '../../ui/primitives/button.tsx';
import { Box, Inline, Stack } from '../../ui/primitives/layout.tsx';
import { LoadingRows, Notice } from '../../ui/states/states.tsx';

interface FilteredRowsProps {
	readonly source: RowSource;
	/** Label of the button that removes the filter. */
	readonly all: string;
	/** @param only describes the filtered rows; null: all rows */
	readonly children: (rows: RowSource, only: string | null) => ReactNode;
}

/** Applies the grid's filter from the URL to its children, and shows it above them. */
export function FilteredRows({ source, all, children }: FilteredRowsProps) {
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const search = params.toString();
	// Charts and profiles have their own order, so the grid's sort doesn't matter.
	const requested = useMemo<Arrangement>(
		() => ({ ...applicableArrangement(readGridSearch(new URLSearchParams(search)), source.columns), sort: [] }),
		[search, source],
	);
	const { rows, applied, error, retry } = useArranged(source, requested);
	const isThere = JSON.stringify(applied) === JSON.stringify(requested);
	const labels = requested.filter.map((term) =>
		filterLabel(
			term,
			source.columns.find((column) => column.name === term.column),
		),
	);
	const showAll = () => edit((params) => writeGridSearch(params, { ...readGridSearch(params), filter: [] }));
	const count = `${formatCount(rows.rowCount)} of ${countOf(source.rowCount, 'row')}`;
	return (
		<Stack style={{ height: '100%', minHeight: 0 }}>
			{labels.length > 0 && (
				<Inline component="p" gap={[1, 3]} tone="muted" breaks pt={2} style={{ paddingInline: 'var(--pane-inset, 0)' }}>
					<span>
						Only rows where {labels.join(' and ')}
						{isThere ? `: ${count}` : ''}
					</span>
					<CompactButton onClick={showAll}>{all}</CompactButton>
				</Inline>
			)}
			{isThere && (
				<Box fill>{children(rows, labels.length === 0 ? null : `Only where ${labels.join(' and ')}: ${count}.`)}</Box>
			)}
			{!isThere && error === null && <LoadingRows rows={6} />}
			{!isThere && error !== null && (
				<Notice
					tone="warning"
					title="Couldn’t filter the rows"
					action={<SecondaryButton onClick={retry}>Try again</SecondaryButton>}
				>
					{error instanceof Error ? error.message : String(error)}
				</Notice>
			)}
		</Stack>
	);
}
