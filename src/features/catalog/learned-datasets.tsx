import { Link } from 'react-router';
import { foldName } from '#contract/ids.ts';
import { paths } from '../../routing/paths.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import { useLearnedNames } from '../names/queries.ts';
import classes from './around-build-specs.module.css';
import { GoneMark } from './gone-mark.tsx';
import { SeenAt } from './seen-at.tsx';

/** The datasets of a namespace that came by, where the service does not list them. */
export function LearnedDatasets({ owner, namespace }: { owner: string; namespace: string }) {
	const { names, isReading } = useLearnedNames();
	const key = foldName(`${owner}/${namespace}`);
	const found = [...names.values()]
		.filter((it) => it.datasetName !== null && foldName(`${it.owner}/${it.namespace}`) === key)
		.sort((a, b) => (a.key < b.key ? -1 : 1));
	return (
		<div className={classes.around}>
			<p className={classes.quiet}>This service does not list datasets. These came by in this browser.</p>
			{found.length === 0 ? (
				isReading ? (
					<LoadingRows rows={4} />
				) : (
					<EmptyState title="No dataset of it was seen yet">
						Open a BuildSpec that reads or writes one: it comes here.
					</EmptyState>
				)
			) : (
				<table className={classes.table} aria-label="Datasets">
					<thead>
						<tr>
							<th scope="col">Name</th>
							<th scope="col">Seen in</th>
							<th scope="col">Last seen</th>
						</tr>
					</thead>
					<tbody>
						{found.map((it) => (
							<tr key={it.key}>
								<td className={classes.name}>
									<Link to={paths.dataset({ ...it, datasetName: it.datasetName ?? '' })}>{it.datasetName}</Link>{' '}
									<GoneMark gone={it.gone} />
								</td>
								<td>
									<SeenAt seen={it.seen} />
								</td>
								<td className={classes.quiet}>
									<RelativeTime iso={new Date(it.last).toISOString()} />
								</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
		</div>
	);
}
