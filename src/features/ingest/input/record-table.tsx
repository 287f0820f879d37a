import { type ChangeEvent, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { textOf } from '../../../rows/index.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import classes from '../ingest.module.css';
import type { Records } from '../model.ts';
import { AddButton, Pager, RemoveButton, ScrollTable, usePages } from '../parts.tsx';

const pageRows = 20;
/** Lines of a value visible without scrolling. */
const maxLines = 4;

export function RecordTable({ records, onChange }: { records: Records; onChange: (records: Records) => void }) {
	const { names, rows } = records;
	const set = (next: Records['rows']) => onChange({ ...records, rows: next });
	const pages = usePages(rows, pageRows);
	const setCell = (row: number, column: number, text: string) => {
		const changed = [...(rows[row] ?? [])];
		changed[column] = text;
		set(rows.with(row, Array.from(changed)));
	};
	return (
		<Stack gap={3}>
			<ScrollTable
				label="Records"
				isFocusable={false}
				columns={['Record', ...names, { label: 'Actions', isHidden: true }]}
			>
				{pages.shown.map((row, offset) => {
					const index = pages.from + offset;
					return (
						<tr key={index}>
							<th scope="row">{formatCount(index + 1)}</th>
							{names.map((name, column) => (
								<td key={name}>
									<EditableCell
										label={`${name} of record ${index + 1}`}
										text={textOf(row[column])}
										onChange={(text) => setCell(index, column, text)}
									/>
								</td>
							))}
							<td>
								<RemoveButton label={`Remove record ${index + 1}`} onClick={() => set(rows.toSpliced(index, 1))} />
							</td>
						</tr>
					);
				})}
			</ScrollTable>
			<Inline gap={[2, 3]} align="end">
				<AddButton
					onClick={() => {
						set([...rows, names.map(() => '')]);
						pages.onPage(Math.floor(rows.length / pageRows));
					}}
				>
					Add record
				</AddButton>
				<Pager of={pages} what="records" />
			</Inline>
		</Stack>
	);
}

const lineEnds = /\r\n|\r|\n/g;

/** An editable value. A single-line field would drop line breaks, even if unchanged. */
export function EditableCell(props: {
	label: string;
	text: string;
	isWrong?: boolean;
	/** Whether it's as wide as its cell. */
	isWide?: boolean;
	/** Whether every key press counts, not only the text when the cell is left. */
	isImmediate?: boolean;
	onChange: (text: string) => void;
}) {
	const { label, text, isWrong, isWide, isImmediate = false, onChange } = props;
	const [typed, setTyped] = useState<string | null>(null);
	// Line endings as a field stores them.
	const shown = text.replaceAll(lineEnds, '\n');
	const [lineEnd = '\n'] = text.match(lineEnds) ?? [];
	const field = {
		className: classes.cell,
		'aria-label': label,
		'aria-invalid': isWrong || undefined,
		'data-wide': isWide || undefined,
		value: typed ?? shown,
		onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
			setTyped(value);
			if (isImmediate) onChange(value.replaceAll('\n', lineEnd));
		},
		onBlur: () => {
			setTyped(null);
			if (typed !== null && typed !== shown) onChange(typed.replaceAll('\n', lineEnd));
		},
	};
	const lines = shown.split('\n').length;
	return lines > 1 ? <textarea {...field} rows={Math.min(lines, maxLines)} /> : <input {...field} />;
}
