import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BuildRun } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { ListFilter } from '../../../ui/list/list-filter.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { runStates, stateLabel } from '../model.ts';
import { runPagesQuery } from '../queries.ts';
import { kindLabel, type RunSearch, sinceLabel } from './run-search.ts';

interface RunFiltersProps {
	readonly search: RunSearch;
	/** All runs loaded so far. */
	readonly runs: readonly BuildRun[];
	readonly shown: number;
	readonly onChange: (change: Partial<RunSearch>) => void;
	readonly onClear: (() => void) | undefined;
	readonly onEnterRows: () => void;
}

const entriesOf = (labels: Readonly<Record<string, string>>) =>
	Object.entries(labels).map(([value, label]) => ({ value, label }));
const kinds = [{ value: '', label: 'Any kind' }, ...entriesOf(kindLabel)];
const states = [{ value: '', label: 'Any status' }, ...runStates.map((value) => ({ value, label: stateLabel[value] }))];
const times = [{ value: '', label: 'Any time' }, ...entriesOf(sinceLabel)];
const width = { flex: '0 1 9.5rem' };

export function RunFilters({ search, runs, shown, onChange, onClear, onEnterRows }: RunFiltersProps) {
	const queryClient = useQueryClient();
	// If only one BuildSpec's runs are listed, others are known from the full list.
	const all = queryClient.getQueryData(runPagesQuery(null).queryKey)?.pages;
	const specs = useMemo(() => {
		const named = new Map<string, string>();
		for (const { buildSpecId, definition } of [...runs, ...(all ?? []).flatMap(({ items }) => items)]) {
			if (buildSpecId === null || named.has(buildSpecId) || definition.destination === undefined) continue;
			named.set(buildSpecId, formatCoordinate(definition.destination));
		}
		const found = [...named].map(([value, label]) => ({ value, label }));
		return [{ value: '', label: 'Any BuildSpec' }, ...found.sort((a, b) => (a.label < b.label ? -1 : 1))];
	}, [runs, all]);
	const people = useMemo(() => [...new Set(runs.map(({ by }) => by))].sort(), [runs]);
	const users = search.by === '' || people.includes(search.by) ? people : [search.by, ...people];
	return (
		<ListFilter
			label="Filter by name, code or error"
			q={search.q}
			onChange={(q) => onChange({ q })}
			shown={shown}
			all={runs.length}
			onClear={onClear}
			onEnterRows={onEnterRows}
		>
			<Choice
				aria-label="BuildSpec"
				style={{ flex: '0 1 15rem' }}
				data={specs}
				value={search.buildSpecId}
				onChange={(buildSpecId) => onChange({ buildSpecId })}
			/>
			<Choice
				aria-label="Kind"
				style={width}
				data={kinds}
				value={search.kind}
				onChange={(kind) => onChange({ kind: kind as RunSearch['kind'] })}
			/>
			<Choice
				aria-label="Status"
				style={width}
				data={states}
				value={search.state}
				onChange={(state) => onChange({ state: state as RunSearch['state'] })}
			/>
			{users.length > 1 && (
				<Choice
					aria-label="User"
					style={width}
					data={[{ value: '', label: 'Any user' }, ...users.map((value) => ({ value, label: value }))]}
					value={search.by}
					onChange={(by) => onChange({ by })}
				/>
			)}
			<Choice
				aria-label="Time"
				style={width}
				data={times}
				value={search.since}
				onChange={(since) => onChange({ since: since as RunSearch['since'] })}
			/>
		</ListFilter>
	);
}
