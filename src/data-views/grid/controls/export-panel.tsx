import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useContext } from 'react';
import { exportName, saveFile } from '../../../lib/browser/save-file.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { type ExportFormat, type RowSource, readPlainRows } from '../../../rows/index.ts';
import { Form } from '../../../ui/primitives/form.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { ProgressLine } from '../../progress-line.tsx';
import { useTask } from '../../use-task.ts';
import { type RowConsumer, RowConsumerContext } from './row-consumer.ts';

interface ExportPanelProps {
	readonly rows: RowSource;
	readonly columns: readonly number[];
	readonly fileName: string;
	/** Describes rows and columns that aren't exported; null: none. */
	readonly leftOut: string | null;
	readonly onDone: () => void;
}

const formats: readonly { readonly value: ExportFormat; readonly label: string }[] = [
	{ value: 'csv', label: 'CSV' },
	{ value: 'tsv', label: 'TSV' },
	{ value: 'json', label: 'JSON' },
	{ value: 'ndjson', label: 'NDJSON' },
	{ value: 'parquet', label: 'Parquet' },
];

export function ExportPanel({ rows, columns, fileName, leftOut, onDone }: ExportPanelProps) {
	const form = useForm({ initialValues: { format: 'csv' as ExportFormat, guardFormulas: true } });
	const { format, guardFormulas } = form.values;
	const consumer = useContext(RowConsumerContext);
	const { task, run, cancel } = useTask<void>(rows);
	const isText = format === 'csv' || format === 'tsv';
	const writing = task.state === 'running' ? task.progress : null;
	const isWriting = writing !== null;

	const write = () =>
		run(async (signal, onProgress) => {
			onProgress({ done: 0, total: rows.rowCount });
			const file = await rows.export?.({ format, columns, guardFormulas }, { signal, onProgress });
			if (signal.aborted || file === undefined) return;
			saveFile(exportName(fileName, format), file);
			onDone();
		});

	const send = (to: RowConsumer) =>
		run(async (signal) => {
			const plain = await readPlainRows(rows, columns, to.most, signal);
			const part = plain.rows.length < rows.rowCount ? `, rows 1 to ${formatCount(plain.rows.length)}` : '';
			await to.take({ ...plain, from: `${fileName}${part}` });
		});

	return (
		<Stack component={Form} gap={3} onSubmit={() => void write()}>
			<Muted component="p">
				{countOf(rows.rowCount, 'row')}, {countOf(columns.length, 'column')}, as shown.
				{leftOut === null ? '' : ` ${leftOut}`}
			</Muted>
			<NativeSelect
				label="Format"
				data={formats}
				disabled={isWriting}
				data-autofocus
				{...form.getInputProps('format')}
			/>
			{isText && (
				<Checkbox
					disabled={isWriting}
					label="Protect against spreadsheet formulas"
					description="Adds an apostrophe before text that a spreadsheet would run as a formula. Numbers don’t change."
					{...form.getInputProps('guardFormulas', { type: 'checkbox' })}
				/>
			)}
			{task.state === 'failed' && (
				<Text component="p" tone="error" role="alert">
					Couldn’t export the rows. {task.message}
				</Text>
			)}
			{writing !== null && (
				<Inline gap={2}>
					<ProgressLine label="Exporting" value={writing.done} max={writing.total}>
						{formatCount(writing.done)} of {formatCount(writing.total)}
					</ProgressLine>
				</Inline>
			)}
			<Inline gap={2}>
				<Button type="submit" loading={isWriting} disabled={columns.length === 0}>
					Export {formats.find((candidate) => candidate.value === format)?.label}
				</Button>
				{consumer !== null && !isWriting && (
					<Button
						variant="default"
						disabled={columns.length === 0 || rows.rowCount === 0}
						title={
							rows.rowCount > consumer.most ? `First ${formatCount(consumer.most)} rows as shown` : 'Rows as shown'
						}
						onClick={() => void send(consumer)}
					>
						{consumer.label}
					</Button>
				)}
				{isWriting && (
					<Button variant="default" onClick={cancel}>
						Cancel export
					</Button>
				)}
			</Inline>
		</Stack>
	);
}
