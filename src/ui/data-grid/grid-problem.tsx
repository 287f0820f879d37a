import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Notice } from '../states.tsx';
import { groupDigits } from './cell-text.ts';
import classes from './data-grid.module.css';
import type { CellWindow } from './row-source.ts';

interface GridProblemProps {
	readonly title: string;
	readonly error: unknown;
	readonly onRetry: () => void;
	readonly onUndo?: () => void;
}

/** What went wrong with the rows, below them, and what can be done. */
export function GridProblem({ title, error, onRetry, onUndo }: GridProblemProps) {
	return (
		<div className={classes.failure}>
			<Notice
				tone="error"
				title={title}
				action={
					<>
						{onUndo !== undefined && (
							<Button variant="default" onClick={onUndo}>
								Go back
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
		</div>
	);
}

/** "129 to 256": the rows of a window as people count them. */
export const spanWords = ({ rowStart, rowEnd }: CellWindow): string =>
	`${groupDigits(String(rowStart + 1))} to ${groupDigits(String(rowEnd))}`;
