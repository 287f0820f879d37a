import { useHotkeys } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { countOf, formatCount } from '../../lib/format.ts';
import { Inline } from '../primitives/layout.tsx';
import { PlainButton } from '../primitives/plain-button.tsx';
import { Muted } from '../primitives/text.tsx';
import { EmptyState } from '../states/states.tsx';
import { FilterField } from './filter-fields.tsx';
import classes from './list-filter.module.css';

interface ListFilterProps {
	/** Placeholder: "Filter by name or owner". */
	readonly label: string;
	readonly q: string;
	readonly onChange: (q: string) => void;
	/** Number of matching rows, and of all rows. */
	readonly shown: number;
	readonly all: number;
	/** Moves the focus to the rows: `ListControl.focusFirst`. */
	readonly onEnterRows: () => void;
	readonly children?: ReactNode;
	/** Clears all filters; shown if set. */
	readonly onClear?: (() => void) | undefined;
}

/** A list's filter line: `/` focuses it, Enter and arrow down move to the rows, Escape clears it. */
export function ListFilter({ label, q, onChange, shown, all, onEnterRows, children, onClear }: ListFilterProps) {
	const field = useRef<HTMLInputElement>(null);
	useHotkeys([['/', () => field.current?.focus()]]);
	return (
		<Inline
			component="form"
			aria-label="Filters"
			gap={2}
			pb={3}
			onSubmit={(event: FormEvent) => {
				event.preventDefault();
				onEnterRows();
			}}
		>
			<FilterField
				ref={field}
				className={classes.text}
				label={label}
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
			{children}
			<Muted numeric role="status" className={classes.count}>
				{shown === all ? '' : `${formatCount(shown)} of ${formatCount(all)} ${shown === 1 ? 'matches' : 'match'}`}
			</Muted>
			{onClear !== undefined && (
				<PlainButton
					look="subtle"
					icon={<IconX size={16} aria-hidden />}
					onClick={() => {
						onClear();
						field.current?.focus();
					}}
				>
					Clear filters
				</PlainButton>
			)}
		</Inline>
	);
}

interface NothingMatchesProps {
	/** Singular of the listed items: "dataset". */
	readonly what: string;
	readonly all: number;
	readonly onClear: () => void;
	readonly children?: ReactNode;
}

export const NothingMatches = ({ what, all, onClear, children }: NothingMatchesProps) => (
	<EmptyState
		title={`No ${what}s match`}
		action={
			<PlainButton look="default" onClick={onClear}>
				Clear filters
			</PlainButton>
		}
	>
		{children ?? <>Searched {countOf(all, what)}.</>}
	</EmptyState>
);
