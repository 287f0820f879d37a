import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { LinkEnd, partnerOf } from '#contract/link.ts';
import { literal, quoted, quotedPath } from '#lib/sql/quoting.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { type FoundDataset, findDataset, readableAmong, toReadable } from '../access/dataset-access.ts';
import { visibleNamespaces } from '../access/namespace-access.ts';
import type { Caller, ReadableDataset } from '../core/caller.ts';
import { invalid, ServiceError } from '../core/service-error.ts';
import { type NearPlace, nearMeters, type Point, type ValueLookup } from '../ingest/value-lookup.ts';
import { distinctPoints, isNumeric, nearestPoints } from '../rows/near-points.ts';
import { queryRows } from '../rows/query-rows.ts';
import type { Platform } from '../state/platform.ts';

const NamedColumns = z.object({ columns: z.record(z.string(), LinkEnd) });
/** Maximum number of columns that fields are compared with. */
const maxColumns = 20;

interface Partner {
	readonly field: string;
	readonly column: string;
	readonly dataset: ReadableDataset;
}

/** Looks up values in the datasets that a caller may read. @param signal cancels lookups */
export function createValueLookup(platform: Platform, caller: Caller, signal: AbortSignal): ValueLookup {
	let partners: readonly Partner[] = [];
	return {
		async partners(fields, given) {
			partners = await partnersOf(platform, caller, fields, given);
			return partners.map(({ field, column, dataset }) => ({
				field,
				column,
				dataset: formatCoordinate(dataset.coordinate),
			}));
		},
		async find(partner, values) {
			const found = partners[partner];
			return found === undefined ? [] : lookUp(platform, caller, found, values, signal);
		},
		async near(points) {
			const places = await ownPlaces(platform, caller);
			const found: NearPlace[][] = points.map(() => []);
			for (const place of places) {
				const dataset = formatCoordinate(place.dataset.coordinate);
				const distances = await distancesTo(platform, caller, place, points, signal);
				for (const [index, [lat, lon]] of points.entries()) {
					const meters = distances.get(`${lat} ${lon}`);
					if (meters !== undefined) found[index]?.push({ dataset, meters });
				}
			}
			return { datasets: places.length, found };
		},
	};
}

async function partnersOf(
	platform: Platform,
	caller: Caller,
	fields: readonly string[],
	given: unknown,
): Promise<Partner[]> {
	const named = NamedColumns.safeParse(given);
	if (named.success) return namedPartners(platform, caller, named.data.columns);
	const byName = new Map<string, string[]>();
	for (const field of fields) byName.set(foldName(field), [...(byName.get(foldName(field)) ?? []), field]);
	const partners: Partner[] = [];
	for await (const found of ownDatasets(platform, caller)) {
		const dataset = toReadable(found);
		for (const { name } of found.row.columns) {
			for (const field of byName.get(foldName(name)) ?? []) partners.push({ field, column: name, dataset });
		}
		if (partners.length >= maxColumns) return partners.slice(0, maxColumns);
	}
	return partners;
}

async function* ownDatasets(platform: Platform, caller: Caller): AsyncIterable<FoundDataset> {
	const { db } = platform.catalog;
	const own = (await visibleNamespaces(db, caller)).filter((namespace) => namespace.role === 'owner');
	for (const namespace of own) {
		const rows = await db.select().from(datasets).where(eq(datasets.namespaceId, namespace.id));
		yield* readableAmong(caller, [namespace], rows);
	}
}

interface Place {
	readonly latitude: string;
	readonly longitude: string;
	readonly dataset: ReadableDataset;
}

async function ownPlaces(platform: Platform, caller: Caller): Promise<Place[]> {
	const places: Place[] = [];
	for await (const found of ownDatasets(platform, caller)) {
		const names = found.row.columns.filter(({ type }) => isNumeric(type)).map(({ name }) => name);
		for (const latitude of names) {
			const longitude = partnerOf(latitude, names);
			if (longitude !== null) places.push({ latitude, longitude, dataset: toReadable(found) });
		}
		if (places.length >= maxColumns) return places.slice(0, maxColumns);
	}
	return places;
}

/** Batch size for looking up points. */
const maxPoints = 2_000;

/** Meters to the nearest place, for points that have one nearby, by "latitude longitude". */
async function distancesTo(
	platform: Platform,
	caller: Caller,
	{ latitude, longitude, dataset }: Place,
	points: readonly Point[],
	signal: AbortSignal,
): Promise<Map<string, number>> {
	const { owner, namespace, datasetName } = dataset.coordinate;
	const places = distinctPoints(quotedPath([owner, namespace, datasetName]), latitude, longitude);
	const distances = new Map<string, number>();
	for (let from = 0; from < points.length; from += maxPoints) {
		const part = points.slice(from, from + maxPoints);
		// As texts, because a decimal literal might change the last digit of a number.
		const values = part.map(([lat, lon]) => `('${lat}', '${lon}')`).join(', ');
		const near = nearestPoints(distinctPoints(`(VALUES ${values}) AS p(lat, lon)`, 'lat', 'lon'), places, nearMeters);
		const sql = `${near} SELECT lat, lon, d FROM found WHERE d IS NOT NULL`;
		const { rows } = await queryRows(platform, caller, { sources: [dataset], sql, signal, most: part.length });
		for (const row of rows) {
			const { lat, lon, d } = JSON.parse(row) as Record<'lat' | 'lon' | 'd', number>;
			distances.set(`${lat} ${lon}`, d);
		}
	}
	return distances;
}

async function namedPartners(
	platform: Platform,
	caller: Caller,
	columns: Readonly<Record<string, LinkEnd>>,
): Promise<Partner[]> {
	const { db } = platform.catalog;
	const wanted = Object.entries(columns);
	if (wanted.length > maxColumns) {
		const message = `link.ExactMatch.columns names ${wanted.length.toLocaleString('en')} fields. The limit is ${maxColumns}. Remove some.`;
		throw invalid([{ code: 'TOO_MANY', path: 'link.ExactMatch.columns', message }]);
	}
	const partners: Partner[] = [];
	for (const [field, end] of wanted) {
		const path = `link.ExactMatch.columns.${field}`;
		const { username, namespace, dataset: datasetName, columnName } = end;
		const found = await findDataset(db, caller, { username, namespace, datasetName }).catch((error: unknown) => {
			throw error instanceof ServiceError ? invalid([{ code: 'NOT_FOUND', path, message: error.message }]) : error;
		});
		if (!found.row.columns.some((column) => column.name === columnName)) {
			throw invalid([
				{
					code: 'NOT_FOUND',
					path,
					message: `"${datasetName}" has no column "${columnName}". Choose one of its columns.`,
				},
			]);
		}
		partners.push({ field, column: columnName, dataset: toReadable(found) });
	}
	return partners;
}

async function lookUp(
	platform: Platform,
	caller: Caller,
	partner: Partner,
	values: readonly string[],
	signal: AbortSignal,
): Promise<string[]> {
	const { owner, namespace, datasetName } = partner.dataset.coordinate;
	const column = `CAST(${quoted(partner.column)} AS VARCHAR)`;
	const sql = `SELECT DISTINCT ${column} AS v FROM ${quotedPath([owner, namespace, datasetName])} WHERE ${column} IN (${values.map(literal).join(', ')})`;
	const { rows } = await queryRows(platform, caller, { sources: [partner.dataset], sql, signal, most: values.length });
	return rows.map((row) => String(JSON.parse(row).v));
}
