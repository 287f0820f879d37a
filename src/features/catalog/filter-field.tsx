import { Button, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useRef } from 'react';
import { formatCount } from '../../lib/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import classes from './catalog.module.css';

interface FilterFieldProps {
	readonly label: string;
	readonly q: string;
	readonly onChange: (q: string) => void;
	readonly shown: number;
	readonly all: number;
	/** Moves the focus into the rows. */
	readonly onEnterRows: () => void;
}

/** The filter line of a list: `/` goes to it, Enter and the arrow down go on to the rows. */
export function FilterField({ label, q, onChange, shown, all, onEnterRows }: FilterFieldProps) {
	const field = useRef<HTMLInputElement>(null);
	useHotkeys([['/', () => field.current?.focus()]]);
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
				className={classes.text ?? ''}
				aria-label={label}
				placeholder={label}
				leftSection={<IconFilter size={16} aria-hidden />}
				rightSection={<kbd className={classes.key}>/</kbd>}
				value={q}
				onChange={(event) => onChange(event.currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key === 'ArrowDown') {
						event.preventDefault();
						onEnterRows();
					}
					if (event.key === 'Escape' && q !== '') onChange('');
				}}
			/>
			<span role="status" className={classes.told}>
				{shown === all ? '' : `${formatCount(shown)} of ${formatCount(all)} match`}
			</span>
		</form>
	);
}

/** In the place of a list whose filter nothing fits. */
export const NothingMatches = ({ what, all, onClear }: { what: string; all: number; onClear: () => void }) => (
	<EmptyState
		title={`No ${what} matches`}
		action={
			<Button variant="default" onClick={onClear}>
				Clear the filter
			</Button>
		}
	>
		None of {formatCount(all)} has these words in its name or description.
	</EmptyState>
);
