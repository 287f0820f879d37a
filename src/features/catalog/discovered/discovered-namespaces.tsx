import { useMemo } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import type { ListColumn, ListName } from '../../../ui/list/list-table.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { type DiscoveredNamespace, discoveredNamespaces } from '../../names/model.ts';
import { useDiscoveredNames } from '../../names/queries.ts';
import classes from '../catalog.module.css';
import { NameList } from '../name-list.tsx';
import { lastSeenColumn, SeenAt } from './discovered-name.tsx';

const columns: readonly ListColumn<DiscoveredNamespace>[] = [
	{
		id: 'datasets',
		label: 'Datasets',
		numeric: true,
		unit: 'datasets',
		cell: (namespace) => formatCount(namespace.datasets.length),
		key: (namespace) => namespace.datasets.length,
	},
	{ id: 'seen', label: 'Seen in', cell: (namespace) => <SeenAt seen={namespace.seen} /> },
	lastSeenColumn,
];

const nameOf = ({ owner, namespace }: DiscoveredNamespace): ListName => {
	const title = `${owner}/${namespace}`;
	return { key: title, to: paths.namespace(owner, namespace), title };
};

/** The namespaces that came by, where the service does not list its own. */
export function DiscoveredNamespaces() {
	const { names, isReading } = useDiscoveredNames();
	const items = useMemo(() => discoveredNamespaces(names), [names]);
	return (
		<>
			<Text component="p" size="prose" measure breaks mb={2}>
				This service does not list namespaces. These came by in BuildSpecs, runs, outputs and answers, and are kept in
				this browser. <Link to={paths.learnedNames()}>Look at all names</Link>
			</Text>
			{items.length === 0 ? (
				isReading ? (
					<LoadingRows rows={4} />
				) : (
					<EmptyState title="Nothing seen yet">
						Open a BuildSpec: the namespaces that it reads and writes come here.
					</EmptyState>
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
