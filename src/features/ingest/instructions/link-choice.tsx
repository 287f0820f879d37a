import { Autocomplete } from '@mantine/core';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import classes from '../ingest.module.css';
import type { Instructions, LinkedColumn } from '../model.ts';
import { AddButton, DatasetField, RemoveButton } from '../parts.tsx';
import { useTypedDataset } from '../queries.ts';

interface LinkChoiceProps extends Pick<Instructions, 'link' | 'linked'> {
	/** What a record may have: fields of the records and of the schema. */
	readonly fields: readonly string[];
	readonly problem: string | null;
	readonly onChange: (next: Pick<Instructions, 'link' | 'linked'>) => void;
}

const choices = [
	{ value: 'nothing', label: 'Nothing' },
	{ value: 'names', label: 'Equally named columns of my datasets' },
	{ value: 'columns', label: 'Columns that I choose' },
];
const empty: LinkedColumn = { field: '', dataset: '', column: '' };

/** Which columns of datasets the values of fields are looked for in. */
export function LinkChoice({ link, linked, fields, problem, onChange }: LinkChoiceProps) {
	const value = link ? (linked === null ? 'names' : 'columns') : 'nothing';
	const set = (next: LinkedColumn[]) => onChange({ link: true, linked: next });
	return (
		<Stack component="fieldset" gap={[2, 3]} boxed pt={2} px={3} pb={3}>
			<legend>Links</legend>
			<Choice
				label="Compare values with"
				description="What is found in a dataset is noted beside the record."
				data={choices}
				value={value}
				error={problem}
				onChange={(chosen) => onChange({ link: chosen !== 'nothing', linked: chosen === 'columns' ? [empty] : null })}
			/>
			{link &&
				linked?.map((row, index) => (
					<ChosenColumn
						// biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity
						key={index}
						number={index + 1}
						row={row}
						fields={fields}
						onChange={(next) => set(linked.with(index, next))}
						onRemove={() => set(linked.toSpliced(index, 1))}
					/>
				))}
			{link && linked !== null && (
				<Inline gap={[2, 3]} align="end">
					<AddButton
						disabled={linked.length >= most}
						{...(linked.length >= most && { title: `At most ${most} fields are compared.` })}
						onClick={() => set([...linked, empty])}
					>
						Add column
					</AddButton>
				</Inline>
			)}
		</Stack>
	);
}

/** Most columns that a preview compares with. */
const most = 20;

interface ChosenColumnProps {
	readonly number: number;
	readonly row: LinkedColumn;
	readonly fields: readonly string[];
	readonly onChange: (next: LinkedColumn) => void;
	readonly onRemove: () => void;
}

function ChosenColumn({ number, row, fields, onChange, onRemove }: ChosenColumnProps) {
	const { problem, found, columns: known } = useTypedDataset(row.dataset);
	const columns = known.map((column) => column.name);
	const missing = found != null && row.column !== '' && !columns.includes(row.column);
	return (
		<div className={classes.linkRow}>
			<Choice
				label="Field"
				aria-label={`Field of comparison ${number}`}
				size="xs"
				data={['', ...new Set([...fields, ...(row.field === '' ? [] : [row.field])])]}
				value={row.field}
				onChange={(field) => onChange({ ...row, field })}
			/>
			<DatasetField
				label="Dataset"
				aria-label={`Dataset of comparison ${number}`}
				size="xs"
				value={row.dataset}
				error={row.dataset === '' ? null : (problem ?? (found === null ? 'There is no such dataset.' : null))}
				onChange={(dataset) => onChange({ ...row, dataset })}
			/>
			<Autocomplete
				label="Column"
				aria-label={`Column of comparison ${number}`}
				size="xs"
				data={columns}
				limit={200}
				value={row.column}
				error={missing ? 'The dataset has no such column.' : null}
				onChange={(column) => onChange({ ...row, column })}
			/>
			<RemoveButton label={`Remove comparison ${number}`} onClick={onRemove} />
		</div>
	);
}
