import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from './lineage.module.css';
import { type LineageSearch, readSteps, stepChoices } from './lineage-search.ts';

interface LineageBarProps {
	readonly search: LineageSearch;
	readonly onChange: (change: Partial<LineageSearch>) => void;
	/** Goes to the next one that was found; null where all are in the list. */
	readonly onNext: (() => void) | null;
	readonly told: string;
	readonly namespaces: readonly { readonly key: string; readonly name: string; readonly datasets: number }[];
	readonly collapsed: ReadonlySet<string>;
	/** Null where nothing can be collapsed. */
	readonly onCollapse: ((namespace: string, isCollapsed: boolean) => void) | null;
}

/** What the lineage shows: words to find, the focus with how far it reaches, and namespaces that are one card. */
export function LineageBar(props: LineageBarProps) {
	const { search, onChange, onNext, told, namespaces, collapsed, onCollapse } = props;
	const steps = [...stepChoices];
	return (
		<Inline component="search" gap={[2, 3]}>
			<Inline
				component="form"
				gap={2}
				nowrap
				align="stretch"
				className={classes.find}
				onSubmit={(event) => {
					event.preventDefault();
					onNext?.();
				}}
			>
				<TextInput
					aria-label="Find datasets"
					placeholder="Find datasets"
					leftSection={<IconFilter size={16} aria-hidden />}
					value={search.q}
					onChange={(event) => onChange({ q: event.currentTarget.value })}
				/>
				{onNext !== null && search.q.trim() !== '' && (
					<Button type="submit" variant="default">
						Go to the next
					</Button>
				)}
			</Inline>
			<Muted role="status">{told}</Muted>
			{search.focus !== '' && (
				<Inline component="span" gap={2} breaks>
					around <code>{search.focus}</code>
					<NativeSelect
						aria-label="How far it reaches to what it comes from"
						data={steps.map((it) => ({ ...it, label: `up: ${it.label}` }))}
						value={search.up}
						onChange={(event) => onChange({ up: readSteps(event.currentTarget.value) })}
					/>
					<NativeSelect
						aria-label="How far it reaches to what comes from it"
						data={steps.map((it) => ({ ...it, label: `down: ${it.label}` }))}
						value={search.down}
						onChange={(event) => onChange({ down: readSteps(event.currentTarget.value) })}
					/>
					<Button variant="default" onClick={() => onChange({ focus: '', up: '', down: '' })}>
						Show all datasets
					</Button>
				</Inline>
			)}
			{onCollapse !== null && namespaces.length > 0 && (
				<PopoverButton
					className={classes.collapse}
					face={collapsed.size === 0 ? 'Collapse namespaces' : `Collapsed: ${collapsed.size} of ${namespaces.length}`}
					panelLabel="Namespaces that are one card each"
					position="bottom-end"
					width={320}
				>
					<Stack gap={2} scroll className={classes.namespaces}>
						{namespaces.map(({ key, name, datasets }) => (
							<Checkbox
								key={key}
								label={`${name} (${datasets})`}
								checked={collapsed.has(key)}
								onChange={(event) => onCollapse(key, event.currentTarget.checked)}
							/>
						))}
					</Stack>
				</PopoverButton>
			)}
		</Inline>
	);
}
