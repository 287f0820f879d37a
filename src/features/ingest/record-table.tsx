import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import classes from './ingest.module.css';
import { type Records, textOf } from './model.ts';

const pageRows = 20;

/** Records with every value to be edited, some at a time. */
export function RecordTable({ records, onChange }: { records: Records; onChange: (records: Records) => void }) {
	const { names, rows } = records;
	const set = (next: Records['rows']) => onChange({ ...records, rows: next });
	const [wanted, setPage] = useState(0);
	const pages = Math.max(1, Math.ceil(rows.length / pageRows));
	const page = Math.min(wanted, pages - 1);
	const from = page * pageRows;
	const setCell = (row: number, column: number, text: string) => {
		if (text === textOf(rows[row]?.[column])) return;
		const changed = [...(rows[row] ?? [])];
		changed[column] = text;
		set(rows.with(row, Array.from(changed)));
	};
	return (
		<div className={classes.records}>
			<section className={classes.scroll} aria-label="Records">
				<table className={classes.table}>
					<thead>
						<tr>
							<th scope="col">Record</th>
							{names.map((it) => (
								<th key={it} scope="col">
									{it}
								</th>
							))}
							<td />
						</tr>
					</thead>
					<tbody>
						{rows.slice(from, from + pageRows).map((row, offset) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: a record is its place
							<tr key={from + offset}>
								<th scope="row">{formatCount(from + offset + 1)}</th>
								{names.map((name, column) => (
									<td key={name}>
										<input
											key={textOf(row[column])}
											className={classes.cell}
											aria-label={`${name} of record ${from + offset + 1}`}
											defaultValue={textOf(row[column])}
											onBlur={(event) => setCell(from + offset, column, event.currentTarget.value)}
										/>
									</td>
								))}
								<td>
									<ActionIcon
										variant="subtle"
										color="gray"
										aria-label={`Remove record ${from + offset + 1}`}
										onClick={() => set(rows.toSpliced(from + offset, 1))}
									>
										<IconTrash size={14} />
									</ActionIcon>
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</section>
			<div className={classes.bar}>
				<Button
					size="xs"
					variant="default"
					leftSection={<IconPlus size={14} aria-hidden />}
					onClick={() => {
						set([...rows, names.map(() => '')]);
						setPage(Math.floor(rows.length / pageRows));
					}}
				>
					Add record
				</Button>
				<Pager page={page} pages={pages} what="records" onPage={setPage} />
			</div>
		</div>
	);
}

interface PagerProps {
	readonly page: number;
	readonly pages: number;
	readonly what: string;
	readonly onPage: (page: number) => void;
}

export function Pager({ page, pages, what, onPage }: PagerProps) {
	if (pages < 2) return null;
	return (
		<span className={classes.pager}>
			<ActionIcon
				variant="default"
				aria-label={`Earlier ${what}`}
				disabled={page === 0}
				onClick={() => onPage(page - 1)}
			>
				<IconChevronLeft size={14} />
			</ActionIcon>
			Page {formatCount(page + 1)} of {formatCount(pages)}
			<ActionIcon
				variant="default"
				aria-label={`Later ${what}`}
				disabled={page >= pages - 1}
				onClick={() => onPage(page + 1)}
			>
				<IconChevronRight size={14} />
			</ActionIcon>
		</span>
	);
}
