import type { DatasetSchema } from '#contract/dataset.ts';
import { formatCount } from '../../lib/format.ts';
import classes from './dataset-columns.module.css';

/** The columns of a dataset in the order in which they are shown. */
export function DatasetColumns({ schema }: { schema: DatasetSchema }) {
	return (
		<div className={classes.columns}>
			<table className={classes.table} aria-label="Columns">
				<thead>
					<tr>
						<th scope="col" className={classes.number}>
							#
						</th>
						<th scope="col">Name</th>
						<th scope="col">Type</th>
						<th scope="col">Description</th>
					</tr>
				</thead>
				<tbody>
					{schema.columns.map(({ name, type, description }, index) => (
						<tr key={name}>
							<td className={classes.number}>{formatCount(index + 1)}</td>
							<th scope="row" className={classes.name}>
								{name}
							</th>
							<td className={classes.type}>{type}</td>
							<td className={classes.description}>{description}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
