import type { ReactNode } from 'react';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import classes from './catalog.module.css';

interface LinkTableProps {
	readonly label: string;
	readonly columns: readonly string[];
	readonly children: ReactNode;
}

/** A table of few rows with links in them. */
export const LinkTable = ({ label, columns, children }: LinkTableProps) => (
	<SimpleTable hover cards="lines" className={classes.linkTable} aria-label={label}>
		<thead>
			<tr>
				{columns.map((name) => (
					<th key={name} scope="col">
						{name}
					</th>
				))}
			</tr>
		</thead>
		<tbody>{children}</tbody>
	</SimpleTable>
);
