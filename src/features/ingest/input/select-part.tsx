import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { maxPreviewRecords } from '#contract/ingest.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import type { OpenTable } from '../../../rows/index.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { Working } from '../parts.tsx';

/** Records that are taken of a file at first. */
export const firstRecords = 1_000;

/** Records of a file, and in words which of them; empty for all. */
export interface SelectedPart {
	readonly rows: readonly (readonly unknown[])[];
	readonly part: string;
}

/** @param first counts from 1 */
export async function readRange(table: OpenTable, first: number, count: number): Promise<SelectedPart> {
	const rows = await table.rows(first - 1, count, new AbortController().signal);
	const last = first + rows.length - 1;
	const isAll = rows.length === table.inspection.rows;
	return { rows, part: isAll ? '' : `, records ${formatCount(first)} to ${formatCount(last)}` };
}

type Search =
	| { readonly state: 'idle' }
	| { readonly state: 'running'; readonly bytes: number }
	| { readonly state: 'ended'; readonly problem: string };

interface SelectPartProps {
	readonly table: OpenTable;
	/** Of the file, bytes. */
	readonly size: number;
	readonly onSelect: (taken: SelectedPart) => void;
}

/** Which part of a file that is larger than a preview is worked with: a range of it, or what has a text in a field. */
export function SelectPart({ table, size, onSelect }: SelectPartProps) {
	const { rows: total, columns } = table.inspection;
	const [first, setFirst] = useState(1);
	const [count, setCount] = useState(Math.min(total, firstRecords));
	const [column, setColumn] = useState('');
	const [text, setText] = useState('');
	const [search, setSearch] = useState<Search>({ state: 'idle' });
	const current = useRef<AbortController>(null);
	useEffect(() => () => current.current?.abort(), []);
	if (total <= firstRecords) return null;

	const from = Math.min(total, Math.max(1, first));
	const most = Math.min(maxPreviewRecords, Math.max(1, count));
	const look = async () => {
		current.current?.abort();
		const controller = new AbortController();
		current.current = controller;
		const { signal } = controller;
		setSearch({ state: 'running', bytes: 0 });
		try {
			const filter = { column: columns.findIndex((foundColumn) => foundColumn.name === column), text };
			const onProgress = (bytes: number) => setSearch({ state: 'running', bytes });
			const { rows, isFull } = await table.filtered(filter, from - 1, most, { signal, onProgress });
			if (rows.length === 0) {
				setSearch({ state: 'ended', problem: `No record from ${formatCount(from)} on has “${text}” in ${column}.` });
				return;
			}
			const which = isFull ? 'the first' : 'all';
			const start = from === 1 ? '' : ` from record ${formatCount(from)} on`;
			onSelect({ rows, part: `, ${which}${start} with “${text}” in ${column}` });
			setSearch({ state: 'idle' });
		} catch (error) {
			if (!signal.aborted)
				setSearch({ state: 'ended', problem: error instanceof Error ? error.message : String(error) });
		}
	};
	return (
		<>
			<Inline
				component="form"
				gap={[2, 3]}
				align="end"
				onSubmit={(event) => {
					event.preventDefault();
					if (column === '' || text === '') void readRange(table, from, most).then(onSelect);
					else void look();
				}}
			>
				<NumberInput
					label="From record"
					size="xs"
					min={1}
					max={total}
					value={first}
					onChange={(value) => setFirst(Number(value) || 1)}
				/>
				<NumberInput
					label="How many"
					size="xs"
					min={1}
					max={maxPreviewRecords}
					value={count}
					onChange={(value) => setCount(Number(value) || 1)}
				/>
				<NativeSelect
					label="Which"
					size="xs"
					data={[
						{ value: '', label: 'Every record' },
						...columns.map(({ name }) => ({ value: name, label: `Those with, in ${name}` })),
					]}
					value={column}
					onChange={(event) => setColumn(event.currentTarget.value)}
				/>
				{column !== '' && (
					<TextInput label="The text" size="xs" value={text} onChange={(event) => setText(event.currentTarget.value)} />
				)}
				<Button size="xs" variant="default" type="submit" disabled={column !== '' && text === ''}>
					Take this part
				</Button>
			</Inline>
			{search.state === 'running' && (
				<Working
					stopLabel="Stop looking"
					onStop={() => {
						current.current?.abort();
						setSearch({ state: 'idle' });
					}}
				>
					Looking for records with “{text}” in {column}: {formatBytes(search.bytes)} of {formatBytes(size)}
				</Working>
			)}
			{search.state === 'ended' && <Notice tone="warning" title={search.problem} />}
		</>
	);
}
