import { IconListSearch } from '@tabler/icons-react';
import { memo } from 'react';
import { capitalize, countOf } from '../../../lib/format.ts';
import { FilterCheck, FilterChoice } from '../../../ui/list/filter-fields.tsx';
import { ListFilter } from '../../../ui/list/list-filter.tsx';
import { PlainButton } from '../../../ui/primitives/plain-button.tsx';
import classes from './list.module.css';
import type { FilterChoices } from './list-model.ts';
import { isFiltered, type ListSearch } from './list-search.ts';

interface FilterLineProps {
	readonly search: ListSearch;
	readonly choices: FilterChoices;
	readonly onChange: (change: Partial<ListSearch>) => void;
	readonly shown: number;
	readonly all: number;
	/** Lines of code with matches; null without words. */
	readonly codeLines: number | null;
	readonly onClear: () => void;
	readonly onEnterRows: () => void;
}

export function FilterLine(props: FilterLineProps) {
	const { search, choices, onChange, shown, all, codeLines, onClear, onEnterRows } = props;
	return (
		<ListFilter
			label="Filter by name or code"
			q={search.q}
			onChange={(q) => onChange({ q })}
			shown={shown}
			all={all}
			onEnterRows={onEnterRows}
			// Without matches, the empty state has the button.
			onClear={shown > 0 && isFiltered(search) ? onClear : undefined}
		>
			{(['owner', 'source', 'destination'] as const)
				.filter((name) => name !== 'owner' || choices.owner.length > 1)
				.map((name) => (
					<Pick key={name} name={name} picked={search[name]} choices={choices[name]} onChange={onChange} />
				))}
			<FilterCheck
				label="Has a draft"
				checked={search.draft === '1'}
				onChange={(checked) => onChange({ draft: checked ? '1' : '' })}
			/>
			{codeLines !== null && (codeLines > 0 || search.show === 'code') && (
				<PlainButton
					look={search.show === 'code' ? 'light' : 'default'}
					aria-pressed={search.show === 'code'}
					icon={<IconListSearch size={16} aria-hidden />}
					onClick={() => onChange({ show: search.show === 'code' ? '' : 'code' })}
				>
					{countOf(codeLines, 'line')} in code
				</PlainButton>
			)}
		</ListFilter>
	);
}

interface PickProps {
	readonly name: keyof FilterChoices;
	readonly picked: string;
	readonly choices: readonly string[];
	readonly onChange: (change: Partial<ListSearch>) => void;
}

/** Memoized, as there may be thousands of choices. */
const Pick = memo(function Pick({ name, picked, choices, onChange }: PickProps) {
	// A value from an old URL that no BuildSpec has anymore is still shown.
	const data = picked === '' || choices.includes(picked) ? choices : [picked, ...choices];
	return (
		<FilterChoice
			className={classes.pick}
			label={capitalize(name)}
			anyLabel={`Any ${name}`}
			choices={data}
			value={picked}
			onChange={(value) => onChange({ [name]: value })}
		/>
	);
});
