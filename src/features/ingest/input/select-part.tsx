import { Button, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { maxPreviewRecords } from '#contract/ingest.ts';
import { useTask } from '../../../data-views/use-task.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import type { OpenTable } from '../../../rows/index.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Form } from '../../../ui/primitives/form.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { Working } from '../parts.tsx';

/** Number of records taken from a file at first. */
export const firstRecords = 1_000;

/** Records of a file, and a description of which ones; empty for all. */
export interface SelectedPart {
	readonly rows: readonly (readonly unknown[])[];
	readonly part: string;
}

/** @param first 1-based */
export async function readRange(table: OpenTable, first: number, count: number): Promise<SelectedPart> {
	const rows = await table.rows(first - 1, count, new AbortController().signal);
	const last = first + rows.length - 1;
	const isAll = rows.length === table.inspection.rows;
	return { rows, part: isAll ? '' : `, records ${formatCount(first)} to ${formatCount(last)}` };
}

interface SelectPartProps {
	readonly table: OpenTable;
	/** Size of the file, bytes. */
	readonly size: number;
	readonly onSelect: (taken: SelectedPart) => void;
}

/** Selects the part of a file that's too large for a preview: a range, or records with a text in a field. */
export function SelectPart({ table, size, onSelect }: SelectPartProps) {
	const { rows: total, columns } = table.inspection;
	const form = useForm({ initialValues: { first: 1, count: Math.min(total, firstRecords), column: '', text: '' } });
	const { first, count, column, text } = form.values;
	/** Why a search found nothing; null if it found records. */
	const { task: search, run, cancel } = useTask<string | null, number>(table);
	if (total <= firstRecords) return null;

	const from = Math.min(total, Math.max(1, Number(first) || 1));
	const max = Math.min(maxPreviewRecords, Math.max(1, Number(count) || 1));
	const take = () =>
		run(async (signal, onProgress) => {
			if (column === '') {
				onSelect(await readRange(table, from, max));
				return null;
			}
			const filter = { column: columns.findIndex(({ name }) => name === column), text };
			const { rows, isFull } = await table.filtered(filter, from - 1, max, { signal, onProgress });
			const start = from === 1 ? '' : ` after record ${formatCount(from - 1)}`;
			if (rows.length === 0) return `No records${start} have "${text}" in ${column}.`;
			const which = isFull ? 'the first' : 'all';
			onSelect({ rows, part: `, ${which} records${start} with "${text}" in ${column}` });
			return null;
		});
	const problem = search.state === 'done' ? search.value : search.state === 'failed' ? search.message : null;
	return (
		<>
			<Inline component={Form} gap={[2, 3]} align="end" onSubmit={form.onSubmit(() => void take())}>
				<NumberInput label="From record" size="xs" min={1} max={total} {...form.getInputProps('first')} />
				<NumberInput
					label="Number of records"
					size="xs"
					min={1}
					max={maxPreviewRecords}
					{...form.getInputProps('count')}
				/>
				<Choice
					label="Filter"
					size="xs"
					data={[
						{ value: '', label: 'All records' },
						...columns.map(({ name }) => ({ value: name, label: `Where ${name} contains` })),
					]}
					{...form.getInputProps('column')}
				/>
				{column !== '' && <TextInput label="Text" size="xs" {...form.getInputProps('text')} />}
				<Button size="xs" variant="default" type="submit" disabled={column !== '' && text === ''}>
					Load these records
				</Button>
			</Inline>
			{search.state === 'running' && column !== '' && (
				<Working stopLabel="Stop searching" onStop={cancel}>
					Searching for records with "{text}" in {column}: {formatBytes(search.progress ?? 0)} of {formatBytes(size)}
				</Working>
			)}
			{problem !== null && <Notice tone="warning" title={problem} />}
		</>
	);
}
