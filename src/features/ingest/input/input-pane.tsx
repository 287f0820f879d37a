import { Button, FileButton, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useFileDrop } from '../../../lib/browser/use-file-drop.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, Notice } from '../../../ui/states/states.tsx';
import { noRecords, typesOf } from '../model.ts';
import { Pane, Working } from '../parts.tsx';
import { ReadingChoices } from './reading-choices.tsx';
import { ReadingReport } from './reading-report.tsx';
import { RecordTable } from './record-table.tsx';
import { firstRecords, readRange, type SelectedPart, SelectPart } from './select-part.tsx';
import { type Work, type WorkFile, workFileOf } from './use-ingest-draft.ts';
import { type ReadFile, useReading } from './use-reading.ts';

interface InputPaneProps {
	readonly work: Pick<Work, 'records' | 'from' | 'file'>;
	readonly onChange: (next: Partial<Work>) => void;
}

export function InputPane({ work: { records, from, file }, onChange }: InputPaneProps) {
	const [pasted, setPasted] = useState('');
	const put = (whole: ReadFile, { rows, part }: SelectedPart) => {
		const { columns, rows: total } = whole.inspection;
		onChange({
			records: { names: columns.map(({ name }) => name), rows, types: typesOf(columns) },
			from: `${whole.name}${part}`,
			file: rows.length === total ? null : workFileOf(whole),
		});
	};
	const { reading, read, cancel } = useReading(async (table, whole) =>
		put(whole, await readRange(table, 1, firstRecords)),
	);
	const source = 'progress' in reading ? reading.progress?.source : undefined;
	const kept = file?.read ?? null;
	const readFile = (file: File | null) => {
		if (file !== null) void read({ blob: file, name: file.name });
	};
	const dropping = useFileDrop(([file = null]) => readFile(file));
	return (
		<Pane id="ingest-input" title="Input" {...dropping}>
			<Textarea
				label="Paste a table or text"
				description="CSV, TSV, JSON, NDJSON or free text. You can also drop a file here."
				styles={{ input: { fontFamily: 'var(--mono)' } }}
				rows={4}
				value={pasted}
				onChange={(event) => setPasted(event.currentTarget.value)}
			/>
			<Inline gap={[2, 3]} align="end">
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
			</Inline>
			{reading.state === 'running' && source !== undefined && (
				<Working stopLabel="Stop reading" onStop={cancel}>
					Reading {source.name}: {formatBytes(reading.progress?.bytes ?? 0)} of {formatBytes(source.blob.size)}
				</Working>
			)}
			{reading.state === 'failed' && source !== undefined && (
				<Notice
					tone="error"
					title={`Couldn’t read ${source.name}`}
					action={
						<Button variant="default" onClick={() => void read(source, { encoding: 'UTF-16 (little-endian)' })}>
							Read as UTF-16
						</Button>
					}
				>
					{reading.message}
					{records.rows.length > 0 && ' The records below haven’t changed.'}
				</Notice>
			)}
			{reading.state === 'done' && (
				<>
					<ReadingChoices
						inspection={reading.value.table.inspection}
						choices={reading.value.choices}
						onChoose={(choices) => void read(reading.value.file, choices)}
					/>
					<ReadingReport inspection={reading.value.table.inspection} />
					<SelectPart
						key={reading.value.table.inspection.rows}
						table={reading.value.table}
						size={reading.value.file.blob.size}
						onSelect={(taken) => put(reading.value.file, taken)}
					/>
				</>
			)}
			{file !== null && <PartOfFile file={file} shown={records.rows.length} />}
			{kept !== null && (reading.state === 'idle' || reading.state === 'canceled') && (
				<Inline gap={[2, 3]} align="end">
					<Button variant="default" onClick={() => void read(kept, kept.inspection.options)}>
						Open {kept.name} again
					</Button>
				</Inline>
			)}
			{records.rows.length === 0 ? (
				<EmptyState title="No records yet">Paste text or choose a file above.</EmptyState>
			) : (
				<>
					<Inline gap={[2, 3]} align="end">
						<span>
							<strong>{formatCount(records.rows.length)}</strong> {records.rows.length === 1 ? 'record' : 'records'}{' '}
							loaded
							{from === '' ? '' : ` · ${from}`}
						</span>
						<Button size="xs" variant="default" onClick={() => onChange({ records: noRecords, from: '', file: null })}>
							Remove all records
						</Button>
					</Inline>
					<RecordTable records={records} onChange={(next) => onChange({ records: next })} />
				</>
			)}
		</Pane>
	);
}

/** Says that the records are only part of the file, and what a save includes. */
function PartOfFile({ file: { name, rows, read, isMissing }, shown }: { file: WorkFile; shown: number }) {
	const total = formatCount(rows);
	if (isMissing)
		return (
			<Notice tone="warning" title={`Choose ${name} again to load all ${total} rows`}>
				This browser no longer has the file. Loaded: {countOf(shown, 'row')}.
			</Notice>
		);
	if (read === null) return null;
	return (
		<Muted component="p">
			{shown > 0 && `Previews use the loaded rows (${formatCount(shown)}). `}You can save all {total} rows of {name}.
		</Muted>
	);
}
