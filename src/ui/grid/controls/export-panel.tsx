import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useContext, useEffect, useRef, useState } from 'react';
import { type ExportFormat, groupDigits, type RowSource, readPlainRows } from '../../../rows/index.ts';
import { fileNameOf, saveFile } from '../../save-file.ts';
import { RowConsumerContext } from '../row-consumer.ts';
import classes from './controls.module.css';

export interface ExportPanelProps {
	readonly rows: RowSource;
	/** Indexes of the columns as shown. */
	readonly columns: readonly number[];
	/** Of the file, without an extension. */
	readonly fileName: string;
	/** Rows and columns that are not in it, in words; null for none. */
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

type Exporting =
	| { readonly state: 'idle' }
	| { readonly state: 'writing'; readonly done: number; readonly total: number }
	| { readonly state: 'failed'; readonly message: string };

/** Writes the rows as they are shown, their sort, filter and columns, into a file. */
export function ExportPanel({ rows, columns, fileName, leftOut, onDone }: ExportPanelProps) {
	const [format, setFormat] = useState<ExportFormat>('csv');
	const [guardFormulas, setGuard] = useState(true);
	const [exporting, setExporting] = useState<Exporting>({ state: 'idle' });
	const consumer = useContext(RowConsumerContext);
	const leaving = useRef<AbortController>(null);
	useEffect(() => () => leaving.current?.abort(), []);
	const isText = format === 'csv' || format === 'tsv';
	const isWriting = exporting.state === 'writing';

	const write = async () => {
		const controller = new AbortController();
		leaving.current = controller;
		const { signal } = controller;
		setExporting({ state: 'writing', done: 0, total: rows.rowCount });
		try {
			const file = await rows.export?.(
				{ format, columns, guardFormulas },
				{
					signal,
					onProgress: (progress) => {
						if (!signal.aborted) setExporting({ state: 'writing', ...progress });
					},
				},
			);
			if (signal.aborted || file === undefined) return;
			saveFile(`${fileNameOf(fileName)}.${format}`, file);
			onDone();
		} catch (error) {
			if (!signal.aborted)
				setExporting({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
		}
	};

	const send = async () => {
		if (consumer === null) return;
		const controller = new AbortController();
		leaving.current = controller;
		try {
			const plain = await readPlainRows(rows, columns, consumer.most, controller.signal);
			const part = plain.rows.length < rows.rowCount ? `, rows 1 to ${groupDigits(String(plain.rows.length))}` : '';
			await consumer.take({ ...plain, from: `${fileName}${part}` });
		} catch (error) {
			if (!controller.signal.aborted)
				setExporting({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
		}
	};

	return (
		<form
			className={classes.panel}
			onSubmit={(event) => {
				event.preventDefault();
				void write();
			}}
		>
			<p className={classes.note}>
				{groupDigits(String(rows.rowCount))} {rows.rowCount === 1 ? 'row' : 'rows'}, {columns.length}{' '}
				{columns.length === 1 ? 'column' : 'columns'}, as shown.{leftOut === null ? '' : ` ${leftOut}`}
			</p>
			<NativeSelect
				label="Format"
				value={format}
				data={formats}
				disabled={isWriting}
				data-autofocus
				onChange={(event) => setFormat(formats.find((it) => it.value === event.currentTarget.value)?.value ?? 'csv')}
			/>
			{isText && (
				<Checkbox
					checked={guardFormulas}
					disabled={isWriting}
					label="Keep text from running as a formula"
					description="Puts an apostrophe before text that a spreadsheet would run. Numbers stay numbers."
					onChange={(event) => setGuard(event.currentTarget.checked)}
				/>
			)}
			{exporting.state === 'failed' && (
				<p role="alert" className={classes.problem}>
					That did not work: {exporting.message}
				</p>
			)}
			{exporting.state === 'writing' && (
				<div className={classes.panelActions}>
					<progress
						className={classes.progress}
						aria-label="Writing the file"
						value={exporting.done}
						max={Math.max(1, exporting.total)}
					/>
					<span className={classes.words}>
						{groupDigits(String(exporting.done))} of {groupDigits(String(exporting.total))}
					</span>
				</div>
			)}
			<div className={classes.panelActions}>
				<Button type="submit" loading={isWriting} disabled={columns.length === 0}>
					Export {formats.find((it) => it.value === format)?.label}
				</Button>
				{consumer !== null && !isWriting && (
					<Button
						variant="default"
						disabled={columns.length === 0 || rows.rowCount === 0}
						title={
							rows.rowCount > consumer.most
								? `The first ${groupDigits(String(consumer.most))} rows as shown`
								: 'The rows as shown'
						}
						onClick={() => void send()}
					>
						{consumer.label}
					</Button>
				)}
				{isWriting && (
					<Button
						variant="default"
						onClick={() => {
							leaving.current?.abort();
							setExporting({ state: 'idle' });
						}}
					>
						Cancel
					</Button>
				)}
			</div>
		</form>
	);
}
