import { ActionIcon, Autocomplete, Button, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countCharacters, maxIngestText } from '#contract/ingest.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { readCoordinate } from '../names/model.ts';
import { schemaQuery, useKnownDatasets } from '../names/queries.ts';
import { useScope } from '../session/queries.ts';
import classes from './ingest.module.css';
import { LinkChoice } from './link-choice.tsx';
import { type Instructions, linkProblem, type SchemaRow, tooLong } from './model.ts';
import { Recipes } from './recipes.tsx';

interface InstructionsPaneProps {
	readonly instructions: Instructions;
	/** Fields of the records. */
	readonly names: readonly string[];
	readonly onChange: (instructions: Instructions) => void;
}

/** What the service is told about the records. */
export function InstructionsPane({ instructions, names, onChange }: InstructionsPaneProps) {
	const { description, schema } = instructions;
	const set = (next: Partial<Instructions>) => onChange({ ...instructions, ...next });
	return (
		<Stack component="section" gap={3} boxed className={classes.pane} aria-labelledby="ingest-instructions">
			<SectionHeader id="ingest-instructions" size="large">
				Instructions
			</SectionHeader>
			<Recipes instructions={instructions} onUse={onChange} />
			<LimitedText label="Description" value={description} onChange={(value) => set({ description: value })} />
			<SchemaRows rows={schema} names={names} onChange={(rows) => set({ schema: rows })} />
			<LimitedText
				label="Additional instructions"
				value={instructions.instructions}
				onChange={(value) => set({ instructions: value })}
			/>
			<LinkChoice
				link={instructions.link}
				linked={instructions.linked}
				fields={[...new Set([...names, ...schema.map((it) => it.field.trim()).filter((it) => it !== '')])]}
				problem={linkProblem(instructions)}
				onChange={set}
			/>
		</Stack>
	);
}

function LimitedText(props: { label: string; value: string; onChange: (value: string) => void }) {
	const { label, value, onChange } = props;
	const count = `${countCharacters(value).toLocaleString('en')} of ${maxIngestText.toLocaleString('en')} characters`;
	return (
		<Textarea
			label={label}
			description={count}
			error={tooLong(value)}
			rows={3}
			value={value}
			onChange={(event) => onChange(event.currentTarget.value)}
		/>
	);
}

interface SchemaRowsProps {
	readonly rows: readonly SchemaRow[];
	readonly names: readonly string[];
	readonly onChange: (rows: readonly SchemaRow[]) => void;
}

function SchemaRows({ rows, names, onChange }: SchemaRowsProps) {
	const setRow = (index: number, next: Partial<SchemaRow>) =>
		onChange(rows.map((row, at) => (at === index ? { ...row, ...next } : row)));
	return (
		<Stack component="fieldset" gap={[2, 3]} boxed className={classes.schema}>
			<legend>Schema</legend>
			{rows.map((row, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
				<div key={index} className={classes.schemaRow}>
					<TextInput
						aria-label={`Field ${index + 1}`}
						placeholder="Field"
						value={row.field}
						onChange={(event) => setRow(index, { field: event.currentTarget.value })}
					/>
					<TextInput
						aria-label={`What field ${index + 1} holds`}
						placeholder="What it holds"
						value={row.description}
						onChange={(event) => setRow(index, { description: event.currentTarget.value })}
					/>
					<ActionIcon
						variant="subtle"
						color="gray"
						aria-label={`Remove field ${index + 1}`}
						onClick={() => onChange(rows.filter((_, at) => at !== index))}
					>
						<IconTrash size={14} />
					</ActionIcon>
				</div>
			))}
			<Inline gap={[2, 3]} align="end">
				<Button
					size="xs"
					variant="default"
					leftSection={<IconPlus size={14} aria-hidden />}
					onClick={() => onChange([...rows, { field: '', description: '' }])}
				>
					Add field
				</Button>
				<Button
					size="xs"
					variant="default"
					disabled={names.length === 0}
					onClick={() =>
						onChange(
							withFields(
								rows,
								names.map((field) => ({ field, description: '' })),
							),
						)
					}
				>
					Propose from the records
				</Button>
			</Inline>
			<FromDataset onFields={(fields) => onChange(withFields(rows, fields))} />
		</Stack>
	);
}

/** Fields that are not there yet come behind those that are. */
const withFields = (rows: readonly SchemaRow[], more: readonly SchemaRow[]): SchemaRow[] => {
	const known = new Set(rows.map((it) => it.field));
	return [...rows.filter((it) => it.field !== ''), ...more.filter((it) => !known.has(it.field))];
};

function FromDataset({ onFields }: { onFields: (fields: readonly SchemaRow[]) => void }) {
	const { user } = useScope();
	const [wanted, setWanted] = useState(false);
	const [text, setText] = useState('');
	const datasets = useKnownDatasets(wanted);
	const { coordinate } = readCoordinate(text, user);
	const schema = useQuery({
		...schemaQuery(coordinate ?? { owner: '', namespace: '', datasetName: '' }),
		enabled: coordinate !== null,
	});
	const columns = coordinate === null ? undefined : schema.data?.columns;
	return (
		<Inline gap={[2, 3]} align="end">
			<Autocomplete
				label="Propose from a dataset"
				placeholder="owner/namespace/dataset"
				data={[...datasets]}
				limit={50}
				value={text}
				error={text !== '' && schema.data === null && coordinate !== null ? 'There is no such dataset.' : null}
				onFocus={() => setWanted(true)}
				onChange={setText}
			/>
			<Button
				size="xs"
				variant="default"
				disabled={columns === undefined}
				onClick={() => onFields((columns ?? []).map(({ name, type }) => ({ field: name, description: type ?? '' })))}
			>
				Take its columns
			</Button>
		</Inline>
	);
}
