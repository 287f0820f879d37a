import { useMemo } from 'react';
import { formatCount } from '../../lib/format.ts';
import { DataGrid } from '../../ui/data-grid/data-grid.tsx';
import { memorySource } from '../../ui/data-grid/memory-source.ts';
import classes from './answer-rows.module.css';
import type { GivenRows } from './evidence.ts';
import { toTable } from './given-rows.ts';

/** Rows that an agent gave, with the grid's powers. */
export function AnswerRows({ given, name }: { given: GivenRows; name: string }) {
	const source = useMemo(() => {
		const { columns, rows } = toTable(given.rows);
		return memorySource(columns, rows);
	}, [given.rows]);
	const { length } = given.rows;
	return (
		<div className={classes.rows}>
			{(given.truncated || (given.total !== null && given.total > length)) && (
				<p className={classes.quiet}>
					The first {formatCount(length)} of {given.total === null ? 'more' : formatCount(given.total)} rows
				</p>
			)}
			<div className={classes.grid} data-rows={Math.min(length, 10)}>
				<DataGrid source={source} label={name} />
			</div>
		</div>
	);
}
