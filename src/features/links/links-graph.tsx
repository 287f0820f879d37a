import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { formatCoordinate } from '#contract/dataset.ts';
import type { ListedLink } from '#contract/link.ts';
import { countOf } from '../../lib/format.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { paths } from '../../routing/paths.ts';
import { GraphView } from '../../ui/graph/graph-view.tsx';
import type { EdgeLook, GraphPick } from '../../ui/graph/types.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { TextButton } from '../../ui/primitives/text-button.tsx';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import { around, type EdgeKind, foundNodes, linkGraph } from './graph-model.ts';
import classes from './links.module.css';
import { MatchMark } from './match-mark.tsx';
import { linkName } from './model.ts';

interface LinksGraphProps {
	readonly links: readonly ListedLink[];
	/** Id of the picked link. */
	readonly picked: string | null;
	readonly onPick: (id: string | null) => void;
}

const looks: Readonly<Record<EdgeKind, EdgeLook>> = {
	ExactMatch: { colour: '--accent', dash: [] },
	GeoMatch: { colour: '--success-text', dash: [8, 4] },
	lineage: { colour: '--text-muted', dash: [2, 4] },
};

/** Datasets as cards with their linked columns; links by type, and what BuildSpecs make of what as a second layer. */
export function LinksGraph({ links, picked, onPick }: LinksGraphProps) {
	const [params, setParams] = useAddressParams();
	const q = params.get('q') ?? '';
	const focus = params.get('focus');
	const withLineage = params.get('lineage') === '1';
	const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
	const [node, setNode] = useState<string | null>(null);
	const specs = useQuery({ ...buildSpecsQuery, enabled: withLineage });
	const shownSpecs = withLineage ? specs.data?.items : undefined;
	const all = useMemo(() => linkGraph(links, shownSpecs ?? [], collapsed), [links, shownSpecs, collapsed]);
	const graph = useMemo(() => {
		const isThere = focus !== null && all.nodes.some((it) => it.id === focus);
		return isThere ? around(all, focus) : all;
	}, [all, focus]);
	const found = useMemo(() => foundNodes(graph, q), [graph, q]);
	const set = (name: string, value: string | null) =>
		setParams(
			(before) => {
				if (value === null || value === '') before.delete(name);
				else before.set(name, value);
				return before;
			},
			{ replace: true, preventScrollReset: true },
		);
	const pick: GraphPick | null =
		picked !== null ? { kind: 'edge', id: picked } : node === null ? null : { kind: 'node', id: node };
	const isAllCollapsed = graph.nodes.every((it) => it.collapsed || it.rows.length === 0);
	return (
		<>
			<Inline component="search" gap={[2, 4]} pb={3}>
				<TextInput
					className={classes.graphFilter ?? ''}
					aria-label="Find datasets and columns"
					placeholder="Find datasets and columns"
					leftSection={<IconFilter size={16} aria-hidden />}
					value={q}
					onChange={(event) => set('q', event.currentTarget.value)}
				/>
				<Muted role="status">{found === null ? '' : `${countOf(found.size, 'dataset')} found`}</Muted>
				<Checkbox
					label="What BuildSpecs make of what"
					checked={withLineage}
					onChange={(event) => set('lineage', event.currentTarget.checked ? '1' : null)}
				/>
				<Button
					variant="default"
					onClick={() =>
						setCollapsed(isAllCollapsed ? new Set() : new Set([...collapsed, ...graph.nodes.map((it) => it.id)]))
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
					const isLink = next?.kind === 'edge' && links.some((it) => it.id === next.id);
					onPick(isLink ? next.id : null);
				}}
				onToggle={(id) => {
					const next = new Set(collapsed);
					if (!next.delete(id)) next.add(id);
					setCollapsed(next);
				}}
			/>
			<Inline component="ul" gap={[1, 4]} align="stretch" tone="muted" className={classes.legend} aria-label="Lines">
				<li>
					<span data-line="ExactMatch" /> equal values
				</li>
				<li>
					<span data-line="GeoMatch" /> near places
				</li>
				{withLineage && (
					<li>
						<span data-line="lineage" /> made by a BuildSpec
					</li>
				)}
			</Inline>
			{node !== null && (
				<NodeLinks
					links={links.filter((link) =>
						all.edges.some((it) => it.id === link.id && (it.from.node === node || it.to.node === node)),
					)}
					name={nameOf(all.datasets.get(node))}
					to={pathOf(all.datasets.get(node))}
					isFocused={focus === node}
					onFocus={() => set('focus', node)}
					onPick={onPick}
				/>
			)}
		</>
	);
}

type Dataset = Parameters<typeof formatCoordinate>[0] | undefined;
const nameOf = (it: Dataset): string => (it === undefined ? '' : formatCoordinate(it));
const pathOf = (it: Dataset): string => (it === undefined ? paths.links() : paths.dataset(it));

interface NodeLinksProps {
	readonly links: readonly ListedLink[];
	readonly name: string;
	readonly to: string;
	readonly isFocused: boolean;
	readonly onFocus: () => void;
	readonly onPick: (id: string) => void;
}

/** The links of the picked dataset, each a way to its evidence; edges cannot be reached by keys. */
const NodeLinks = ({ links, name, to, isFocused, onFocus, onPick }: NodeLinksProps) => (
	<section className={classes.nodeLinks} aria-label={`Links of ${name}`}>
		<Inline gap={[1, 3]} className={classes.nodeHead}>
			<Link to={to}>{name}</Link>
			<Muted>{countOf(links.length, 'link')}</Muted>
			{!isFocused && (
				<Button variant="default" size="compact-sm" onClick={onFocus}>
					Show only what is linked with it
				</Button>
			)}
		</Inline>
		<Stack component="ul">
			{links.map((it) => (
				<li key={it.id}>
					<TextButton className={classes.nodeLink} onClick={() => onPick(it.id)}>
						<MatchMark type={it.matchType} /> <code>{linkName(it)}</code>
					</TextButton>
				</li>
			))}
		</Stack>
	</section>
);
