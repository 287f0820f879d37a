import { Button, Radio, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DatasetCoordinate, type DescribedColumn, formatCoordinate } from '#contract/dataset.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { randomId } from '../../../lib/random-id.ts';
import { checkTable } from '../../../rows/index.ts';
import type { SaveRows } from '../../../storage/ingest-saves.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import classes from '../ingest.module.css';
import { ScrollTable } from '../parts.tsx';
import {
	type MappingRow,
	mappingOf,
	mappingProblem,
	misfitsOf,
	misfitText,
	newTypes,
	proposeMapping,
	type Saveable,
	typesToFit,
} from './save-model.ts';
import { lineOf } from './save-run.ts';
import type { useSaving } from './use-saving.ts';

interface SaveMappingProps {
	readonly target: DatasetCoordinate;
	/** Columns of the dataset; null: a new one. */
	readonly columns: readonly DescribedColumn[] | null;
	readonly saveable: Saveable;
	readonly onSave: ReturnType<typeof useSaving>['go'];
}

export function SaveMapping({ target, columns, saveable, onSave }: SaveMappingProps) {
	const [changed, setChanged] = useState<Readonly<Record<string, Partial<MappingRow>>>>({});
	const [misfits, setMisfits] = useState<'aside' | 'refuse'>('aside');
	const rows = useMemo(
		() => proposeMapping(saveable.fields, columns, saveable.types).map((row) => ({ ...row, ...changed[row.from] })),
		[saveable, columns, changed],
	);
	const set = (from: string, next: Partial<MappingRow>) =>
		setChanged((now) => ({ ...now, [from]: { ...now[from], ...next } }));
	const unfilled = (columns ?? [])
		.filter((column) => !rows.some((row) => row.column === column.name))
		.map((column) => column.name);
	const leftOut = rows.filter((row) => row.column === '').map((row) => row.from);
	const { total } = saveable;
	const check = useMisfits(saveable, rows, columns);
	const skipped = misfits === 'aside' ? (check.found?.rows ?? 0) : 0;
	// The number of rows is unknown during the check.
	const counted = check.isLoading ? 'rows' : countOf(total - skipped, 'row');
	const problem =
		mappingProblem(rows) ?? (canHash() ? null : 'To save rows, open the console over HTTPS or on localhost.');
	return (
		<>
			<ScrollTable label="Columns" columns={['Field', 'Column', 'Type']}>
				{rows.map((row) => (
					<MappedField key={row.from} row={row} columns={columns} onChange={(next) => set(row.from, next)} />
				))}
			</ScrollTable>
			{leftOut.length > 0 && <Muted component="p">Skipped fields: {leftOut.join(', ')}.</Muted>}
			{unfilled.length > 0 && <Muted component="p">Columns left empty in the new rows: {unfilled.join(', ')}.</Muted>}
			<MisfitNotice misfits={check} total={total} rows={rows} />
			<Radio.Group
				label="Rows with values that don’t fit"
				value={misfits}
				onChange={(value) => setMisfits(value === 'refuse' ? 'refuse' : 'aside')}
			>
				<Stack gap={2} mt={1}>
					<Radio value="aside" label="Skip these rows, list them, and save the others" />
					<Radio value="refuse" label="Don’t save any rows" />
				</Stack>
			</Radio.Group>
			{problem !== null && <Muted component="p">{problem}</Muted>}
			<div>
				<Button
					disabled={problem !== null}
					onClick={() => {
						const mapping = mappingOf(rows);
						void onSave(
							{
								target,
								mode: columns === null ? 'create' : 'append',
								mapping,
								misfits,
								key: randomId(),
								ingestionId: null,
								total,
								from: saveable.from,
								acknowledged: [],
							},
							rowsOf(saveable, mapping),
						);
					}}
				>
					{columns === null
						? `Create ${formatCoordinate(target)} with ${counted}`
						: `Add ${counted} to ${formatCoordinate(target)}`}
				</Button>
			</div>
		</>
	);
}

interface MappedFieldProps {
	readonly row: MappingRow;
	readonly columns: readonly DescribedColumn[] | null;
	readonly onChange: (next: Partial<MappingRow>) => void;
}

function MappedField({ row: { from, column, type }, columns, onChange }: MappedFieldProps) {
	return (
		<tr>
			<th scope="row">{from}</th>
			<td>
				{columns === null ? (
					<TextInput
						size="xs"
						aria-label={`Column for ${from}`}
						placeholder="Skip"
						value={column}
						onChange={(event) => onChange({ column: event.currentTarget.value })}
					/>
				) : (
					<Choice
						size="xs"
						aria-label={`Column for ${from}`}
						data={[{ value: '', label: 'Skip' }, ...columns.map((column) => column.name)]}
						value={column}
						onChange={(column) => onChange({ column })}
					/>
				)}
			</td>
			<td>
				{columns === null ? (
					<Choice
						size="xs"
						aria-label={`Type of ${from}`}
						data={[
							{ value: '', label: 'Detected automatically' },
							...new Set([...newTypes, ...(type === '' ? [] : [type])]),
						]}
						value={type}
						onChange={(type) => onChange({ type })}
					/>
				) : (
					columns.find((candidate) => candidate.name === column)?.type
				)}
			</td>
		</tr>
	);
}

/** Chunks are hashed, which browsers support only on secure origins. */
const canHash = (): boolean => globalThis.crypto.subtle !== undefined;

/** Rows whose values don't fit their columns' types: immediately for records, after a worker's check for a file. */
function useMisfits(saveable: Saveable, rows: readonly MappingRow[], columns: readonly DescribedColumn[] | null) {
	const types = useMemo(() => typesToFit(rows, columns, saveable.types), [rows, columns, saveable]);
	const isChecked = types.some((type) => type !== '');
	const records = 'records' in saveable ? saveable.records : null;
	const file = 'file' in saveable ? saveable.file : null;
	const ofRecords = useMemo(
		() => (records !== null && isChecked ? misfitsOf(records, rows, types) : null),
		[records, rows, types, isChecked],
	);
	const ofFile = useQuery({
		queryKey: ['ingest-misfits', file?.id, types],
		queryFn:
			file === null ? skipToken : ({ signal }) => checkTable(file.blob, { ...file.inspection.options }, types, signal),
		enabled: isChecked,
		networkMode: 'always',
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
	const found = file === null ? ofRecords : ofFile.data;
	return { types, found: found ?? null, isLoading: ofFile.isLoading, error: ofFile.error };
}

interface MisfitNoticeProps {
	readonly misfits: ReturnType<typeof useMisfits>;
	readonly total: number;
	readonly rows: readonly MappingRow[];
}

function MisfitNotice({ misfits: { types, found, isLoading, error }, total, rows }: MisfitNoticeProps) {
	if (isLoading) return <p role="status">Checking {countOf(total, 'row')} against the column types…</p>;
	if (error !== null)
		return (
			<Notice tone="warning" title="Couldn’t check the values">
				{error.message}
			</Notice>
		);
	if (found === null || found.rows === 0) return null;
	return (
		<Notice
			tone="warning"
			title={`${formatCount(found.rows)} of ${countOf(total, 'row')} ${found.rows === 1 ? 'has a value that doesn’t' : 'have values that don’t'} fit the column types`}
		>
			<ul className={classes.problems}>
				{rows.map(({ from, column }, index) => {
					const ofColumn = found.columns[index];
					if (ofColumn === undefined || ofColumn.count === 0) return null;
					return (
						<li key={from}>
							<code>{column}</code> ({types[index]}): {misfitText(ofColumn)}
						</li>
					);
				})}
			</ul>
		</Notice>
	);
}

const rowsOf = (saveable: Saveable, mapping: ReturnType<typeof mappingOf>): SaveRows =>
	'file' in saveable
		? { kind: 'file', file: saveable.file.blob, how: { ...saveable.file.inspection.options } }
		: { kind: 'records', lines: saveable.records.map((record) => lineOf(record, mapping)) };
