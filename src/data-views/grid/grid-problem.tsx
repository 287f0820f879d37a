import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { countOf, formatCount } from '../../lib/format.ts';
import { type CellWindow, type FilterTerm, filterProblem, type GridColumn } from '../../rows/index.ts';
import { Box, Stack } from '../../ui/primitives/layout.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { filterLabel } from './controls/filter-labels.ts';

interface GridProblemProps {
	readonly title: string;
	readonly error: unknown;
	readonly onRetry: () => void;
	readonly onUndo?: () => void;
}

export function GridProblem({ title, error, onRetry, onUndo }: GridProblemProps) {
	return (
		<Box p={2} ruled="above">
			<Notice
				tone="error"
				title={title}
				action={
					<>
						{onUndo !== undefined && (
							<Button variant="default" onClick={onUndo}>
								Undo change
							</Button>
						)}
						<Button variant="default" leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={onRetry}>
							Try again
						</Button>
					</>
				}
			>
				{error instanceof Error ? error.message : String(error)}
			</Notice>
		</Box>
	);
}

interface UnappliedFiltersProps {
	readonly filter: readonly FilterTerm[];
	readonly columns: readonly GridColumn[];
	readonly onRemove: () => void;
}

/** Filters from the URL that these columns don't support, with the reasons. */
export function UnappliedFilters({ filter, columns, onRemove }: UnappliedFiltersProps) {
	const isOne = filter.length === 1;
	return (
		<Box p={2} ruled="below">
			<Notice
				tone="warning"
				title={`${countOf(filter.length, 'filter')} not applied`}
				action={
					<Button variant="default" onClick={onRemove}>
						{isOne ? 'Remove filter' : 'Remove filters'}
					</Button>
				}
			>
				<Stack component="ul">
					{filter.map((term, index) => {
						const column = columns.find(({ name }) => name === term.column);
						return (
							// biome-ignore lint/suspicious/noArrayIndexKey: conditions may be equal
							<li key={index}>
								{filterLabel(term, column)}: {filterProblem(term, columns)}
							</li>
						);
					})}
				</Stack>
			</Notice>
		</Box>
	);
}

export const rowRangeLabel = ({ rowStart, rowEnd }: CellWindow): string =>
	rowEnd - rowStart === 1
		? `row ${formatCount(rowEnd)}`
		: `rows ${formatCount(rowStart + 1)} to ${formatCount(rowEnd)}`;
