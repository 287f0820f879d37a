import { Button, FileButton, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { EmptyState, Notice } from '../../ui/states.tsx';
import type { OpenTable } from '../../ui/table-files/how.ts';
import classes from './ingest.module.css';
import { noRecords, type Records } from './model.ts';
import { ReadingChoices } from './reading-choices.tsx';
import { ReadingReport } from './reading-report.tsx';
import { RecordTable } from './record-table.tsx';
import { typesOf } from './save-model.ts';
import { firstTaken, type TakenPart, TakePart, takeRange } from './take-part.tsx';
import { type ReadFile, useReading } from './use-reading.ts';

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
	const put = ({ inspection: { columns } }: OpenTable, name: string, { rows, part }: TakenPart) =>
		onRecords({ names: columns.map((it) => it.name), rows, types: typesOf(columns) }, `${name}${part}`);
	const { reading, read, cancel } = useReading((table, source) => {
		onFile({ ...source, inspection: table.inspection });
		void takeRange(table, 1, firstTaken).then((taken) => put(table, source.name, taken));
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
						table={reading.table}
						size={reading.source.blob.size}
						onTake={(taken) => put(reading.table, reading.source.name, taken)}
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
						<Button size="xs" variant="default" onClick={() => onRecords(noRecords, '')}>
							Remove all records
						</Button>
					</div>
					<RecordTable records={records} onChange={(next) => onRecords(next, from)} />
				</>
			)}
		</section>
	);
}
