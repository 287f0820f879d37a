import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import classes from './list.module.css';
import { isFiltered, type ListSearch, noSearch } from './list-search.ts';

interface FilterLineProps {
	readonly search: ListSearch;
	readonly choices: Record<'owner' | 'source' | 'namespace', string[]>;
	readonly onChange: (change: Partial<ListSearch>) => void;
	readonly field: RefObject<HTMLInputElement | null>;
	/** How many match, in words; empty when all do. */
	readonly told: string;
	/** Whether to offer clearing here; where nothing matches, the empty state does. */
	readonly clearable: boolean;
	/** Moves the focus into the rows. */
	readonly onEnterRows: () => void;
}

export function FilterLine({ search, choices, onChange, field, told, clearable, onEnterRows }: FilterLineProps) {
	return (
		<form
			aria-label="Filters"
			className={classes.filters}
			onSubmit={(event) => {
				event.preventDefault();
				onEnterRows();
			}}
		>
			<TextInput
				ref={field}
				className={classes.text}
				aria-label="Filter by names and code"
				placeholder="Filter by names and code"
				leftSection={<IconFilter size={16} aria-hidden />}
				rightSection={<kbd className={classes.key}>/</kbd>}
				value={search.q}
				onChange={(event) => onChange({ q: event.currentTarget.value })}
				onKeyDown={(event) => {
					if (event.key === 'ArrowDown') {
						event.preventDefault();
						onEnterRows();
					}
					if (event.key === 'Escape' && search.q !== '') onChange({ q: '' });
				}}
			/>
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
			<span role="status" className={classes.told}>
				{told}
			</span>
			{clearable && isFiltered(search) && (
				<Button
					variant="subtle"
					leftSection={<IconX size={16} aria-hidden />}
					onClick={() => {
						onChange({ ...noSearch, sort: search.sort });
						field.current?.focus();
					}}
				>
					Clear filters
				</Button>
			)}
		</form>
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
