import { Radio } from '@mantine/core';
import { useId } from 'react';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import type { Choice, Collision, Decisions, Merge } from './merge.ts';
import classes from './merge-sheet.module.css';

interface MergePlacesProps {
	readonly merge: Merge;
	readonly decisions: Decisions;
	/** The text was changed by hand: choices would write over it. */
	readonly disabled: boolean;
	readonly onDecide: (code: readonly Choice[]) => void;
}

/** The places in the code where both wrote something else, each with a choice. */
export function MergePlaces({ merge, decisions, disabled, onDecide }: MergePlacesProps) {
	if (merge.collisions.length === 0) return null;
	return (
		<>
			{disabled && (
				<Muted component="p">You changed the merged code by hand. Going back to the choices drops that.</Muted>
			)}
			<Stack component="ol" gap={3}>
				{merge.collisions.map((collision, index) => (
					<li key={linesBefore(merge, collision)}>
						<Place
							collision={collision}
							title={`Place ${index + 1} of ${merge.collisions.length}`}
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

interface PlaceProps {
	readonly collision: Collision;
	readonly title: string;
	readonly hasBase: boolean;
	readonly choice: Choice;
	readonly disabled: boolean;
	readonly onChoose: (choice: Choice) => void;
}

function Place({ collision, title, hasBase, choice, disabled, onChoose }: PlaceProps) {
	const name = useId();
	return (
		<Stack component="fieldset" gap={2} boxed className={classes.place} disabled={disabled} data-open={choice === null}>
			<legend className={classes.placeTitle}>{title}</legend>
			<Lines label="Yours" lines={collision.mine} tone="mine" />
			<Lines label="Theirs" lines={collision.theirs} tone="theirs" />
			{hasBase && (
				<details className={classes.before}>
					<summary>Before both</summary>
					<Lines label="Before both" lines={collision.base} tone="base" />
				</details>
			)}
			<Radio.Group
				name={name}
				value={choice ?? ''}
				onChange={(next) => onChoose(choices.find((it) => it.value === next)?.value ?? null)}
				aria-label={`${title}: what counts`}
			>
				<Inline gap={[2, 4]} align="stretch">
					{choices
						.filter((it) => hasBase || it.value !== 'base')
						.map((it) => (
							<Radio key={it.value} value={it.value} label={it.label} size="xs" disabled={disabled} />
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
	{ value: 'base', label: 'As before both' },
];

function Lines({ label, lines, tone }: { label: string; lines: readonly string[]; tone: 'mine' | 'theirs' | 'base' }) {
	return (
		<figure className={classes.lines} data-tone={tone} aria-label={label}>
			<figcaption>{label}</figcaption>
			{lines.length === 0 ? <Muted component="p">took this away</Muted> : <pre>{lines.join('\n')}</pre>}
		</figure>
	);
}

/** Where a collision stands: no two stand at the same line of the merged regions. */
function linesBefore(merge: Merge, collision: Collision): string {
	return `${merge.regions.indexOf(collision)}`;
}
