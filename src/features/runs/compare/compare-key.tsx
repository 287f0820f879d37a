import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { Comparison, RowSource } from '../../../rows/index.ts';
import { PopoverButton } from '../../../ui/menu/popover-button.tsx';
import { Form } from '../../../ui/primitives/form.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import classes from './compare.module.css';
import { ambiguity, matching } from './compare-labels.ts';
import { useCompareSearch } from './compare-search.ts';

interface CompareKeyProps {
	readonly comparison: Comparison;
	readonly before: RowSource;
	readonly after: RowSource;
}

/** Which key matches the rows, with a way to choose another. */
export function CompareKey({ comparison, before, after }: CompareKeyProps) {
	const [search, change] = useCompareSearch();
	const { key: requested } = search;
	const { key } = comparison;
	const warning = ambiguity(comparison);
	const names = after.columns
		.map((column) => column.name)
		.filter((name) => before.columns.some((column) => column.name === name));
	const title = matching(comparison, requested === null);
	return (
		<PopoverButton
			className={classes.key}
			label={`Change key: ${key === null ? 'none' : key.join(', ')}${warning === null ? '' : ', with a warning'}`}
			face={
				<>
					{warning === null ? (
						<IconKey size={14} aria-hidden="true" />
					) : (
						<IconAlertTriangle size={14} aria-hidden="true" color="var(--warning-text)" />
					)}
					<Text clip mono={key !== null}>
						{key === null ? 'No key' : key.join(', ')}
					</Text>
					<IconChevronDown size={12} aria-hidden="true" />
				</>
			}
			panelLabel="Columns that identify a row"
			position="bottom-end"
			width={320}
		>
			<Stack gap={2}>
				<Muted component="p">{title}</Muted>
				{warning !== null && (
					<Text component="p" tone="warning" className={classes.warning}>
						{warning}
					</Text>
				)}
				<KeyChoice
					key={JSON.stringify(search)}
					names={names}
					chosen={key ?? []}
					isProposed={requested === null}
					onChoose={(next) => change({ key: next })}
				/>
			</Stack>
		</PopoverButton>
	);
}

interface KeyChoiceProps {
	readonly names: readonly string[];
	readonly chosen: readonly string[];
	readonly isProposed: boolean;
	readonly onChoose: (key: readonly string[] | null) => void;
}

function KeyChoice({ names, chosen, isProposed, onChoose }: KeyChoiceProps) {
	const [key, setKey] = useState(chosen);
	return (
		<Stack component={Form} gap={2} onSubmit={() => onChoose(key)}>
			<Stack component="fieldset" gap={1} scroll className={classes.columns} style={{ maxHeight: '20rem' }}>
				<legend>Match rows by</legend>
				{names.map((name, index) => (
					<Checkbox
						// biome-ignore lint/suspicious/noArrayIndexKey: names may not be unique, but positions are
						key={index}
						size="xs"
						label={<code>{name}</code>}
						checked={key.includes(name)}
						onChange={(event) =>
							setKey(event.currentTarget.checked ? [...key, name] : key.filter((value) => value !== name))
						}
					/>
				))}
			</Stack>
			<Muted component="p">{key.length === 0 ? 'Without a key, whole rows are compared.' : ''}</Muted>
			<Inline gap={2} nowrap align="stretch">
				<Button type="submit" size="compact-sm">
					{key.length === 0 ? 'Compare whole rows' : 'Match by selected columns'}
				</Button>
				{!isProposed && (
					<Button variant="subtle" size="compact-sm" onClick={() => onChoose(null)}>
						Suggest a key
					</Button>
				)}
			</Inline>
		</Stack>
	);
}
