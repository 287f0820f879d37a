import type { ReactNode } from 'react';
import { Inline } from './layout.tsx';
import type { Look } from './look.ts';
import classes from './primitives.module.css';

interface RowCheckProps {
	readonly label: string;
	readonly checked: boolean;
	readonly onChange: () => void;
}

/** Selects a table row. The hit area is larger than the checkbox. */
export function RowCheck({ label, checked, onChange }: RowCheckProps) {
	return (
		<label className={classes.rowCheck}>
			<input type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
		</label>
	);
}

interface BulkBarProps extends Pick<Look, 'mt'> {
	readonly label: string;
	readonly children: ReactNode;
}

/** Actions on the selected rows; sticky below them. */
export function BulkBar({ label, mt, children }: BulkBarProps) {
	return (
		<Inline
			component="section"
			gap={[2, 3]}
			boxed
			raised
			mt={mt}
			py={2}
			px={3}
			className={classes.bulkBar}
			aria-label={label}
		>
			{children}
		</Inline>
	);
}
