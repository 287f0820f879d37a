import { DataGrid } from '../../data-views/grid/data-grid.tsx';
import type { RowSource } from '../../rows/index.ts';
import { useGridMemory } from './use-grid-memory.ts';

interface RowsPanelProps {
	readonly source: RowSource;
	readonly name: string;
	/** What the grid's layout is remembered by: a dataset's coordinate, or the name of a file that is none's. */
	readonly dataset: string;
}

/** Rows in a grid that is the same again after a reload. */
export function RowsPanel({ source, name, dataset }: RowsPanelProps) {
	const memory = useGridMemory(dataset);
	return <DataGrid source={source} label={`Rows of ${name}`} fileName={name} {...memory} />;
}
