import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { type FocusEvent, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { textOf } from '../../rows/index.ts';
import { Box, Inline, Stack } from '../../ui/primitives/layout.tsx';
import classes from './ingest.module.css';
import type { Records } from './model.ts';

const pageRows = 20;
/** Lines of a value that are seen without scrolling. */
const mostLines = 4;

/** Records with every value to be edited, some at a time. */
export function RecordTable({ records, onChange }: { records: Records; onChange: (records: Records) => void }) {
	const { names, rows } = records;
	const set = (next: Records['rows']) => onChange({ ...records, rows: next });
	const [wanted, setPage] = useState(0);
	const pages = Math.max(1, Math.ceil(rows.length / pageRows));
	const page = Math.min(wanted, pages - 1);
	const from = page * pageRows;
	const setCell = (row: number, column: number, text: string) => {
		const changed = [...(rows[row] ?? [])];
		changed[column] = text;
		set(rows.with(row, Array.from(changed)));
	};
	return (
		<Stack gap={3}>
			<Box component="section" boxed scroll className={classes.scroll} aria-label="Records">
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
										<Cell
											key={textOf(row[column])}
											label={`${name} of record ${from + offset + 1}`}
											text={textOf(row[column])}
											onChange={(text) => setCell(from + offset, column, text)}
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
			</Box>
			<Inline gap={[2, 3]} align="end">
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
			</Inline>
		</Stack>
	);
}

interface CellProps {
	readonly label: string;
	readonly text: string;
	readonly onChange: (text: string) => void;
}

const lineEnds = /\r\n|\r|\n/g;

/** A value to be edited. A field of one line would drop the line ends of its text, also of one that is only passed through. */
function Cell({ label, text, onChange }: CellProps) {
	// As a field holds it.
	const shown = text.replaceAll(lineEnds, '\n');
	const [lineEnd = '\n'] = text.match(lineEnds) ?? [];
	const field = {
		className: classes.cell,
		'aria-label': label,
		defaultValue: shown,
		onBlur: ({ currentTarget: { value } }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
			if (value !== shown) onChange(value.replaceAll('\n', lineEnd));
		},
	};
	const lines = shown.split('\n').length;
	return lines > 1 ? <textarea {...field} rows={Math.min(lines, mostLines)} /> : <input {...field} />;
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
