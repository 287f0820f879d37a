import { Radio } from '@mantine/core';
import { Fragment, useId } from 'react';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { fields } from '../fields.ts';
import type { Choice, Collision, Decisions, ListChange, Merge, MergedField } from './merge.ts';
import classes from './merge-sheet.module.css';

interface MergeConflictsProps {
	readonly merge: Merge;
	readonly decisions: Decisions;
	/** Whether the text was edited by hand, which a choice would overwrite. */
	readonly disabled: boolean;
	readonly onDecide: (code: readonly Choice[]) => void;
}

export function MergeConflicts({ merge, decisions, disabled, onDecide }: MergeConflictsProps) {
	if (merge.collisions.length === 0) return null;
	return (
		<>
			{disabled && (
				<Muted component="p">You edited the merged code. Returning to the choices discards your edits.</Muted>
			)}
			<Stack component="ol" gap={3}>
				{merge.collisions.map((collision, index) => (
					<li key={merge.regions.indexOf(collision)}>
						<Conflict
							collision={collision}
							title={`Conflict ${index + 1} of ${merge.collisions.length}`}
							hasBase={merge.hasBase}
							choice={decisions.code[index] ?? null}
							disabled={disabled}
							onChoose={(choice) =>
								onDecide(merge.collisions.map((_, at) => (at === index ? choice : (decisions.code[at] ?? null))))
							}
						/>
					</li>
				))}
			</Stack>
		</>
	);
}

interface ConflictProps extends Pick<Merge, 'hasBase'>, Pick<MergeConflictsProps, 'disabled'> {
	readonly collision: Collision;
	readonly title: string;
	readonly choice: Choice;
	readonly onChoose: (choice: Choice) => void;
}

function Conflict({ collision, title, hasBase, choice, disabled, onChoose }: ConflictProps) {
	const name = useId();
	return (
		<Stack
			component="fieldset"
			gap={2}
			boxed
			className={classes.conflict}
			disabled={disabled}
			data-open={choice === null}
		>
			<legend>{title}</legend>
			<Lines label="Yours" lines={collision.mine} tone="mine" />
			<Lines label="Theirs" lines={collision.theirs} tone="theirs" />
			{hasBase && (
				<details className={classes.before}>
					<summary>Original</summary>
					<Lines label="Original" lines={collision.base} tone="base" />
				</details>
			)}
			<Radio.Group
				name={name}
				value={choice ?? ''}
				onChange={(next) => onChoose(choices.find((choice) => choice.value === next)?.value ?? null)}
				aria-label={`Resolve ${title.toLowerCase()}`}
			>
				<Inline gap={[2, 4]} align="stretch">
					{choices
						.filter((choice) => hasBase || choice.value !== 'base')
						.map((choice) => (
							<Radio key={choice.value} value={choice.value} label={choice.label} size="xs" disabled={disabled} />
						))}
				</Inline>
			</Radio.Group>
		</Stack>
	);
}

const choices: readonly { value: Exclude<Choice, null>; label: string }[] = [
	{ value: 'mine', label: 'Yours' },
	{ value: 'theirs', label: 'Theirs' },
	{ value: 'mine-then-theirs', label: 'Yours, then theirs' },
	{ value: 'theirs-then-mine', label: 'Theirs, then yours' },
	{ value: 'base', label: 'Keep original' },
];

function Lines({ label, lines, tone }: { label: string; lines: readonly string[]; tone: 'mine' | 'theirs' | 'base' }) {
	return (
		<Stack component="figure" className={classes.lines} data-tone={tone} aria-label={label}>
			<Muted component="figcaption">{label}</Muted>
			{lines.length === 0 ? (
				<Muted component="p">No lines</Muted>
			) : (
				<Box component="pre" px={2} py={1} mono scroll>
					{lines.join('\n')}
				</Box>
			)}
		</Stack>
	);
}

interface MergeFieldsProps extends Pick<MergeConflictsProps, 'merge' | 'decisions'> {
	readonly onDecide: (change: (before: Decisions) => Decisions) => void;
}

export function MergeFields({ merge, decisions, onDecide }: MergeFieldsProps) {
	const changed = merge.fields.filter(isChanged);
	if (changed.length === 0) return null;
	return (
		<PropertyList>
			{changed.map((field) => (
				<Fragment key={field.name}>
					<dt>{fields[field.name].label}</dt>
					<dd>
						<MergeField field={field} decisions={decisions} onDecide={onDecide} />
					</dd>
				</Fragment>
			))}
		</PropertyList>
	);
}

function MergeField({ field, decisions, onDecide }: Omit<MergeFieldsProps, 'merge'> & { readonly field: MergedField }) {
	const id = useId();
	if (field.shape === 'list') {
		return (
			<Stack component="ul">
				{listChanges(field).map((change) => (
					<li key={change}>{change}</li>
				))}
			</Stack>
		);
	}
	const { name, mine, theirs, value } = field;
	if (!field.collides) return `${value} (${value === mine ? 'yours' : 'theirs'})`;
	return (
		<Radio.Group
			name={id}
			aria-label={`Resolve ${fields[name].title.toLowerCase()}`}
			value={decisions.fields[name] ?? ''}
			onChange={(next) =>
				onDecide((before) => ({
					...before,
					fields: { ...before.fields, [name]: next === 'theirs' ? 'theirs' : 'mine' },
				}))
			}
		>
			<Inline gap={[2, 4]} align="stretch">
				<Radio value="mine" size="xs" label={`Yours: ${mine}`} />
				<Radio value="theirs" size="xs" label={`Theirs: ${theirs}`} />
			</Inline>
		</Radio.Group>
	);
}

const isChanged = (field: MergedField): boolean =>
	field.shape === 'list' ? listChanges(field).length > 0 : field.mine !== field.theirs;

const listChanges = ({ byMe, byThem }: Extract<MergedField, { shape: 'list' }>): string[] => [
	...describe('You', byMe),
	...describe('They', byThem),
];

const describe = (who: 'You' | 'They', { added, removed }: ListChange): string[] => [
	...added.map((name) => `${who} added ${name}`),
	...removed.map((name) => `${who} removed ${name}`),
];
