import { Link } from 'react-router';
import { foldName } from '#contract/ids.ts';
import { paths } from '../../../routing/paths.ts';
import { Box } from '../../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states.tsx';
import { useDiscoveredNames } from '../../names/queries.ts';
import classes from '../around-build-specs.module.css';
import { GoneMark } from '../dataset/gone-mark.tsx';
import { SeenAt } from '../dataset/seen-at.tsx';

/** The datasets of a namespace that came by, where the service does not list them. */
export function DiscoveredDatasets({ owner, namespace }: { owner: string; namespace: string }) {
	const { names, isReading } = useDiscoveredNames();
	const key = foldName(`${owner}/${namespace}`);
	const found = [...names.values()]
		.filter((it) => it.datasetName !== null && foldName(`${it.owner}/${it.namespace}`) === key)
		.sort((a, b) => (a.key < b.key ? -1 : 1));
	return (
		<Box fill scroll pb={5}>
			<Muted component="p" spaced>
				This service does not list datasets. These came by in this browser.
			</Muted>
			{found.length === 0 ? (
				isReading ? (
					<LoadingRows rows={4} />
				) : (
					<EmptyState title="No dataset of it was seen yet">
						Open a BuildSpec that reads or writes one: it comes here.
					</EmptyState>
				)
			) : (
				<SimpleTable hover cards="lines" className={classes.table} aria-label="Datasets">
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
								<Text component="td" mono>
									<Link to={paths.dataset({ ...it, datasetName: it.datasetName ?? '' })}>{it.datasetName}</Link>{' '}
									<GoneMark gone={it.gone} />
								</Text>
								<td>
									<SeenAt seen={it.seen} />
								</td>
								<Muted component="td">
									<RelativeTime iso={new Date(it.last).toISOString()} />
								</Muted>
							</tr>
						))}
					</tbody>
				</SimpleTable>
			)}
		</Box>
	);
}
