import { IconFilter, IconSelector } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Muted } from '../primitives/text.tsx';
import classes from './filter-fields.module.css';

/*
 * Replacements for Mantine's TextInput, NativeSelect and Checkbox in a list's filter line, which is on the first
 * screen: those take longer to load and render than its rows.
 */

interface FilterFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'aria-label' | 'placeholder'> {
	readonly label: string;
	readonly className: string | undefined;
}

export const FilterField = ({ label, className = '', ...props }: FilterFieldProps) => (
	<div className={`${classes.place} ${className}`}>
		<IconFilter size={16} aria-hidden className={classes.before} />
		<input {...props} type="text" aria-label={label} placeholder={label} className={classes.field} />
		<Muted component="kbd" className={classes.after} style={{ fontSize: 'var(--text-small)' }}>
			/
		</Muted>
	</div>
);

interface FilterChoiceProps extends Omit<ComponentProps<'select'>, 'aria-label' | 'onChange' | 'children'> {
	readonly label: string;
	/** Label of the first, empty option. */
	readonly anyLabel: string;
	readonly choices: readonly string[];
	readonly onChange: (value: string) => void;
	readonly className: string | undefined;
}

/** Native select for one of several values, or any. */
export function FilterChoice({ label, anyLabel, choices, onChange, className = '', ...props }: FilterChoiceProps) {
	return (
		<div className={`${classes.place} ${className}`}>
			<select
				{...props}
				aria-label={label}
				className={classes.field}
				onChange={(event) => onChange(event.currentTarget.value)}
			>
				<option value="">{anyLabel}</option>
				{choices.map((choice) => (
					<option key={choice} value={choice}>
						{choice}
					</option>
				))}
			</select>
			<IconSelector size={16} aria-hidden className={classes.after} />
		</div>
	);
}

interface FilterCheckProps {
	readonly label: string;
	readonly checked: boolean;
	readonly onChange: (checked: boolean) => void;
}

export const FilterCheck = ({ label, checked, onChange }: FilterCheckProps) => (
	<label className={classes.check}>
		<input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
		{label}
	</label>
);
