import { Autocomplete, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import {
	type Check,
	type CheckKind,
	checkKinds,
	checkProblems,
	kindsOfColumns,
	kindsOfSeveral,
} from '#contract/check.ts';
import { type DatasetCoordinate, formatCoordinate, splitNames } from '#contract/dataset.ts';
import { sqlPath } from '#lib/sql/quoting.ts';
import { capitalize } from '../../../lib/format.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { TagsInput } from '../../../ui/primitives/tags-input.tsx';
import { checkKindLabel } from '../../names/check-model.ts';
import { useKnownDatasets } from '../../names/queries.ts';

interface CheckDialogProps {
	/** Null: a new one. */
	readonly check: Check | null;
	readonly columns: readonly string[];
	/** The BuildSpec's destination; null if its name is invalid. */
	readonly destination: DatasetCoordinate | null;
	/** Names of the other checks. */
	readonly taken: readonly string[];
	readonly onClose: () => void;
	readonly onSave: (check: Check) => void;
}

interface Fields {
	readonly name: string;
	readonly kind: CheckKind;
	readonly severity: Check['severity'];
	readonly columns: string[];
	readonly values: string[];
	readonly min: string;
	readonly max: string;
	readonly maxChange: number | string;
	readonly dataset: string;
	readonly otherColumn: string;
	readonly maxAgeHours: number | string;
	readonly sql: string;
}

const fieldsOf = (check: Check | null): Fields => ({
	name: check?.name ?? '',
	kind: check?.kind ?? 'unique',
	severity: check?.severity ?? 'error',
	columns: check?.columns ?? [],
	values: check?.values ?? [],
	min: check?.min ?? '',
	max: check?.max ?? '',
	maxChange: check?.maxChange ?? '',
	dataset: check?.dataset === undefined ? '' : formatCoordinate(check.dataset),
	otherColumn: check?.otherColumn ?? '',
	maxAgeHours: check?.maxAgeHours ?? '',
	sql: check?.sql ?? '',
});

/** Default name of a check: "state unique", "Row count", "SQL check 2". */
function defaultName({ columns, kind }: Fields, taken: readonly string[]): string {
	const label = kind === 'sql' ? 'SQL check' : checkKindLabel[kind];
	const names = kindsOfColumns.has(kind) ? columns : [];
	const name = names.length > 0 ? `${names.join(', ')} ${label.toLowerCase()}` : label;
	const isTaken = (wanted: string) => taken.some((other) => other.toLowerCase() === wanted.toLowerCase());
	for (let number = 1; ; number += 1) {
		const wanted = number === 1 ? name : `${name} ${number}`;
		if (!isTaken(wanted)) return wanted;
	}
}

/** The check in the form, with only its kind's members. */
function checkOf(fields: Fields, taken: readonly string[]): Check {
	const { kind, severity, columns, values, min, max, maxChange, otherColumn, maxAgeHours, sql } = fields;
	const dataset = coordinateOf(fields.dataset);
	const name = fields.name.trim() || defaultName(fields, taken);
	return {
		name,
		kind,
		severity,
		...(kindsOfColumns.has(kind) ? { columns } : {}),
		...(kind === 'accepted_values' ? { values } : {}),
		...((kind === 'range' || kind === 'row_count') && min.trim() !== '' ? { min: min.trim() } : {}),
		...((kind === 'range' || kind === 'row_count') && max.trim() !== '' ? { max: max.trim() } : {}),
		...(kind === 'row_count' && maxChange !== '' ? { maxChange: Number(maxChange) } : {}),
		...(kind === 'relationship' && dataset !== null ? { dataset } : {}),
		...(kind === 'relationship' && otherColumn.trim() !== '' ? { otherColumn: otherColumn.trim() } : {}),
		...(kind === 'freshness' && maxAgeHours !== '' ? { maxAgeHours: Number(maxAgeHours) } : {}),
		...(kind === 'sql' ? { sql } : {}),
	};
}

function coordinateOf(text: string): DatasetCoordinate | null {
	const [owner, namespace, datasetName, ...rest] = splitNames(text.trim());
	if (owner === undefined || namespace === undefined || datasetName === undefined || rest.length > 0) return null;
	return { owner, namespace, datasetName };
}

function problemsOf(check: Check, taken: readonly string[]): Readonly<Record<string, string>> {
	const isTaken = taken.some((name) => name.toLowerCase() === check.name.toLowerCase());
	const all = checkProblems(check).map(([member, message]) => [member, capitalize(message)] as const);
	return Object.fromEntries([
		...(isTaken ? [['name', 'Another check already has this name. Enter a different name.'] as const] : []),
		...all,
	]);
}

/** Explains which columns the code doesn't return; null if its columns are unknown. */
function unknownColumn(names: readonly string[], columns: readonly string[]): string | null {
	const known = new Set(columns.map((name) => name.toLowerCase()));
	const unknown = names.find((name) => !known.has(name.toLowerCase()));
	if (known.size === 0 || unknown === undefined) return null;
	return `The code returns no column "${unknown}". Choose one of: ${columns.slice(0, 12).join(', ')}${columns.length > 12 ? ', …' : '.'}`;
}

/** Completes a column name from its beginning, if it's unambiguous. */
function completed(text: string, columns: readonly string[]): string {
	const folded = text.toLowerCase();
	const exact = columns.find((name) => name.toLowerCase() === folded);
	const [only, ...others] = columns.filter((name) => name.toLowerCase().startsWith(folded));
	return exact ?? (only === undefined || others.length > 0 ? text : only);
}

export function CheckDialog({ check, columns, destination, taken, onClose, onSave }: CheckDialogProps) {
	const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
	const form = useForm<Fields>({
		initialValues: fieldsOf(check),
		validate: { columns: (names, fields) => unknownColumn(names, kindsOfColumns.has(fields.kind) ? columns : []) },
	});
	const { kind } = form.values;
	const unknown = unknownColumn(form.values.columns, columns);
	const datasets = useKnownDatasets(kind === 'relationship');
	const isRange = kind === 'range' || kind === 'row_count';
	const save = (fields: Fields) => {
		const next = checkOf(fields, taken);
		const found = problemsOf(next, taken);
		setProblems(found);
		if (Object.keys(found).length === 0) onSave(next);
	};
	return (
		<FormDialog
			title={check === null ? 'Add check' : 'Edit check'}
			submitLabel={check === null ? 'Add check' : 'Update check'}
			onClose={onClose}
			onSubmit={form.onSubmit(save)}
			isDirty={form.isDirty()}
		>
			<Choice
				label="Kind"
				data-autofocus
				data={checkKinds.map((value) => ({ value, label: checkKindLabel[value] }))}
				{...form.getInputProps('kind')}
				onChange={(value) => {
					// Problems of one kind don't apply to another.
					setProblems({});
					form.clearErrors();
					form.setFieldValue('kind', value as CheckKind);
				}}
			/>
			{kindsOfColumns.has(kind) && (
				<TagsInput
					label={kindsOfSeveral.has(kind) ? 'Columns' : 'Column'}
					data={[...columns]}
					maxTags={kindsOfSeveral.has(kind) ? 100 : 1}
					acceptValueOnBlur
					{...form.getInputProps('columns')}
					onChange={(names) =>
						form.setFieldValue('columns', [...new Set(names.map((name) => completed(name, columns)))])
					}
					error={unknown ?? problems.columns}
				/>
			)}
			{kind === 'accepted_values' && (
				<TagsInput
					label="Accepted values"
					description="Press Enter after each value."
					acceptValueOnBlur
					{...form.getInputProps('values')}
					error={problems.values}
				/>
			)}
			{isRange && (
				<Inline gap={3} align="start">
					<TextInput
						flex="1 1 8rem"
						label={kind === 'range' ? 'Minimum' : 'Minimum rows'}
						{...form.getInputProps('min')}
						error={problems.min}
					/>
					<TextInput
						flex="1 1 8rem"
						label={kind === 'range' ? 'Maximum' : 'Maximum rows'}
						{...form.getInputProps('max')}
						error={problems.max}
					/>
				</Inline>
			)}
			{kind === 'row_count' && (
				<NumberInput
					label="Maximum change since the last build (%)"
					min={0}
					{...form.getInputProps('maxChange')}
					error={problems.maxChange}
				/>
			)}
			{kind === 'relationship' && (
				<>
					<Autocomplete
						label="Referenced dataset"
						placeholder="owner/namespace/dataset"
						data={[...datasets]}
						limit={50}
						{...form.getInputProps('dataset')}
						error={problems.dataset}
					/>
					<TextInput label="Referenced column" {...form.getInputProps('otherColumn')} error={problems.otherColumn} />
				</>
			)}
			{kind === 'freshness' && (
				<NumberInput
					label="Maximum age of the newest value (hours)"
					min={0}
					{...form.getInputProps('maxAgeHours')}
					error={problems.maxAgeHours}
				/>
			)}
			{kind === 'sql' && (
				<Textarea
					label="SELECT statement that returns failing rows"
					description={
						destination === null
							? 'The statement can read the sources and the new rows. The new rows have the destination’s name.'
							: `The statement can read the sources and the new rows. The new rows are called ${sqlPath([destination.namespace, destination.datasetName])}.`
					}
					autosize
					minRows={4}
					maxRows={16}
					styles={{ input: { fontFamily: 'var(--mono)' } }}
					{...form.getInputProps('sql')}
					error={problems.sql}
				/>
			)}
			<Choice
				label="Severity"
				data={[
					{ value: 'error', label: 'Error: a failed check stops the build' },
					{ value: 'warn', label: 'Warning: the build continues if the check fails' },
				]}
				{...form.getInputProps('severity')}
			/>
			<TextInput
				label="Name"
				description={`Default: "${defaultName(form.values, taken)}".`}
				maxLength={200}
				{...form.getInputProps('name')}
				error={problems.name}
			/>
		</FormDialog>
	);
}
