import { useMemo } from 'react';
import { Link } from 'react-router';
import { foldName } from '#contract/ids.ts';
import { paths } from '../../../routing/paths.ts';
import type { DiscoveredName } from '../../../storage/names.ts';
import type { ListColumn, ListName } from '../../../ui/list/list-table.tsx';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { type DiscoveredNamespace, discoveredNamespaces } from '../../names/model.ts';
import { useDiscoveredNames } from '../../names/queries.ts';
import classes from '../catalog.module.css';
import { countColumn, NameList } from '../name-list.tsx';
import { LinkTable } from '../related-lists.tsx';

export const lastSeenColumn: ListColumn<Pick<DiscoveredName, 'last'>> = {
	id: 'last',
	label: 'Last seen',
	cell: ({ last }) => <RelativeTime iso={new Date(last).toISOString()} />,
	key: ({ last }) => last,
};

export function SeenAt({ seen }: { seen: DiscoveredName['seen'] }) {
	const [first, ...others] = seen;
	if (first === undefined) return null;
	const title = others.map((other) => `${other.origin} ${other.where}`).join('\n');
	return (
		<Muted title={title}>
			{first.origin}{' '}
			{first.to === null ? (
				first.where
			) : (
				<Link to={first.to} tabIndex={-1} style={{ position: 'relative', zIndex: 1 }}>
					{first.where}
				</Link>
			)}
			{others.length > 0 && ` and ${others.length} more`}
		</Muted>
	);
}

export function GoneMark({ gone }: { gone: DiscoveredName['gone'] }) {
	if (gone === null) return null;
	return (
		<Muted style={{ fontFamily: 'var(--mantine-font-family)' }}>
			{gone.to === null ? 'was deleted' : `was renamed to ${gone.to}`}{' '}
			<RelativeTime iso={new Date(gone.at).toISOString()} />
		</Muted>
	);
}

/** Opening a BuildSpec discovers the names it uses. */
export const showBuildSpecs = <LinkButton to={paths.buildSpecs()}>Go to BuildSpecs</LinkButton>;

const columns: readonly ListColumn<DiscoveredNamespace>[] = [
	countColumn('dataset', 'Datasets', (namespace) => namespace.datasets.length),
	{ id: 'seen', label: 'Seen in', cell: (namespace) => <SeenAt seen={namespace.seen} /> },
	lastSeenColumn,
];

const nameOf = ({ owner, namespace }: DiscoveredNamespace): ListName => {
	const title = `${owner}/${namespace}`;
	return { key: title, to: paths.namespace(owner, namespace), title };
};

/** Discovered namespaces, for services that don't list them. */
export function DiscoveredNamespaces() {
	const { names, isReading } = useDiscoveredNames();
	const items = useMemo(() => discoveredNamespaces(names), [names]);
	return (
		<>
			<Text component="p" size="prose" measure breaks mb={2}>
				This service doesn’t list namespaces. The console finds them in BuildSpecs, runs, outputs, answers, links and
				tokens, and stores them in this browser. <Link to={paths.learnedNames()}>Show all discovered names</Link>
			</Text>
			{items.length === 0 ? (
				isReading ? (
					<LoadingRows rows={4} />
				) : (
					<EmptyState title="No namespaces discovered yet" action={showBuildSpecs} />
				)
			) : (
				<NameList
					label="Namespaces"
					what="namespace"
					filterLabel="Filter by name or owner"
					className={classes.discoveredNamespaces}
					items={items}
					columns={columns}
					name={nameOf}
				/>
			)}
		</>
	);
}

/** Discovered datasets of a namespace, for services that don't list them. */
export function DiscoveredDatasets({ owner, namespace }: { owner: string; namespace: string }) {
	const { names, isReading } = useDiscoveredNames();
	const key = foldName(`${owner}/${namespace}`);
	const found = [...names.values()]
		.filter((name) => name.datasetName !== null && foldName(`${name.owner}/${name.namespace}`) === key)
		.sort((a, b) => (a.key < b.key ? -1 : 1));
	return (
		<Box fill scroll pb={5}>
			<Muted component="p" spaced>
				This service doesn’t list datasets. The console finds them in BuildSpecs, runs, outputs, answers, links and
				tokens, and stores them in this browser.
			</Muted>
			{found.length === 0 ? (
				isReading ? (
					<LoadingRows rows={4} />
				) : (
					<EmptyState title="No datasets discovered yet" action={showBuildSpecs} />
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
