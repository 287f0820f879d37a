import { type DatasetCoordinate, joinNames, splitNames } from '#contract/dataset.ts';
import { explainName, foldName } from '#contract/ids.ts';
import type { DiscoveredName } from '../../storage/names.ts';

/** Where a name was seen, as displayed. */
export type Origin = 'BuildSpec' | 'run' | 'output' | 'answer' | 'link' | 'token' | 'share' | 'ingestion';

export interface SeenName {
	readonly owner: string;
	readonly namespace: string;
	/** Null if only the namespace was named. */
	readonly datasetName: string | null;
	readonly columns: readonly { readonly name: string; readonly type: string | null }[];
	readonly origin: Origin;
	/** What contained it: the name of a BuildSpec or run. */
	readonly where: string;
	/** URL of that in the console. */
	readonly to: string | null;
}

/** Limits: names, occurrences per name, columns per dataset. */
export const maxNames = 5_000;
const maxOccurrences = 5;
const maxColumns = 500;
/** A name seen again within this time, in ms, isn't rewritten. */
const soon = 60_000;

/** Origins that only show what exists. BuildSpecs, runs and answers still name what was deleted or renamed. */
const bringsBack: ReadonlySet<Origin> = new Set(['link', 'share']);

export type Names = ReadonlyMap<string, DiscoveredName>;

/** The names after a change, and which of them to store. */
export interface NamesChange {
	readonly names: Names;
	readonly changed: readonly DiscoveredName[];
	readonly forgotten: readonly string[];
}

/** A namespace, or a dataset in it. */
export interface NameRef {
	readonly owner: string;
	readonly namespace: string;
	readonly datasetName?: string | null;
}

const partsOf = ({ owner, namespace, datasetName = null }: NameRef): string[] =>
	datasetName === null ? [owner, namespace] : [owner, namespace, datasetName];

export const nameKey = (ref: NameRef): string => foldName(joinNames(partsOf(ref)));

/** Adds names and returns what is new or changed. `now` in ms since 1970. */
export function addSeenNames(names: Names, seenNames: readonly SeenName[], now: number): NamesChange {
	const next = new Map(names);
	const changed = new Map<string, DiscoveredName>();
	const met = new Set<string>();
	for (const seenName of seenNames) {
		if (!isName(seenName)) continue;
		const key = nameKey(seenName);
		met.add(key);
		const known = next.get(key);
		const name = seenAgain(known, key, seenName, now);
		if (name === known) continue;
		next.set(key, name);
		changed.set(key, name);
	}
	const left = leaving(next, met, names, next.size - maxNames);
	for (const key of left) {
		next.delete(key);
		changed.delete(key);
	}
	return { names: next, changed: [...changed.values()], forgotten: left.filter((key) => names.has(key)) };
}

/**
 * Keys to drop, oldest first. Known names have priority over new ones, or two halves of a long list would keep
 * replacing each other.
 */
function leaving(next: Names, met: ReadonlySet<string>, known: Names, count: number): string[] {
	if (count <= 0) return [];
	const rank = (key: string) => (!met.has(key) ? 0 : known.has(key) ? 2 : 1);
	return [...next.values()]
		.sort((a, b) => rank(a.key) - rank(b.key) || a.last - b.last)
		.slice(0, count)
		.map((item) => item.key);
}

/** Maximum length of a stored name, in UTF-16 units. */
const longestKept = 1_000;

/** Excludes token wildcards and text being typed. */
const isName = (ref: NameRef): boolean =>
	partsOf(ref).every((part) => part !== '*' && part.length <= longestKept && explain(part, '') === null);

function seenAgain(known: DiscoveredName | undefined, key: string, seenName: SeenName, now: number): DiscoveredName {
	const before = known?.seen.find((occurrence) => isSameOccurrence(occurrence, seenName));
	const columns = joinColumns(known?.columns ?? [], seenName.columns);
	if (known !== undefined && before !== undefined && columns === known.columns && now - before.last < soon) {
		return known;
	}
	const { origin, where, to } = seenName;
	const occurrence = { origin, where, to, first: before?.first ?? now, last: now };
	const others = (known?.seen ?? []).filter((other) => other !== before);
	return {
		key,
		owner: known?.owner ?? seenName.owner,
		namespace: known?.namespace ?? seenName.namespace,
		datasetName: known?.datasetName ?? seenName.datasetName,
		columns: [...columns],
		seen: [occurrence, ...others].slice(0, maxOccurrences),
		last: now,
		gone: bringsBack.has(seenName.origin) ? null : (known?.gone ?? null),
	};
}

/** Returns the same array if nothing is added. */
function joinColumns(known: DiscoveredName['columns'], more: SeenName['columns']): DiscoveredName['columns'] {
	const names = new Map(known.map((item) => [item.name, item]));
	for (const column of more) {
		const before = names.get(column.name);
		if (before === undefined || (column.type !== null && before.type !== column.type))
			names.set(column.name, { ...column });
	}
	const joined = [...names.values()];
	const isSame = joined.length === known.length && joined.every((candidate, index) => candidate === known[index]);
	return isSame ? known : joined.slice(0, maxColumns);
}

export interface NameRename {
	readonly owner: string;
	/** For a dataset: its namespace. */
	readonly namespace?: string | undefined;
	readonly from: string;
	readonly to: string;
}

/** Moves a namespace's or dataset's names to the new name. The old ones stay, marked as gone, because runs still name them. */
export function renameDiscovered(names: Names, { owner, namespace, from, to }: NameRename, now: number): NamesChange {
	const changed = new Map<string, DiscoveredName>();
	const ref = namespace === undefined ? { owner, namespace: from } : { owner, namespace, datasetName: from };
	for (const name of presentNames(names, ref)) {
		const moved = { ...name, ...(namespace === undefined ? { namespace: to } : { datasetName: to }) };
		const next = { ...moved, key: nameKey(moved) };
		changed.set(name.key, { ...name, gone: { at: now, to: joinNames(partsOf(moved)) } });
		changed.set(next.key, mergeNames(next, names.get(next.key)));
	}
	return changeOf(names, changed);
}

export function markGone(names: Names, ref: NameRef, now: number): NamesChange {
	const gone = presentNames(names, ref).filter((name) => name.datasetName !== null);
	return changeOf(names, new Map(gone.map((name) => [name.key, { ...name, gone: { at: now, to: null } }])));
}

/** Names of a namespace or dataset that aren't marked as gone. */
function presentNames(names: Names, ref: NameRef): DiscoveredName[] {
	const key = nameKey(ref);
	return [...names.values()].filter((name) => name.gone === null && `${name.key}/`.startsWith(`${key}/`));
}

function changeOf(names: Names, changed: ReadonlyMap<string, DiscoveredName>): NamesChange {
	return { names: new Map([...names, ...changed]), changed: [...changed.values()], forgotten: [] };
}

function mergeNames(name: DiscoveredName, other: DiscoveredName | undefined): DiscoveredName {
	if (other === undefined || other.gone !== null) return name;
	const isNew = (at: Occurrence) => !name.seen.some((known) => isSameOccurrence(known, at));
	const seen = [...name.seen, ...other.seen.filter(isNew)];
	return {
		...name,
		columns: [...joinColumns(other.columns, name.columns)],
		seen: seen.sort((a, b) => b.last - a.last).slice(0, maxOccurrences),
		last: Math.max(name.last, other.last),
	};
}

type Occurrence = Pick<DiscoveredName['seen'][number], 'origin' | 'where'>;
const isSameOccurrence = (a: Occurrence, b: Occurrence): boolean => a.origin === b.origin && a.where === b.where;

/** Coordinates of discovered datasets that aren't marked as gone. */
export const discoveredCoordinates = (names: Names): string[] =>
	[...names.values()].flatMap(({ owner, namespace, datasetName, gone }) =>
		datasetName === null || gone !== null ? [] : [joinNames([owner, namespace, datasetName])],
	);

export interface DiscoveredNamespace {
	readonly owner: string;
	readonly namespace: string;
	/** Datasets that aren't marked as gone. */
	readonly datasets: readonly DiscoveredName[];
	/** Where it or one of its datasets was seen, latest first. */
	readonly seen: DiscoveredName['seen'];
	readonly last: number;
}

/** Discovered names by namespace, sorted alphabetically, without renamed namespaces. */
export function discoveredNamespaces(names: Names): DiscoveredNamespace[] {
	const found = new Map<string, DiscoveredName[]>();
	for (const name of names.values()) {
		if (name.gone !== null && name.gone.to !== null) continue;
		const key = foldName(joinNames([name.owner, name.namespace]));
		found.set(key, [...(found.get(key) ?? []), name]);
	}
	return [...found.entries()]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, members]) => {
			const { owner = '', namespace = '' } = members[0] ?? {};
			const datasets = members.filter((member) => member.datasetName !== null && member.gone === null);
			const seen = members.flatMap((member) => member.seen).sort((a, b) => b.last - a.last);
			return { owner, namespace, datasets, seen, last: seen[0]?.last ?? 0 };
		});
}

export type ReadCoordinate =
	| { readonly coordinate: DatasetCoordinate; readonly problem: null }
	| { readonly coordinate: null; readonly problem: string };

/** Parses `owner/namespace/dataset`, or `namespace/dataset` of user `me`. */
export function readCoordinate(text: string, me: string): ReadCoordinate {
	const parts = splitNames(text.trim());
	const [owner, namespace, datasetName] = parts.length === 2 ? [me, ...parts] : parts;
	if (parts.length > 3 || owner === undefined || namespace === undefined || datasetName === undefined) {
		return {
			coordinate: null,
			problem: 'Enter owner/namespace/dataset, or namespace/dataset for a dataset of your own.',
		};
	}
	const coordinate = { owner, namespace, datasetName };
	const problem = explainCoordinate(coordinate);
	return problem === null ? { coordinate, problem } : { coordinate: null, problem };
}

/** Why a coordinate can't be sent, or null. Which characters are valid is up to the service. */
export const explainCoordinate = ({ owner, namespace, datasetName }: DatasetCoordinate): string | null =>
	explain(owner, 'The owner name') ??
	explain(namespace, 'The namespace name') ??
	explain(datasetName, 'The dataset name');

const explain = (name: string, what: string): string | null =>
	name === name.trim() && !['', '.', '..'].includes(name) ? null : explainName(name, what);
