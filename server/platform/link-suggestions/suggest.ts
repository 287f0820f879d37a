import { inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { LinkEnd, LinkSuggestion, LinkSuggestions, suggestLinks } from '#contract/link.ts';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import { SharedWork } from '#lib/concurrency/shared-work.ts';
import { EngineError } from '../../engine/errors.ts';
import { datasets, links } from '../../store/catalog/schema/datasets.ts';
import { type FoundDataset, findDataset, readableAmong, toReadable } from '../access/dataset-access.ts';
import { findNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import type { Caller } from '../core/caller.ts';
import { tableOf } from '../links/link-trial-source.ts';
import { withRows } from '../parts/with-rows.ts';
import type { Platform } from '../state/platform.ts';
import { type Candidate, type DatasetColumn, judge, pairKey } from './judge.ts';
import { type ColumnSketch, readSketches, sketchQuery } from './sketch.ts';

/** Maximum datasets compared with each other; the requested ones and their namespace come first. */
const maxDatasets = 60;
/** How long a request may spend on new datasets, ms. The remaining work continues for the next request. */
const patienceMs = 20_000;
const sketchMs = 10_000;
/** Maximum sketches kept: one of a dataset with ten columns takes half a megabyte. */
const maxSketches = 120;
const maxBytes = 8 * 2 ** 20;

type Query = z.infer<typeof suggestLinks.query>;

/** Suggests links based on evidence. Caches the sketches of a dataset by the hash of its content. */
export function createSuggester(platform: Platform) {
	const known = new LruCache<ColumnSketch[]>(maxSketches);
	const looking = new SharedWork();

	const sketchesOf = async (caller: Caller, dataset: FoundDataset, signal: AbortSignal): Promise<ColumnSketch[]> => {
		const key = dataset.row.sha256;
		const found = known.get(key) ?? (await looking.join(key, signal, (stop) => look(platform, caller, dataset, stop)));
		known.set(key, found);
		return found;
	};

	return {
		/** @param signal aborts when nobody is waiting anymore, which ends the work */
		async suggest(caller: Caller, query: Query, signal: AbortSignal): Promise<LinkSuggestions> {
			const { requested, all } = await readable(platform, caller, query);
			const near = all.slice(0, maxDatasets);
			const patient = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
			const columns: DatasetColumn[] = [];
			let compared = 0;
			for (const dataset of near) {
				const sketches = await sketchesOf(caller, dataset, patient).catch((error: unknown) =>
					nullIfGaveUp(error, patient),
				);
				if (signal.aborted) throw signal.reason;
				if (sketches === null) continue;
				compared++;
				columns.push(...sketches.map((sketch) => ({ datasetId: dataset.row.id, dataset: dataset.row.name, sketch })));
			}
			const made = await existing(platform, near);
			const byId = new Map(near.map((dataset) => [dataset.row.id, dataset]));
			const items = judge(columns)
				.filter((candidate) => requested.has(candidate.from.datasetId) || requested.has(candidate.to.datasetId))
				.filter(
					(candidate) =>
						!made.has(pairKey(candidate.from, candidate.to)) && !made.has(pairKey(candidate.to, candidate.from)),
				)
				.flatMap((candidate) => present(candidate, byId) ?? []);
			return { items, compared, leftOut: all.length - compared };
		},
	};
}

/** The datasets that the caller may read: the requested ones, then the others of their namespace. */
async function readable(platform: Platform, caller: Caller, { username, namespace, dataset }: Query) {
	const { db } = platform.catalog;
	const home = await findNamespace(db, caller, username, namespace);
	const one =
		dataset === undefined ? null : await findDataset(db, caller, { username, namespace, datasetName: dataset });
	const visible = await visibleNamespaces(db, caller);
	const ids = visible.map(({ id }) => id);
	const rows = await db.select().from(datasets).where(inArray(datasets.namespaceId, ids));
	const isRequested = (dataset: FoundDataset): boolean =>
		one === null ? dataset.namespace.id === home.id : dataset.row.id === one.row.id;
	const rank = (dataset: FoundDataset): number => (isRequested(dataset) ? 0 : dataset.namespace.id === home.id ? 1 : 2);
	const all = readableAmong(caller, visible, rows).sort(
		(a, b) => rank(a) - rank(b) || (a.row.folded < b.row.folded ? -1 : 1),
	);
	return { requested: new Set(all.filter(isRequested).map((dataset) => dataset.row.id)), all };
}

async function look(
	platform: Platform,
	caller: Caller,
	dataset: FoundDataset,
	signal: AbortSignal,
): Promise<ColumnSketch[]> {
	const sql = sketchQuery(tableOf(dataset), dataset.row.columns);
	if (sql === null) return [];
	const { rows } = await withRows(platform, [toReadable(dataset)], null, (sources) =>
		platform.engine.query({
			sources,
			sql,
			lane: `${caller.userId} suggestions`,
			quick: true,
			deadlineMs: sketchMs,
			signal,
			most: 1,
			maxBytes,
		}),
	);
	return readSketches(dataset.row.columns, JSON.parse(rows[0] ?? '{}'));
}

/** Null if a dataset was too large or time ran out; any other failure is reported. */
function nullIfGaveUp(error: unknown, patient: AbortSignal): null {
	const limits = ['DEADLINE_EXCEEDED', 'MEMORY_EXCEEDED', 'OUTPUT_TOO_LARGE'];
	if (patient.aborted || (error instanceof EngineError && limits.includes(error.code))) return null;
	throw error;
}

async function existing(platform: Platform, all: readonly FoundDataset[]): Promise<Set<string>> {
	if (all.length === 0) return new Set();
	const ids = all.map((dataset) => dataset.row.id);
	const rows = await platform.catalog.db.select().from(links).where(inArray(links.fromDatasetId, ids));
	return new Set(rows.map((row) => JSON.stringify([row.fromDatasetId, row.fromColumn, row.toDatasetId, row.toColumn])));
}

function present(candidate: Candidate, byId: ReadonlyMap<string, FoundDataset>): LinkSuggestion | null {
	const [from, to] = [endOf(candidate.from, byId), endOf(candidate.to, byId)];
	if (from === null || to === null) return null;
	const { distinct } = candidate.from.sketch;
	const found = Math.round(distinct * candidate.share);
	const about = candidate.exact ? '' : 'About ';
	const counted = `${found.toLocaleString('en')} of ${distinct.toLocaleString('en')} values in ${candidate.from.sketch.name} exist in ${to.dataset}`;
	return {
		from,
		to,
		matchType: 'ExactMatch',
		score: candidate.score,
		distinct,
		found,
		exact: candidate.exact,
		toDistinct: candidate.to.sketch.distinct,
		toUnique: candidate.to.sketch.unique,
		reasons: [
			about + counted,
			...(candidate.name.reason === null ? [] : [candidate.name.reason]),
			candidate.to.sketch.unique
				? `Each ${candidate.to.sketch.name} identifies one row in ${to.dataset}`
				: `A value can match several rows in ${to.dataset}`,
		],
	};
}

function endOf({ datasetId, sketch }: DatasetColumn, byId: ReadonlyMap<string, FoundDataset>): LinkEnd | null {
	const found = byId.get(datasetId);
	if (found === undefined) return null;
	const { namespace, row } = found;
	return { username: namespace.owner, namespace: namespace.name, dataset: row.name, columnName: sketch.name };
}
