import { Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import classes from './audit.module.css';
import type { AuditSearch } from './filter.ts';
import { actionLabels, outcomeLabels } from './labels.ts';

interface AuditFiltersProps {
	readonly search: AuditSearch;
	readonly onChange: (change: Partial<AuditSearch>) => void;
	readonly hasResource: boolean;
	/** Shown if set. */
	readonly onClear: (() => void) | undefined;
	/** Shown at the end of the line. */
	readonly children: ReactNode;
}

const actions = Object.entries(actionLabels)
	.map(([value, label]) => ({ value, label }))
	.sort((a, b) => (a.label < b.label ? -1 : 1));
const outcomes = Object.entries(outcomeLabels).map(([value, label]) => ({ value, label }));

export function AuditFilters({ search, onChange, hasResource, onClear, children }: AuditFiltersProps) {
	return (
		<Inline component="form" aria-label="Filters" gap={2} pb={3} onSubmit={(event) => event.preventDefault()}>
			{hasResource && (
				<TextInput
					className={classes.wide ?? ''}
					aria-label="Resource contains"
					placeholder="Resource contains"
					value={search.resource}
					onChange={(event) => onChange({ resource: event.currentTarget.value })}
				/>
			)}
			<TextInput
				className={classes.field ?? ''}
				aria-label="User"
				placeholder="User"
				value={search.actor}
				onChange={(event) => onChange({ actor: event.currentTarget.value })}
			/>
			<Choice
				aria-label="Action"
				value={actions.some(({ value }) => value === search.action) ? search.action : ''}
				data={[{ value: '', label: 'All actions' }, ...actions]}
				onChange={(action) => onChange({ action })}
			/>
			<Choice
				aria-label="Outcome"
				value={search.outcome}
				data={[{ value: '', label: 'All outcomes' }, ...outcomes]}
				onChange={(outcome) => onChange({ outcome })}
			/>
			<TextInput
				type="date"
				aria-label="From"
				leftSection={<Muted size="small">From</Muted>}
				leftSectionWidth={48}
				max={search.to}
				value={search.from}
				onChange={(event) => onChange({ from: event.currentTarget.value })}
			/>
			<TextInput
				type="date"
				aria-label="To"
				leftSection={<Muted size="small">To</Muted>}
				leftSectionWidth={32}
				min={search.from}
				value={search.to}
				onChange={(event) => onChange({ to: event.currentTarget.value })}
			/>
			{onClear !== undefined && (
				<Button variant="subtle" leftSection={<IconX size={16} aria-hidden />} onClick={onClear}>
					Clear filters
				</Button>
			)}
			<div className={classes.end}>{children}</div>
		</Inline>
	);
}
