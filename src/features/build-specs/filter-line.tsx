import { Checkbox, NativeSelect } from '@mantine/core';
import { ListFilter } from '../../ui/list-filter.tsx';
import classes from './list.module.css';
import { isFiltered, type ListSearch } from './list-search.ts';

interface FilterLineProps {
	readonly search: ListSearch;
	readonly choices: Record<'owner' | 'source' | 'namespace', string[]>;
	readonly onChange: (change: Partial<ListSearch>) => void;
	/** How many match, of how many. */
	readonly shown: number;
	readonly all: number;
	readonly onClear: () => void;
	/** Moves the focus into the rows. */
	readonly onEnterRows: () => void;
}

export function FilterLine({ search, choices, onChange, shown, all, onClear, onEnterRows }: FilterLineProps) {
	return (
		<ListFilter
			label="Filter by names and code"
			q={search.q}
			onChange={(q) => onChange({ q })}
			shown={shown}
			all={all}
			onEnterRows={onEnterRows}
			// Where nothing matches, the empty state offers it.
			onClear={shown > 0 && isFiltered(search) ? onClear : undefined}
		>
			{choices.owner.length > 1 && (
				<Pick label="Owner" name="owner" search={search} choices={choices} onChange={onChange} />
			)}
			<Pick label="Source" name="source" search={search} choices={choices} onChange={onChange} />
			<Pick label="Namespace" name="namespace" search={search} choices={choices} onChange={onChange} />
			<Checkbox
				className={classes.check}
				label="Has a draft"
				checked={search.draft === '1'}
				onChange={(event) => onChange({ draft: event.currentTarget.checked ? '1' : '' })}
			/>
		</ListFilter>
	);
}

type PickProps = Pick<FilterLineProps, 'search' | 'choices' | 'onChange'> & {
	readonly label: string;
	readonly name: 'owner' | 'source' | 'namespace';
};

function Pick({ label, name, search, choices, onChange }: PickProps) {
	const picked = search[name];
	// A value from an old address that no BuildSpec has any more is still shown as what it is.
	const data = picked === '' || choices[name].includes(picked) ? choices[name] : [picked, ...choices[name]];
	return (
		<NativeSelect
			className={classes.pick}
			aria-label={label}
			data-picked={picked !== '' || undefined}
			data={[{ value: '', label: `Any ${label.toLowerCase()}` }, ...data]}
			value={picked}
			onChange={(event) => onChange({ [name]: event.currentTarget.value })}
		/>
	);
}
