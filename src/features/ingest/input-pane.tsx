import { Button, FileButton, NumberInput, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { maxPreviewRecords } from '#contract/ingest.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { EmptyState, Notice } from '../../ui/states.tsx';
import type { OpenTable } from '../../ui/table-files/how.ts';
import classes from './ingest.module.css';
import type { Records } from './model.ts';
import { ReadingChoices } from './reading-choices.tsx';
import { ReadingReport } from './reading-report.tsx';
import { RecordTable } from './record-table.tsx';
import { type ReadFile, useReading } from './use-reading.ts';

/** Records that are taken of a file at first. */
const firstTaken = 1_000;

interface InputPaneProps {
	readonly records: Records;
	readonly from: string;
	readonly onRecords: (records: Records, from: string) => void;
	readonly onFile: (file: ReadFile) => void;
}

/** Where records come from, and the records themselves. */
export function InputPane({ records, from, onRecords, onFile }: InputPaneProps) {
	const [pasted, setPasted] = useState('');
	const [isOver, setOver] = useState(false);
	const take = async (table: OpenTable, name: string, first: number, count: number) => {
		const rows = await table.rows(first - 1, count, new AbortController().signal);
		const { columns, rows: total } = table.inspection;
		const part =
			rows.length < total ? `, records ${formatCount(first)} to ${formatCount(first + rows.length - 1)}` : '';
		onRecords({ names: columns.map((it) => it.name), rows }, `${name}${part}`);
	};
	const { reading, read, cancel } = useReading((table, source) => {
		onFile({ ...source, inspection: table.inspection });
		void take(table, source.name, 1, firstTaken);
	});
	const readFile = (file: File | null) => {
		if (file !== null) void read({ blob: file, name: file.name });
	};
	return (
		<section
			className={classes.pane}
			aria-labelledby="ingest-input"
			data-over={isOver || undefined}
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault();
				setOver(false);
				readFile(event.dataTransfer.files[0] ?? null);
			}}
		>
			<h2 id="ingest-input" className={classes.title}>
				Input
			</h2>
			<Textarea
				label="Paste a table or text"
				description="CSV, TSV, JSON, NDJSON or free text. A file can be dropped here too."
				classNames={{ input: classes.mono ?? '' }}
				rows={4}
				value={pasted}
				onChange={(event) => setPasted(event.currentTarget.value)}
			/>
			<div className={classes.bar}>
				<Button
					variant="default"
					disabled={pasted.trim() === ''}
					onClick={() => void read({ blob: new Blob([pasted]), name: 'Pasted text' })}
				>
					Read pasted text
				</Button>
				<FileButton onChange={readFile}>
					{(props) => (
						<Button {...props} variant="default" leftSection={<IconFileUpload size={16} aria-hidden />}>
							Choose file
						</Button>
					)}
				</FileButton>
			</div>
			{reading.state === 'reading' && (
				<div className={classes.bar} role="status">
					Reading {reading.source.name}: {formatBytes(reading.bytes)} of {formatBytes(reading.source.blob.size)}
					<Button size="xs" variant="default" onClick={cancel}>
						Stop reading
					</Button>
				</div>
			)}
			{reading.state === 'failed' && (
				<Notice
					tone="error"
					title={`${reading.source.name} could not be read`}
					action={
						<Button variant="default" onClick={() => void read(reading.source, { encoding: 'UTF-16 (little-endian)' })}>
							Read as UTF-16
						</Button>
					}
				>
					{reading.message} The records below are as they were.
				</Notice>
			)}
			{reading.state === 'read' && (
				<>
					<ReadingChoices
						inspection={reading.table.inspection}
						choices={reading.choices}
						onChoose={(choices) => void read(reading.source, choices)}
					/>
					<ReadingReport inspection={reading.table.inspection} />
					<TakePart
						key={reading.table.inspection.rows}
						total={reading.table.inspection.rows}
						onTake={(first, count) => void take(reading.table, reading.source.name, first, count)}
					/>
				</>
			)}
			{records.rows.length === 0 ? (
				<EmptyState title="No records yet">Paste or choose something above, and read it.</EmptyState>
			) : (
				<>
					<div className={classes.bar}>
						<span>
							<strong>{formatCount(records.rows.length)}</strong> {records.rows.length === 1 ? 'record' : 'records'} to
							send{from === '' ? '' : ` · ${from}`}
						</span>
						<Button size="xs" variant="default" onClick={() => onRecords({ names: [], rows: [] }, '')}>
							Remove all records
						</Button>
					</div>
					<RecordTable records={records} onChange={(next) => onRecords(next, from)} />
				</>
			)}
		</section>
	);
}

function TakePart({ total, onTake }: { total: number; onTake: (first: number, count: number) => void }) {
	const [first, setFirst] = useState(1);
	const [count, setCount] = useState(Math.min(total, firstTaken));
	if (total <= firstTaken) return null;
	return (
		<div className={classes.bar}>
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
			<Button
				size="xs"
				variant="default"
				onClick={() => onTake(Math.min(total, Math.max(1, first)), Math.min(maxPreviewRecords, Math.max(1, count)))}
			>
				Take this part
			</Button>
		</div>
	);
}
