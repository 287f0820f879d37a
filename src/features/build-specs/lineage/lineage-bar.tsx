import { Checkbox, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { PopoverButton } from '../../../ui/menu/popover-button.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from './lineage.module.css';
import { type LineageSearch, readSteps, stepChoices } from './lineage-search.ts';

interface LineageBarProps {
	/** The search from the URL, with the shown steps if the URL has none. */
	readonly search: LineageSearch;
	readonly onChange: (change: Partial<LineageSearch>) => void;
	/** Goes to the next match; null if the list shows all. */
	readonly onNext: (() => void) | null;
	readonly summary: string;
	readonly namespaces: readonly { readonly key: string; readonly name: string; readonly datasets: number }[];
	readonly collapsed: ReadonlySet<string>;
	readonly onCollapse: ((namespace: string, isCollapsed: boolean) => void) | null;
}

export function LineageBar(props: LineageBarProps) {
	const { search, onChange, onNext, summary, namespaces, collapsed, onCollapse } = props;
	const isSearching = onNext !== null && search.q.trim() !== '';
	return (
		<Inline component="search" gap={[2, 3]}>
			<Inline
				component="form"
				gap={2}
				nowrap
				align="stretch"
				style={{ flex: isSearching ? '0 1 22rem' : '0 1 14rem' }}
				onSubmit={(event) => {
					event.preventDefault();
					onNext?.();
				}}
			>
				<TextInput
					flex={1}
					aria-label="Find datasets"
					placeholder="Find datasets"
					leftSection={<IconFilter size={16} aria-hidden />}
					value={search.q}
					onChange={(event) => onChange({ q: event.currentTarget.value })}
				/>
				{isSearching && <SecondaryButton type="submit">Next match</SecondaryButton>}
			</Inline>
			<Muted role="status">{summary}</Muted>
			{search.focus !== '' && (
				<Inline component="span" gap={2} breaks>
					Related to <code>{search.focus}</code>
					{(['up', 'down'] as const).map((side) => (
						<Choice
							key={side}
							aria-label={side === 'up' ? 'Upstream steps' : 'Downstream steps'}
							data={stepChoices.map((step) => ({
								...step,
								label: `${side === 'up' ? 'Upstream' : 'Downstream'}: ${step.label}`,
							}))}
							value={search[side]}
							onChange={(steps) => onChange({ [side]: readSteps(steps) })}
						/>
					))}
					<SecondaryButton onClick={() => onChange({ focus: '', up: '', down: '' })}>Show all datasets</SecondaryButton>
				</Inline>
			)}
			{onCollapse !== null && namespaces.length > 0 && (
				<PopoverButton
					className={classes.collapse}
					face={collapsed.size === 0 ? 'Collapse namespaces' : `Collapsed: ${collapsed.size} of ${namespaces.length}`}
					panelLabel="Namespaces to collapse"
					position="bottom-end"
					width={320}
				>
					<Stack gap={2} scroll style={{ maxHeight: '20rem' }}>
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
