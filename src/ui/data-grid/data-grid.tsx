import { Button, VisuallyHidden } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Notice } from '../states.tsx';
import { CellInspector, type Inspected } from './cell-inspector.tsx';
import { groupDigits } from './cell-text.ts';
import classes from './data-grid.module.css';
import { GridView } from './grid-view.ts';
import type { CellWindow, RowSource } from './row-source.ts';

export interface DataGridProps {
	/** A new source starts a new grid. */
	readonly source: RowSource;
	/** What the rows are, for those who cannot see them: "Rows of airport_delays". */
	readonly label: string;
}

interface Failure {
	readonly error: unknown;
	readonly window: CellWindow;
}

/** Rows of any number, in a scrolled view of fixed row height. It fills its parent, which has a height. */
export function DataGrid({ source, label }: DataGridProps) {
	const id = useId();
	const host = useRef<HTMLDivElement>(null);
	const view = useRef<GridView>(null);
	const [failure, setFailure] = useState<Failure | null>(null);
	const [inspected, setInspected] = useState<Inspected | null>(null);
	const [copied, setCopied] = useState(0);

	useLayoutEffect(() => {
		if (host.current === null) return;
		const made = new GridView({
			host: host.current,
			source,
			onFailure: setFailure,
			onInspect: ({ row, column }, value) => {
				const definition = source.columns[column];
				if (definition !== undefined) setInspected({ row, column: definition, value });
			},
			onCopy: () => setCopied((count) => count + 1),
		});
		view.current = made;
		return () => {
			made.dispose();
			view.current = null;
			setFailure(null);
		};
	}, [source]);

	useEffect(() => {
		if (copied === 0) return;
		const timer = setTimeout(() => setCopied(0), 1_500);
		return () => clearTimeout(timer);
	}, [copied]);

	return (
		<div className={classes.frame}>
			{/* biome-ignore lint/a11y/useSemanticElements: a table cannot be windowed in both directions */}
			<div
				ref={host}
				id={id}
				role="grid"
				className={classes.grid}
				aria-label={label}
				aria-rowcount={source.rowCount + 1}
				aria-colcount={source.columns.length + 1}
				aria-readonly="true"
				tabIndex={0}
			/>
			{source.rowCount === 0 && <div className={classes.none}>No rows</div>}
			{failure !== null && (
				<div className={classes.failure}>
					<Notice
						tone="error"
						title={`Rows ${span(failure.window)} could not be loaded`}
						action={
							<Button
								variant="default"
								leftSection={<IconRefresh size={16} aria-hidden="true" />}
								onClick={() => view.current?.retry()}
							>
								Try again
							</Button>
						}
					>
						{failure.error instanceof Error ? failure.error.message : String(failure.error)}
					</Notice>
				</div>
			)}
			<VisuallyHidden role="status">{copied > 0 ? 'Cell copied' : ''}</VisuallyHidden>
			<CellInspector inspected={inspected} onClose={() => setInspected(null)} />
		</div>
	);
}

const span = ({ rowStart, rowEnd }: CellWindow): string =>
	`${groupDigits(String(rowStart + 1))} to ${groupDigits(String(rowEnd))}`;
