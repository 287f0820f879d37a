import { queryOptions } from '@tanstack/react-query';
import type { BuildSpec, SourceColumn } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { inParallel } from '#lib/concurrency/in-parallel.ts';
import { isOutputFor, type SpecOutput, specOutputsQuery } from './spec-outputs.ts';

export interface ColumnUsers {
	/** BuildSpecs that read it, for values or conditions. */
	readonly direct: readonly BuildSpec[];
	/** BuildSpecs that read columns of other datasets derived from it. */
	readonly further: readonly BuildSpec[];
	/** BuildSpecs that read such datasets, but it isn't known which columns. */
	readonly unsure: readonly BuildSpec[];
	/** Columns of other datasets derived from it. */
	readonly made: readonly SourceColumn[];
}

export interface ColumnReaders {
	/** By lowercase column name. */
	readonly byColumn: ReadonlyMap<string, ColumnUsers>;
	/** Readers whose columns aren't known: code with errors, and names that only a run determines. */
	readonly unsure: readonly BuildSpec[];
}

/** Maximum BuildSpecs to analyze, with one request each, nearest first. The columns of the others stay unknown. */
const limit = 100;
/** Maximum concurrent requests. */
const atOnce = 6;

/** Follows every column of a dataset through the BuildSpecs downstream. */
export const columnReadersQuery = (dataset: DatasetCoordinate, specs: readonly BuildSpec[], hasPipelines: boolean) => {
	const changed = specs.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), '');
	return queryOptions({
		queryKey: ['build-specs', 'readers', coordinateKey(dataset), hasPipelines, specs.length, changed] as const,
		queryFn: async ({ client }) => {
			const known = new Map<string, readonly SpecOutput[]>();
			const load = async (wanted: readonly BuildSpec[]) => {
				const missing = wanted.filter(({ id }) => !known.has(id)).slice(0, Math.max(0, limit - known.size));
				await inParallel(missing, atOnce, async (spec) => {
					// A failed request leaves it unknown.
					const outputs = await client.fetchQuery(specOutputsQuery(spec, hasPipelines)).catch(() => []);
					known.set(spec.id, outputs);
				});
				return known;
			};
			return readersOfColumns(dataset, specs, load);
		},
		// React Query can't share a Map structurally.
		structuralSharing: false,
		staleTime: 30_000,
		retry: false,
	});
};

type Load = (specs: readonly BuildSpec[]) => Promise<ReadonlyMap<string, readonly SpecOutput[]>>;

/** @param load outputs by BuildSpec id; absent means unknown */
export async function readersOfColumns(
	dataset: DatasetCoordinate,
	specs: readonly BuildSpec[],
	load: Load,
): Promise<ColumnReaders> {
	const root = coordinateKey(dataset);
	const readersBy = new Map<string, BuildSpec[]>();
	const named = new Map<string, DatasetCoordinate>();
	for (const spec of specs) {
		for (const [key, source] of new Map(spec.sources.map((source) => [coordinateKey(source), source]))) {
			named.set(key, source);
			readersBy.set(key, [...(readersBy.get(key) ?? []), spec]);
		}
	}
	const reach = new Reach(root);
	let edge = new Set([root]);
	while (edge.size > 0) {
		const readers = [...new Set([...edge].flatMap((key) => readersBy.get(key) ?? []))];
		const known = await load(readers);
		const next = new Set<string>();
		for (const spec of readers) {
			const outputs = known.get(spec.id) ?? [];
			const read = spec.sources.map(coordinateKey).filter((key) => edge.has(key));
			if (outputs.length === 0 || outputs.some(isUnclear)) reach.doubt(spec, read);
			for (const { target, lineage } of outputs) {
				for (const column of lineage?.alsoRead ?? []) reach.read(spec, [column]);
				const targets = target === null ? [] : datasetsOf(target, named);
				for (const { column, from } of lineage?.columns ?? []) {
					const roots = reach.read(spec, from);
					for (const made of targets) if (reach.make(made, column, roots)) next.add(coordinateKey(made));
				}
			}
		}
		edge = next;
	}
	return reach.found();
}

const isUnclear = ({ lineage }: SpecOutput): boolean =>
	lineage === null || lineage.columns.some(({ kind }) => kind === 'unknown');

/** Datasets that a target represents; for a template, the datasets whose names match. */
function datasetsOf(target: DatasetCoordinate, named: ReadonlyMap<string, DatasetCoordinate>): DatasetCoordinate[] {
	if (!target.datasetName.includes('{') && !target.namespace.includes('{') && !target.owner.includes('{'))
		return [target];
	return [...named.values()].filter((dataset) => isOutputFor(target, dataset));
}

/** Where a dataset's columns have been traced so far. */
class Reach {
	readonly #root: string;
	/** By dataset and column: the first dataset's columns it derives from. */
	readonly #made = new Map<string, Map<string, Set<string>>>();
	readonly #names = new Map<string, SourceColumn>();
	readonly #users = new Map<string, { direct: Set<BuildSpec>; further: Set<BuildSpec>; unsure: Set<BuildSpec> }>();
	readonly #unsure = new Set<BuildSpec>();

	constructor(root: string) {
		this.#root = root;
	}

	/** Records columns a BuildSpec reads. @returns the first dataset's columns they derive from */
	read(spec: BuildSpec, columns: readonly SourceColumn[]): Set<string> {
		const all = new Set<string>();
		for (const { dataset, column } of columns) {
			const key = coordinateKey(dataset);
			const name = column.toLowerCase();
			const roots = key === this.#root ? [name] : (this.#made.get(key)?.get(name) ?? []);
			for (const root of roots) {
				all.add(root);
				this.#usersOf(root)[key === this.#root ? 'direct' : 'further'].add(spec);
			}
		}
		return all;
	}

	/** Records a column's origins. @returns whether any are new */
	make(dataset: DatasetCoordinate, column: string, roots: ReadonlySet<string>): boolean {
		const key = coordinateKey(dataset);
		if (key === this.#root || roots.size === 0) return false;
		const columns = this.#made.get(key) ?? new Map<string, Set<string>>();
		this.#made.set(key, columns);
		const name = column.toLowerCase();
		const known = columns.get(name) ?? new Set<string>();
		columns.set(name, known);
		const before = known.size;
		for (const root of roots) known.add(root);
		this.#names.set(`${key} ${name}`, { dataset, column });
		return known.size > before;
	}

	/** Records that a BuildSpec reads unknown columns of these datasets. */
	doubt(spec: BuildSpec, datasets: readonly string[]): void {
		for (const key of datasets) {
			if (key === this.#root) this.#unsure.add(spec);
			for (const roots of this.#made.get(key)?.values() ?? [])
				for (const root of roots) this.#usersOf(root).unsure.add(spec);
		}
	}

	#usersOf(root: string) {
		const users = this.#users.get(root) ?? { direct: new Set(), further: new Set(), unsure: new Set() };
		this.#users.set(root, users);
		return users;
	}

	found(): ColumnReaders {
		const made = new Map<string, SourceColumn[]>();
		for (const [key, columns] of this.#made) {
			for (const [name, roots] of columns) {
				const column = this.#names.get(`${key} ${name}`);
				for (const root of column === undefined ? [] : roots)
					made.set(root, [...(made.get(root) ?? []), column as SourceColumn]);
			}
		}
		const byColumn = new Map(
			[...this.#users].map(([root, { direct, further, unsure }]): [string, ColumnUsers] => [
				root,
				{
					direct: [...direct],
					further: [...further].filter((spec) => !direct.has(spec)),
					unsure: [...unsure].filter((spec) => !direct.has(spec) && !further.has(spec)),
					made: made.get(root) ?? [],
				},
			]),
		);
		return { byColumn, unsure: [...this.#unsure] };
	}
}
