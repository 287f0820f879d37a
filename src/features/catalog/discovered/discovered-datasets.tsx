import { Link } from 'react-router';
import { foldName } from '#contract/ids.ts';
import { paths } from '../../../routing/paths.ts';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useDiscoveredNames } from '../../names/queries.ts';
import { LinkTable } from '../link-table.tsx';
import { GoneMark, SeenAt } from './discovered-name.tsx';

/** The datasets of a namespace that came by, where the service does not list them. */
export function DiscoveredDatasets({ owner, namespace }: { owner: string; namespace: string }) {
	const { names, isReading } = useDiscoveredNames();
	const key = foldName(`${owner}/${namespace}`);
	const found = [...names.values()]
		.filter((name) => name.datasetName !== null && foldName(`${name.owner}/${name.namespace}`) === key)
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
				<LinkTable label="Datasets" columns={['Name', 'Seen in', 'Last seen']}>
					{found.map((item) => (
						<tr key={item.key}>
							<Text component="td" mono>
								<Link to={paths.dataset({ ...item, datasetName: item.datasetName ?? '' })}>{item.datasetName}</Link>{' '}
								<GoneMark gone={item.gone} />
							</Text>
							<td>
								<SeenAt seen={item.seen} />
							</td>
							<Muted component="td">
								<RelativeTime iso={new Date(item.last).toISOString()} />
							</Muted>
						</tr>
					))}
				</LinkTable>
			)}
		</Box>
	);
}
