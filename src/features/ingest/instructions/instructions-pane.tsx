import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countCharacters, maxIngestText } from '#contract/ingest.ts';
import { listRecipes } from '../../../storage/ingest-drafts.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import classes from '../ingest.module.css';
import { type Instructions, linkProblem, type SchemaRow, textLabel, tooLong } from '../model.ts';
import { AddButton, DatasetField, Pane, RemoveButton } from '../parts.tsx';
import { useTypedDataset } from '../queries.ts';
import { LinkChoice } from './link-choice.tsx';
import { Recipes } from './recipes.tsx';

interface InstructionsPaneProps {
	readonly instructions: Instructions;
	readonly names: readonly string[];
	readonly onChange: (instructions: Instructions) => void;
}

export function InstructionsPane({ instructions, names, onChange }: InstructionsPaneProps) {
	const { description, schema } = instructions;
	const set = (next: Partial<Instructions>) => onChange({ ...instructions, ...next });
	return (
		<Pane id="ingest-instructions" title="Instructions">
			<Recipes
				kind="records"
				list={listRecipes}
				recipe={{ instructions }}
				onUse={(recipe) => recipe !== null && onChange(recipe.instructions)}
			/>
			<LimitedText
				label={textLabel.description}
				value={description}
				onChange={(value) => set({ description: value })}
			/>
			<SchemaRows rows={schema} names={names} onChange={(rows) => set({ schema: rows })} />
			<LimitedText
				label={textLabel.instructions}
				value={instructions.instructions}
				onChange={(value) => set({ instructions: value })}
			/>
			<LinkChoice
				link={instructions.link}
				linked={instructions.linked}
				fields={[...new Set([...names, ...schema.map((row) => row.field.trim()).filter((value) => value !== '')])]}
				problem={linkProblem(instructions)}
				onChange={set}
			/>
		</Pane>
	);
}

function LimitedText(props: { label: string; value: string; onChange: (value: string) => void }) {
	const { label, value, onChange } = props;
	const length = countCharacters(value);
	const count = `${length.toLocaleString('en')} of ${maxIngestText.toLocaleString('en')} characters`;
	return (
		<Textarea
			label={label}
			description={length > 0 ? count : undefined}
			error={tooLong(label, value)}
			rows={3}
			value={value}
			onChange={(event) => onChange(event.currentTarget.value)}
		/>
	);
}

interface SchemaRowsProps {
	readonly rows: SchemaRow[];
	readonly names: readonly string[];
	readonly onChange: (rows: SchemaRow[]) => void;
}

const emptyRow: SchemaRow = { field: '', description: '' };

function SchemaRows({ rows, names, onChange }: SchemaRowsProps) {
	const setRow = (index: number, next: Partial<SchemaRow>) =>
		onChange(rows.with(index, { ...(rows[index] ?? emptyRow), ...next }));
	/** Appends fields that don't exist yet. */
	const addFields = (fields: readonly SchemaRow[]) => {
		const known = new Set(rows.map((row) => row.field));
		onChange([...rows.filter((row) => row.field !== ''), ...fields.filter((row) => !known.has(row.field))]);
	};
	return (
		<Stack component="fieldset" gap={[2, 3]} boxed pt={2} px={3} pb={3}>
			<legend>Schema</legend>
			{rows.map((row, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity
				<div key={index} className={classes.schemaRow}>
					<TextInput
						aria-label={`Field ${index + 1}`}
						placeholder="Field"
						value={row.field}
						onChange={(event) => setRow(index, { field: event.currentTarget.value })}
					/>
					<TextInput
						aria-label={`Description of field ${index + 1}`}
						placeholder="Description"
						value={row.description}
						onChange={(event) => setRow(index, { description: event.currentTarget.value })}
					/>
					<RemoveButton label={`Remove field ${index + 1}`} onClick={() => onChange(rows.toSpliced(index, 1))} />
				</div>
			))}
			<Inline gap={[2, 3]} align="end">
				<AddButton onClick={() => onChange([...rows, emptyRow])}>Add field</AddButton>
				<Button
					size="xs"
					variant="default"
					disabled={names.length === 0}
					onClick={() => addFields(names.map((field) => ({ field, description: '' })))}
				>
					Add fields from records
				</Button>
			</Inline>
			<FromDataset onFields={addFields} />
		</Stack>
	);
}

function FromDataset({ onFields }: { onFields: (fields: readonly SchemaRow[]) => void }) {
	const [text, setText] = useState('');
	const { coordinate, found, columns, isOffered } = useTypedDataset(text);
	const isUnknown = !isOffered && coordinate !== null && columns.length === 0;
	return (
		<Inline gap={[2, 3]} align="end">
			<DatasetField
				label="Copy from dataset"
				{...(isUnknown && {
					description: 'This service doesn’t list columns, and none have been discovered for this dataset yet.',
				})}
				value={text}
				error={found === null ? 'This dataset doesn’t exist or isn’t shared with you.' : null}
				onChange={setText}
			/>
			<Button
				size="xs"
				variant="default"
				disabled={columns.length === 0}
				onClick={() => onFields(columns.map(({ name, type }) => ({ field: name, description: type ?? '' })))}
			>
				Copy columns
			</Button>
		</Inline>
	);
}
