import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { ListedLink } from '#contract/link.ts';
import { countOf } from '../../../lib/format.ts';
import { setOrDelete, useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { paths } from '../../../routing/paths.ts';
import { GraphView } from '../../../ui/graph/graph-view.tsx';
import type { EdgeLook, GraphPick } from '../../../ui/graph/types.ts';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { MatchMark } from '../link-parts.tsx';
import { linkName } from '../model.ts';
import { around, type EdgeKind, foundNodes, linkGraph } from './graph-model.ts';
import classes from './links.module.css';

interface LinksGraphProps {
	readonly links: readonly ListedLink[];
	readonly picked: string | null;
	readonly onPick: (id: string | null) => void;
}

const looks: Readonly<Record<EdgeKind, EdgeLook>> = {
	ExactMatch: { color: '--accent', dash: [] },
	GeoMatch: { color: '--success-text', dash: [8, 4] },
	lineage: { color: '--text-muted', dash: [2, 4] },
};

/** Datasets as cards with their linked columns. Links are styled by type; lineage is an optional layer. */
export function LinksGraph({ links, picked, onPick }: LinksGraphProps) {
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const q = params.get('q') ?? '';
	const focus = params.get('focus');
	const withLineage = params.get('lineage') === '1';
	const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
	const [node, setNode] = useState<string | null>(null);
	const specs = useQuery({ ...buildSpecsQuery, enabled: withLineage });
	const shownSpecs = withLineage ? specs.data?.items : undefined;
	const all = useMemo(() => linkGraph(links, shownSpecs ?? [], collapsed), [links, shownSpecs, collapsed]);
	const graph = useMemo(() => {
		const isThere = focus !== null && all.nodes.some((node) => node.id === focus);
		return isThere ? around(all, focus) : all;
	}, [all, focus]);
	const found = useMemo(() => foundNodes(graph, q), [graph, q]);
	const set = (name: string, value: string | null) => edit((search) => setOrDelete(search, name, value || null));
	const dataset = node === null ? undefined : all.datasets.get(node);
	const pick: GraphPick | null =
		picked !== null ? { kind: 'edge', id: picked } : node === null ? null : { kind: 'node', id: node };
	const isAllCollapsed = graph.nodes.every((node) => node.collapsed || node.rows.length === 0);
	return (
		<>
			<Inline component="search" gap={[2, 4]} pb={3}>
				<TextInput
					flex="0 1 20rem"
					aria-label="Find datasets and columns"
					placeholder="Find datasets and columns"
					leftSection={<IconFilter size={16} aria-hidden />}
					value={q}
					onChange={(event) => set('q', event.currentTarget.value)}
				/>
				<Muted role="status">{found === null ? '' : `${countOf(found.size, 'dataset')} found`}</Muted>
				<Checkbox
					label="Show lineage"
					checked={withLineage}
					onChange={(event) => set('lineage', event.currentTarget.checked ? '1' : null)}
				/>
				<Button
					variant="default"
					onClick={() =>
						setCollapsed(isAllCollapsed ? new Set() : new Set([...collapsed, ...graph.nodes.map((node) => node.id)]))
					}
				>
					{isAllCollapsed ? 'Show columns' : 'Hide columns'}
				</Button>
				{focus !== null && (
					<Button variant="default" onClick={() => set('focus', null)}>
						Show all datasets
					</Button>
				)}
			</Inline>
			<GraphView
				nodes={graph.nodes}
				edges={graph.edges}
				looks={looks}
				label="Datasets and the links between their columns"
				picked={pick}
				found={found}
				onPick={(next) => {
					setNode(next?.kind === 'node' ? next.id : null);
					const isLink = next?.kind === 'edge' && links.some((link) => link.id === next.id);
					onPick(isLink ? next.id : null);
				}}
				onToggle={(id) => {
					const next = new Set(collapsed);
					if (!next.delete(id)) next.add(id);
					setCollapsed(next);
				}}
			/>
			<Inline
				component="ul"
				gap={[1, 4]}
				align="stretch"
				pt={2}
				tone="muted"
				className={classes.legend}
				aria-label="Legend"
			>
				<li>
					<span data-line="ExactMatch" /> equal values
				</li>
				<li>
					<span data-line="GeoMatch" /> nearby locations
				</li>
				{withLineage && (
					<li>
						<span data-line="lineage" /> built by a BuildSpec
					</li>
				)}
			</Inline>
			{node !== null && dataset !== undefined && (
				<NodeLinks
					links={links.filter((link) =>
						all.edges.some((edge) => edge.id === link.id && (edge.from.node === node || edge.to.node === node)),
					)}
					dataset={dataset}
					isFocused={focus === node}
					onFocus={() => set('focus', node)}
					onPick={onPick}
				/>
			)}
		</>
	);
}

interface NodeLinksProps {
	readonly links: readonly ListedLink[];
	readonly dataset: DatasetCoordinate;
	readonly isFocused: boolean;
	readonly onFocus: () => void;
	readonly onPick: (id: string) => void;
}

/** Links of the picked dataset, since edges can't be reached by keyboard. */
const NodeLinks = ({ links, dataset, isFocused, onFocus, onPick }: NodeLinksProps) => (
	<Box
		component="section"
		mt={2}
		pt={2}
		ruled="above"
		scroll
		className={classes.nodeLinks}
		aria-label={`Links for ${formatCoordinate(dataset)}`}
	>
		<Inline gap={[1, 3]}>
			<Text component={Link} mono to={paths.dataset(dataset)}>
				{formatCoordinate(dataset)}
			</Text>
			<Muted>{countOf(links.length, 'link')}</Muted>
			{!isFocused && (
				<Button variant="default" size="compact-sm" onClick={onFocus}>
					Show only linked datasets
				</Button>
			)}
		</Inline>
		<Stack component="ul" mt={1}>
			{links.map((link) => (
				<li key={link.id}>
					<TextButton className={classes.nodeLink} onClick={() => onPick(link.id)}>
						<MatchMark type={link.matchType} /> <code>{linkName(link)}</code>
					</TextButton>
				</li>
			))}
		</Stack>
	</Box>
);
