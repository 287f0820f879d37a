import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type DatasetCoordinate, type DescribedColumn, formatCoordinate } from '#contract/dataset.ts';
import { formatCount } from '../../lib/format.ts';
import { randomId } from '../../lib/random-id.ts';
import type { SaveRows } from '../../storage/ingest-saves.ts';
import { Notice } from '../../ui/states.tsx';
import classes from './ingest.module.css';
import {
	conflictsOf,
	fieldsOf,
	fileConflicts,
	type MappingRow,
	mappingOf,
	mappingProblem,
	newTypes,
	proposeMapping,
	type Saveable,
	typesOf,
} from './save-model.ts';
import { lineOf } from './save-source.ts';
import type { useSaving } from './use-saving.ts';

interface SaveMappingProps {
	readonly target: DatasetCoordinate;
	/** Of the dataset; null: it is made. */
	readonly columns: readonly DescribedColumn[] | null;
	readonly saveable: Saveable;
	readonly onSave: ReturnType<typeof useSaving>['go'];
}

/** Which field goes into which column, what of it does not fit, and the save itself. */
export function SaveMapping({ target, columns, saveable, onSave }: SaveMappingProps) {
	const fields = useMemo(() => fieldsIn(saveable), [saveable]);
	const [changed, setChanged] = useState<Readonly<Record<string, Partial<MappingRow>>>>({});
	const [misfits, setMisfits] = useState<'aside' | 'refuse'>('aside');
	const rows = useMemo(
		() => proposeMapping(fields, columns, typesIn(saveable)).map((row) => ({ ...row, ...changed[row.from] })),
		[saveable, fields, columns, changed],
	);
	const set = (from: string, next: Partial<MappingRow>) =>
		setChanged((now) => ({ ...now, [from]: { ...now[from], ...next } }));
	const { conflicts, told } = useMemo(() => lookAt(saveable, rows, columns), [saveable, rows, columns]);
	const unfilled = (columns ?? []).filter((it) => !rows.some((row) => row.column === it.name)).map((it) => it.name);
	const leftOut = rows.filter((it) => it.column === '').map((it) => it.from);
	const total = saveable.kind === 'file' ? saveable.file.inspection.rows : saveable.records.length;
	const counted = `${formatCount(total)} ${total === 1 ? 'row' : 'rows'}`;
	const problem = mappingProblem(rows) ?? (canHash() ? null : 'Rows can be saved from an https address only.');
	return (
		<>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys */}
			<section className={classes.scroll} aria-label="Columns" tabIndex={0}>
				<table className={classes.table}>
					<thead>
						<tr>
							<th scope="col">Field</th>
							<th scope="col">Column</th>
							<th scope="col">Type</th>
						</tr>
					</thead>
					<tbody>
						{rows.map((row) => (
							<MappedField key={row.from} row={row} columns={columns} onChange={(next) => set(row.from, next)} />
						))}
					</tbody>
				</table>
			</section>
			{leftOut.length > 0 && <p className={classes.quiet}>Fields that are left out: {leftOut.join(', ')}.</p>}
			{unfilled.length > 0 && <p className={classes.quiet}>Columns that stay empty: {unfilled.join(', ')}.</p>}
			{conflicts.length > 0 && (
				<Notice tone="warning" title={told}>
					<ul className={classes.aside}>
						{conflicts.map((it) => (
							<li key={it.from}>
								<code>{it.from}</code> into {it.column}, which is {it.type}: {it.words}.
							</li>
						))}
					</ul>
				</Notice>
			)}
			<Radio.Group
				label="Rows with a value that does not fit its column"
				value={misfits}
				onChange={(value) => setMisfits(value === 'refuse' ? 'refuse' : 'aside')}
			>
				<div className={classes.radios}>
					<Radio value="aside" label="Keep them aside with their reasons, and write the others" />
					<Radio value="refuse" label="Write nothing at all" />
				</div>
			</Radio.Group>
			{problem !== null && <p className={classes.quiet}>{problem}</p>}
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
						? `Make ${formatCoordinate(target)} with ${counted}`
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
						placeholder="Left out"
						value={column}
						onChange={(event) => onChange({ column: event.currentTarget.value })}
					/>
				) : (
					<NativeSelect
						size="xs"
						aria-label={`Column for ${from}`}
						data={[{ value: '', label: 'Left out' }, ...columns.map((it) => it.name)]}
						value={column}
						onChange={(event) => onChange({ column: event.currentTarget.value })}
					/>
				)}
			</td>
			<td>
				{columns === null ? (
					<NativeSelect
						size="xs"
						aria-label={`Type of ${from}`}
						data={[
							{ value: '', label: 'Told from all values' },
							...new Set([...newTypes, ...(type === '' ? [] : [type])]),
						]}
						value={type}
						onChange={(event) => onChange({ type: event.currentTarget.value })}
					/>
				) : (
					columns.find((it) => it.name === column)?.type
				)}
			</td>
		</tr>
	);
}

/** Chunks are hashed, which browsers do only for pages that came securely. */
const canHash = (): boolean => globalThis.crypto.subtle !== undefined;

const fieldsIn = (it: Saveable): readonly string[] =>
	it.kind === 'file' ? it.file.inspection.columns.map((column) => column.name) : fieldsOf(it.records);

const typesIn = (it: Saveable): Readonly<Record<string, string>> =>
	it.kind === 'records' ? it.types : typesOf(it.file.inspection.columns);

function lookAt(saveable: Saveable, rows: readonly MappingRow[], columns: readonly DescribedColumn[] | null) {
	const typeOf = (column: string) => columns?.find((it) => it.name === column)?.type;
	if (saveable.kind === 'file')
		return {
			conflicts: fileConflicts(saveable.file.inspection.columns, rows, typeOf),
			told: 'Some values of the file do not fit their columns',
		};
	const { conflicts, records } = conflictsOf(saveable.records, rows, typeOf);
	const told = `${formatCount(records)} of ${formatCount(saveable.records.length)} rows ${records === 1 ? 'has' : 'have'} a value that does not fit its column`;
	return { conflicts, told };
}

const rowsOf = (saveable: Saveable, mapping: ReturnType<typeof mappingOf>): SaveRows =>
	saveable.kind === 'file'
		? { kind: 'file', file: saveable.file.blob, how: { ...saveable.file.inspection.how } }
		: { kind: 'records', lines: saveable.records.map((it) => lineOf(it, mapping)) };
