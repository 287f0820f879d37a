import { Autocomplete } from '@mantine/core';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import classes from '../ingest.module.css';
import type { Instructions, LinkedColumn } from '../model.ts';
import { AddButton, DatasetField, RemoveButton } from '../parts.tsx';
import { useTypedDataset } from '../queries.ts';

interface LinkChoiceProps extends Pick<Instructions, 'link' | 'linked'> {
	/** Fields of the records and the schema. */
	readonly fields: readonly string[];
	readonly problem: string | null;
	readonly onChange: (next: Pick<Instructions, 'link' | 'linked'>) => void;
}

const choices = [
	{ value: 'nothing', label: 'Nothing' },
	{ value: 'names', label: 'Columns with the same name in your datasets' },
	{ value: 'columns', label: 'Selected columns' },
];
const empty: LinkedColumn = { field: '', dataset: '', column: '' };

export function LinkChoice({ link, linked, fields, problem, onChange }: LinkChoiceProps) {
	const value = link ? (linked === null ? 'names' : 'columns') : 'nothing';
	const set = (next: LinkedColumn[]) => onChange({ link: true, linked: next });
	return (
		<Stack component="fieldset" gap={[2, 3]} boxed pt={2} px={3} pb={3}>
			<legend>Links</legend>
			<Choice
				label="Match values with"
				description="Matches appear in each record’s notes."
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
						disabled={linked.length >= limit}
						{...(linked.length >= limit && { title: `You can match up to ${limit} columns.` })}
						onClick={() => set([...linked, empty])}
					>
						Add column
					</AddButton>
				</Inline>
			)}
		</Stack>
	);
}

/** Maximum columns to compare with. */
const limit = 20;

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
				aria-label={`Link field ${number}`}
				size="xs"
				data={['', ...new Set([...fields, ...(row.field === '' ? [] : [row.field])])]}
				value={row.field}
				onChange={(field) => onChange({ ...row, field })}
			/>
			<DatasetField
				label="Dataset"
				aria-label={`Link dataset ${number}`}
				size="xs"
				value={row.dataset}
				error={
					row.dataset === ''
						? null
						: (problem ?? (found === null ? 'This dataset doesn’t exist or isn’t shared with you.' : null))
				}
				onChange={(dataset) => onChange({ ...row, dataset })}
			/>
			<Autocomplete
				label="Column"
				aria-label={`Link column ${number}`}
				size="xs"
				data={columns}
				limit={200}
				value={row.column}
				error={missing ? 'The dataset doesn’t have this column. Choose one from the list.' : null}
				onChange={(column) => onChange({ ...row, column })}
			/>
			<RemoveButton label={`Remove link ${number}`} onClick={onRemove} />
		</div>
	);
}
