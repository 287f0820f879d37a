import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate, joinNames } from '#contract/dataset.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { foldName } from '#contract/ids.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { compare } from '../../../lib/list-sort.ts';
import type { GraphEdge, GraphNode } from '../../../ui/graph/types.ts';
import {
	failedCount,
	isBuilt,
	type ShownState,
	shownState,
	statusLabel,
	statusTone,
	urgency,
} from '../../names/status-model.ts';
import { type SpecTargets, writesOf } from '../model.ts';

export interface LineageDataset {
	readonly key: string;
	readonly coordinate: DatasetCoordinate;
	readonly name: string;
	/** `owner/namespace`, as first written. */
	readonly namespace: string;
	readonly builtBy: readonly BuildSpec[];
	/** Unique keys of its direct upstream and downstream, sorted by name. */
	readonly up: readonly string[];
	readonly down: readonly string[];
}

/** All datasets that BuildSpecs name, by key, sorted by name. */
export type Lineage = ReadonlyMap<string, LineageDataset>;

/** @param targets what pipelines write besides their destinations, by BuildSpec id */
export function lineageOf(specs: readonly BuildSpec[], targets: SpecTargets = new Map()): Lineage {
	interface Growing {
		readonly coordinate: DatasetCoordinate;
		readonly builtBy: BuildSpec[];
		readonly up: Set<string>;
		readonly down: Set<string>;
	}
	const found = new Map<string, Growing>();
	const at = (coordinate: DatasetCoordinate): [string, Growing] => {
		const key = coordinateKey(coordinate);
		const known = found.get(key) ?? { coordinate, builtBy: [], up: new Set(), down: new Set() };
		found.set(key, known);
		return [key, known];
	};
	for (const spec of specs) {
		const written = new Map(writesOf(spec, targets).map(at));
		for (const [to, destination] of written) {
			destination.builtBy.push(spec);
			for (const [from, source] of spec.sources.map(at)) {
				source.down.add(to);
				destination.up.add(from);
			}
		}
	}
	return new Map(
		[...found]
			.sort(([a], [b]) => compare(a, b))
			.map(([key, { coordinate, builtBy, up, down }]) => [
				key,
				{
					key,
					coordinate,
					name: formatCoordinate(coordinate),
					namespace: joinNames([coordinate.owner, coordinate.namespace]),
					builtBy,
					up: [...up].sort(compare),
					down: [...down].sort(compare),
				},
			]),
	);
}

/** Maximum distance in steps; null: unlimited. */
export type Steps = number | null;

/** A dataset with its upstream and downstream, up to the given numbers of steps. Empty if it doesn't exist. */
export function around(lineage: Lineage, focus: string, up: Steps, down: Steps): Lineage {
	const near = new Set<string>();
	for (const [side, steps] of [['up', up] as const, ['down', down] as const]) {
		let edge = lineage.has(focus) ? [focus] : [];
		const seen = new Set(edge);
		for (let step = 0; edge.length > 0 && (steps === null || step < steps); step += 1) {
			const next = new Set(edge.flatMap((key) => lineage.get(key)?.[side] ?? []));
			edge = [...next].filter((key) => !seen.has(key));
			for (const key of edge) seen.add(key);
		}
		for (const key of seen) near.add(key);
	}
	return only(lineage, near);
}

function only(lineage: Lineage, keys: ReadonlySet<string>): Lineage {
	const within = (others: readonly string[]) => others.filter((other) => keys.has(other));
	return new Map(
		[...lineage]
			.filter(([key]) => keys.has(key))
			.map(([key, dataset]) => [key, { ...dataset, up: within(dataset.up), down: within(dataset.down) }]),
	);
}

/** Keys of datasets whose names contain every word; null without a search. */
export function findDatasets(lineage: Lineage, q: string): ReadonlySet<string> | null {
	const words = foldName(q).split(/\s+/).filter(Boolean);
	if (words.length === 0) return null;
	return new Set([...lineage.keys()].filter((key) => words.every((word) => key.includes(word))));
}

export function namespacesOf(lineage: Lineage): readonly { readonly key: string; name: string; datasets: number }[] {
	const counts = new Map<string, { name: string; datasets: number }>();
	for (const { namespace } of lineage.values()) {
		const key = foldName(namespace);
		const { name, datasets } = counts.get(key) ?? { name: namespace, datasets: 0 };
		counts.set(key, { name, datasets: datasets + 1 });
	}
	return [...counts].map(([key, count]) => ({ key, ...count })).sort((a, b) => compare(a.key, b.key));
}

export interface LineageBranch {
	readonly dataset: LineageDataset;
	/** `above`: what follows is listed at its first occurrence. `deeper`: too deep to list here. */
	readonly rest: 'here' | 'above' | 'deeper';
	readonly branches: readonly LineageBranch[];
}

/** Maximum nesting of a list. */
const deepest = 8;

/** Datasets as a tree from the given roots. What follows a dataset is listed once. */
export function treeOf(lineage: Lineage, starts: readonly string[], side: 'up' | 'down'): LineageBranch[] {
	const listed = new Set<string>();
	const grow = (keys: readonly string[], depth: number): LineageBranch[] =>
		keys.flatMap((key): LineageBranch[] => {
			const dataset = lineage.get(key);
			if (dataset === undefined) return [];
			if (listed.has(key)) return [{ dataset, rest: dataset[side].length === 0 ? 'here' : 'above', branches: [] }];
			if (depth === deepest && dataset[side].length > 0) return [{ dataset, rest: 'deeper', branches: [] }];
			listed.add(key);
			return [{ dataset, rest: 'here', branches: grow(dataset[side], depth + 1) }];
		});
	return grow(starts, 1);
}

/** Roots of the lists: datasets without upstream, and one of each cycle. */
export function rootsOf(lineage: Lineage): string[] {
	const roots = [...lineage.values()].filter((dataset) => dataset.up.length === 0).map((dataset) => dataset.key);
	const reached = new Set<string>();
	const reach = (start: string) => {
		const open = [start];
		for (let key = open.pop(); key !== undefined; key = open.pop()) {
			if (reached.has(key)) continue;
			reached.add(key);
			open.push(...(lineage.get(key)?.down ?? []));
		}
	};
	for (const key of roots) reach(key);
	for (const key of lineage.keys()) {
		if (!reached.has(key)) roots.push(key);
		reach(key);
	}
	return roots;
}

interface LineageGraph {
	readonly nodes: readonly GraphNode[];
	readonly edges: readonly GraphEdge<'builds'>[];
	/** By card id: its dataset, or the datasets of a collapsed namespace. */
	readonly datasets: ReadonlyMap<string, readonly LineageDataset[]>;
}

/** Undefined if the service has no statuses. */
type Statuses = ReadonlyMap<string, DatasetStatus> | undefined;

/** State of a dataset. If only it has none, it's deleted or not shared. */
function stateIn(statuses: Statuses, key: string): ShownState | undefined {
	const status = statuses?.get(key);
	if (status !== undefined) return shownState(status);
	return statuses === undefined ? undefined : 'missing';
}

/** Whether it's up to date and passed its checks. */
const isCurrent = (statuses: Statuses, key: string): boolean => {
	const status = statuses?.get(key);
	return status?.state === 'current' && isBuilt(status) && status.failedChecks.length === 0;
};

const failedIn = (datasets: readonly LineageDataset[], statuses: Statuses): string[] =>
	datasets.flatMap(({ key }) => statuses?.get(key)?.failedChecks ?? []);

/** Distinct states other than up to date, most urgent first. */
function statesOf(datasets: readonly LineageDataset[], statuses: Statuses): ShownState[] {
	const states = new Set<ShownState>(datasets.flatMap(({ key }) => stateIn(statuses, key) ?? []));
	return urgency.filter((state) => state !== 'current' && states.has(state));
}

/** "demo/aviation · Outdated", "12 datasets · 2 outdated · 1 check failed" */
function withStates(text: string, datasets: readonly LineageDataset[], statuses: Statuses): string {
	const words = statesOf(datasets, statuses).map((state) => {
		const count = datasets.filter(({ key }) => stateIn(statuses, key) === state).length;
		return datasets.length === 1 ? statusLabel[state] : `${formatCount(count)} ${statusLabel[state].toLowerCase()}`;
	});
	const [first] = datasets;
	if (datasets.length === 1 && first !== undefined && isCurrent(statuses, first.key)) words.push(statusLabel.current);
	const failedChecks = failedIn(datasets, statuses);
	if (failedChecks.length > 0) words.push(failedCount({ failedChecks }));
	return [text, ...words].join(' · ');
}

const cardPrefix = 'namespace ';

export const namespaceCard = (key: string): string => `${cardPrefix}${key}`;

/** The namespace of a collapsed card's id; null for a dataset's card. */
export const namespaceOfCard = (id: string): string | null =>
	id.startsWith(cardPrefix) ? id.slice(cardPrefix.length) : null;

/**
 * Datasets as cards, with edges from sources to results. A collapsed namespace is one card. @param focus key of the
 * highlighted dataset
 */
export function lineageGraph(
	lineage: Lineage,
	collapsed: ReadonlySet<string>,
	statuses?: Statuses,
	focus = '',
): LineageGraph {
	const datasets = new Map<string, LineageDataset[]>();
	const cardOf = new Map<string, string>();
	for (const dataset of lineage.values()) {
		const namespace = foldName(dataset.namespace);
		const id = collapsed.has(namespace) ? namespaceCard(namespace) : dataset.key;
		cardOf.set(dataset.key, id);
		datasets.set(id, [...(datasets.get(id) ?? []), dataset]);
	}
	const nodes = [...datasets].map(([id, of]): GraphNode => {
		const [first] = of;
		const { coordinate, namespace = '' } = first ?? {};
		const [worst] = statesOf(of, statuses);
		const state = worst ?? (first !== undefined && isCurrent(statuses, first.key) ? 'current' : undefined);
		const tone = {
			...(state ? { tone: statusTone[state] } : failedIn(of, statuses).length > 0 && { tone: 'warning' as const }),
			...(of.some(({ key }) => key === focus) && { isMarked: true }),
		};
		return namespaceOfCard(id) === null
			? { id, title: coordinate?.datasetName ?? '', subtitle: withStates(namespace, of, statuses), ...tone, rows: [] }
			: { id, title: namespace, subtitle: withStates(countOf(of.length, 'dataset'), of, statuses), ...tone, rows: [] };
	});
	const edges = new Map<string, GraphEdge<'builds'>>();
	for (const { key, up } of lineage.values()) {
		const to = cardOf.get(key) ?? key;
		for (const source of up) {
			const from = cardOf.get(source) ?? source;
			if (from === to) continue;
			const id = JSON.stringify([from, to]);
			edges.set(id, { id, from: { node: from, row: null }, to: { node: to, row: null }, kind: 'builds' });
		}
	}
	return { nodes, edges: [...edges.values()], datasets };
}
