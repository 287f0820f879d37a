import { inArray } from 'drizzle-orm';
import type { LinkEnd, LinkSuggestion, LinkSuggestions } from '#contract/link.ts';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import { SharedWork } from '#lib/concurrency/shared-work.ts';
import { EngineError } from '../../engine/errors.ts';
import { datasets, links } from '../../store/catalog/schema/datasets.ts';
import { type Caller, tokenAllows } from '../access/access.ts';
import { findNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import { type FoundDataset, findDataset } from '../datasets/dataset-list.ts';
import { tableOf } from '../links/link-trial-source.ts';
import { withRows } from '../parts/with-rows.ts';
import type { Platform } from '../platform.ts';
import { type Candidate, judge, type Place } from './judge.ts';
import { type ColumnSketch, readSketches, sketchQuery } from './sketch.ts';

/** Most datasets that are compared with each other; those in question and their namespace come first. */
const mostDatasets = 60;
/** How long a request looks at datasets that it does not know yet, ms. What it did not reach is known the next time. */
const patienceMs = 20_000;
const sketchMs = 10_000;
/** Datasets whose sketches are kept: one with ten columns takes half a megabyte. */
const keptSketches = 120;
const maxBytes = 8 * 2 ** 20;

interface Query {
	readonly username: string;
	readonly namespace: string;
	readonly dataset?: string | undefined;
}

export interface Suggester {
	/** @param signal aborted when nobody waits any more: the work then ends */
	suggest(caller: Caller, query: Query, signal: AbortSignal): Promise<LinkSuggestions>;
}

/** Suggests links on evidence. It remembers what it learned of a dataset's content; other content has another hash. */
export function createSuggester(platform: Platform): Suggester {
	const known = new LruCache<ColumnSketch[]>(keptSketches);
	const looking = new SharedWork();

	const sketchesOf = async (caller: Caller, it: FoundDataset, signal: AbortSignal): Promise<ColumnSketch[]> => {
		const key = it.row.sha256;
		const found = known.get(key) ?? (await looking.join(key, signal, (stop) => look(platform, caller, it, stop)));
		known.set(key, found);
		return found;
	};

	return {
		async suggest(caller, query, signal) {
			const { asked, all } = await readable(platform, caller, query);
			const near = all.slice(0, mostDatasets);
			const patient = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
			const places: Place[] = [];
			let compared = 0;
			for (const it of near) {
				const sketches = await sketchesOf(caller, it, patient).catch((error: unknown) =>
					unlessItGaveUp(error, patient),
				);
				if (signal.aborted) throw signal.reason;
				if (sketches === null) continue;
				compared++;
				places.push(...sketches.map((sketch) => ({ datasetId: it.row.id, dataset: it.row.name, sketch })));
			}
			const made = await existing(platform, near);
			const byId = new Map(near.map((it) => [it.row.id, it]));
			const items = judge(places)
				.filter((it) => asked.has(it.from.datasetId) || asked.has(it.to.datasetId))
				.filter((it) => !made.has(ends(it.from, it.to)) && !made.has(ends(it.to, it.from)))
				.flatMap((it) => present(it, byId) ?? []);
			return { items, compared, leftOut: all.length - compared };
		},
	};
}

/** The datasets that the caller may read, those in question first, then the others of their namespace. */
async function readable(platform: Platform, caller: Caller, { username, namespace, dataset }: Query) {
	const { db } = platform.catalog;
	const home = await findNamespace(db, caller, username, namespace);
	const one =
		dataset === undefined ? null : await findDataset(db, caller, { username, namespace, datasetName: dataset });
	const visible = new Map((await visibleNamespaces(db, caller)).map((it) => [it.id, it]));
	const rows = await db
		.select()
		.from(datasets)
		.where(inArray(datasets.namespaceId, [...visible.keys()]));
	const isAsked = (it: FoundDataset): boolean =>
		one === null ? it.namespace.id === home.id : it.row.id === one.row.id;
	const rank = (it: FoundDataset): number => (isAsked(it) ? 0 : it.namespace.id === home.id ? 1 : 2);
	const all = rows
		.flatMap((row): FoundDataset[] => {
			const it = visible.get(row.namespaceId);
			if (it === undefined) return [];
			const coordinate = { owner: it.owner, namespace: it.name, datasetName: row.name };
			return tokenAllows(caller, 'read', coordinate) ? [{ namespace: it, row }] : [];
		})
		.sort((a, b) => rank(a) - rank(b) || (a.row.folded < b.row.folded ? -1 : 1));
	return { asked: new Set(all.filter(isAsked).map((it) => it.row.id)), all };
}

async function look(
	platform: Platform,
	caller: Caller,
	it: FoundDataset,
	signal: AbortSignal,
): Promise<ColumnSketch[]> {
	const sql = sketchQuery(tableOf(it), it.row.columns);
	if (sql === null) return [];
	const { namespace, row } = it;
	const coordinate = { owner: namespace.owner, namespace: namespace.name, datasetName: row.name };
	const { rows } = await withRows(platform, [{ coordinate, sha256: row.sha256 }], null, (sources) =>
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
	return readSketches(row.columns, JSON.parse(rows[0] ?? '{}'));
}

/** Null where a dataset was too much, or the time was over; whatever else went wrong is told. */
function unlessItGaveUp(error: unknown, patient: AbortSignal): null {
	const limits = ['DEADLINE_EXCEEDED', 'MEMORY_EXCEEDED', 'OUTPUT_TOO_LARGE'];
	if (patient.aborted || (error instanceof EngineError && limits.includes(error.code))) return null;
	throw error;
}

async function existing(platform: Platform, all: readonly FoundDataset[]): Promise<Set<string>> {
	if (all.length === 0) return new Set();
	const ids = all.map((it) => it.row.id);
	const rows = await platform.catalog.db.select().from(links).where(inArray(links.fromDatasetId, ids));
	return new Set(rows.map((it) => JSON.stringify([it.fromDatasetId, it.fromColumn, it.toDatasetId, it.toColumn])));
}

const ends = (from: Place, to: Place): string =>
	JSON.stringify([from.datasetId, from.sketch.name, to.datasetId, to.sketch.name]);

function present(it: Candidate, byId: ReadonlyMap<string, FoundDataset>): LinkSuggestion | null {
	const [from, to] = [endOf(it.from, byId), endOf(it.to, byId)];
	if (from === null || to === null) return null;
	const { distinct } = it.from.sketch;
	const found = Math.round(distinct * it.share);
	const about = it.exact ? '' : 'About ';
	const counted = `${found.toLocaleString('en')} of ${distinct.toLocaleString('en')} values of ${it.from.sketch.name} are found in ${to.dataset}`;
	return {
		from,
		to,
		matchType: 'ExactMatch',
		score: it.score,
		distinct,
		found,
		exact: it.exact,
		toDistinct: it.to.sketch.distinct,
		toUnique: it.to.sketch.unique,
		reasons: [
			about + counted,
			...(it.name.reason === null ? [] : [it.name.reason]),
			...(it.to.sketch.unique ? [`Each ${it.to.sketch.name} names one row of ${to.dataset}`] : []),
		],
	};
}

function endOf({ datasetId, sketch }: Place, byId: ReadonlyMap<string, FoundDataset>): LinkEnd | null {
	const it = byId.get(datasetId);
	if (it === undefined) return null;
	return { username: it.namespace.owner, namespace: it.namespace.name, dataset: it.row.name, columnName: sketch.name };
}
