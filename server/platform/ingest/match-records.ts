import { partnerOf } from '#contract/link.ts';
import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { JsonText } from '#lib/exact-json/exact-json.ts';
import { listText } from '#lib/text/list-text.ts';
import { count } from '../../engine/format.ts';
import { type Change, shown } from './normalize/change.ts';
import { nearMeters, type Point, type ValueLookup } from './value-lookup.ts';

type Values = Record<string, unknown>;

/** Maximum length of a value to look up, in UTF-16 units. */
const longest = 1_000;
/** Maximum values per lookup, and maximum UTF-16 units of them. */
const most = { values: 2_000, units: 256 * 1_024 };

export interface Matched {
	readonly changes: Change[][];
	/** Why a match type couldn't be applied to any record. */
	readonly general: readonly Change[];
}

/**
 * For each record: which values occur in columns of the same name in the caller's own namespaces, or in columns that the request names, and which of
 * their places are nearby.
 */
export async function matchRecords(
	records: readonly Values[],
	link: Readonly<Record<string, unknown>>,
	lookup: ValueLookup,
	yieldToEventLoop: YieldToEventLoop,
): Promise<Matched> {
	const fields = [...new Set(records.flatMap((record) => Object.keys(record)))].filter(
		(value) => !value.startsWith('__'),
	);
	const exact =
		'ExactMatch' in link ? await matchValues(records, fields, link.ExactMatch, lookup, yieldToEventLoop) : none;
	const near = 'GeoMatch' in link ? await matchPlaces(records, fields, lookup) : none;
	return {
		changes: records.map((_, index) => [...(exact.changes[index] ?? []), ...(near.changes[index] ?? [])]),
		general: [...exact.general, ...near.general],
	};
}

const none: Matched = { changes: [], general: [] };

const notApplied = (matchType: string, why: string): Matched => ({
	changes: [],
	general: [reason(`${matchType} wasn’t applied: ${why}`)],
});

const reason = (words: string): Change => ({ field: 'link', kind: 'instruction', words });

/** The matches, or the reason if there are none. */
const orReason = (changes: Change[][], words: string): Matched => ({
	changes,
	general: changes.some((some) => some.length > 0) ? [] : [reason(words)],
});

async function matchValues(
	records: readonly Values[],
	fields: readonly string[],
	given: unknown,
	lookup: ValueLookup,
	yieldToEventLoop: YieldToEventLoop,
): Promise<Matched> {
	const changes: Change[][] = records.map(() => []);
	const partners = await lookup.partners(fields, given);
	if (partners.length === 0) return notApplied('ExactMatch', 'no column in your datasets has the same name as a field');
	for (const [partner, { field, column, dataset }] of partners.entries()) {
		const found = await lookUp(lookup, partner, field, records);
		for (const [index, record] of records.entries()) {
			await yieldToEventLoop();
			const text = textOf(record[field]);
			if (text === null || !found.has(text)) continue;
			changes[index]?.push({ field, kind: 'link', words: `${shown(text)} is in column "${column}" of ${dataset}` });
		}
	}
	const columns = partners.map(({ column, dataset }) => `column "${column}" of ${dataset}`);
	return orReason(changes, `ExactMatch found no matching value in ${listed(columns)}`);
}

/** Fields are coordinates if their names pair up like those of linked columns: `lat` and `lon`, `home_latitude` and `home_longitude`. */
async function matchPlaces(
	records: readonly Values[],
	fields: readonly string[],
	lookup: ValueLookup,
): Promise<Matched> {
	const pairs = fields.flatMap((latitude) => {
		const longitude = partnerOf(latitude, fields);
		return longitude === null ? [] : [{ latitude, longitude }];
	});
	if (pairs.length === 0)
		return notApplied(
			'GeoMatch',
			'no latitude and longitude fields were found. Name them "lat" and "lon", for example',
		);
	const placed = records.flatMap((record, index) =>
		pairs.flatMap(({ latitude, longitude }) => {
			const point = pointOf(record[latitude], record[longitude]);
			return point === null ? [] : [{ index, field: latitude, point }];
		}),
	);
	if (placed.length === 0) {
		const names = pairs.map(({ latitude, longitude }) => `"${latitude}" and "${longitude}"`).join(', or in ');
		return notApplied('GeoMatch', `no record has valid coordinates in ${names}`);
	}
	const { datasets, found } = await lookup.near(placed.map(({ point }) => point));
	if (datasets === 0) return notApplied('GeoMatch', 'none of your datasets has latitude and longitude columns');
	const changes: Change[][] = records.map(() => []);
	for (const [at, { index, field, point }] of placed.entries()) {
		for (const { dataset, meters } of found[at] ?? []) {
			const words = `${point.join(', ')} is ${Math.round(meters).toLocaleString('en')} m from a location in ${dataset}`;
			changes[index]?.push({ field, kind: 'link', words });
		}
	}
	const distance = `${nearMeters.toLocaleString('en')} m`;
	return orReason(
		changes,
		`GeoMatch found nothing nearby: none of your datasets has coordinates within ${distance} of a record`,
	);
}

const mostListed = 3;

function listed(names: readonly string[]): string {
	const more = names.length - mostListed;
	return listText([...names.slice(0, mostListed), ...(more > 0 ? [count(more, 'other column')] : [])], 'or');
}

function pointOf(latitude: unknown, longitude: unknown): Point | null {
	const [lat, lon] = [latitude, longitude].map((value) => {
		const text = textOf(value)?.trim() ?? '';
		return /^[+-]?\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
	}) as [number, number];
	return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lat, lon] : null;
}

function textOf(value: unknown): string | null {
	if (value instanceof JsonText) return value.text;
	return value === null || value === undefined || typeof value === 'object' || value === '' ? null : String(value);
}

async function lookUp(
	lookup: ValueLookup,
	partner: number,
	field: string,
	records: readonly Values[],
): Promise<Set<string>> {
	const values = new Set(records.flatMap((record) => textOf(record[field]) ?? []));
	const found = new Set<string>();
	for (const part of partsOf([...values].filter((value) => value.length <= longest))) {
		for (const value of await lookup.find(partner, part)) found.add(value);
	}
	return found;
}

function* partsOf(values: readonly string[]): Iterable<readonly string[]> {
	let part: string[] = [];
	let units = 0;
	for (const value of values) {
		if (part.length === most.values || units + value.length > most.units) {
			yield part;
			[part, units] = [[], 0];
		}
		part.push(value);
		units += value.length;
	}
	if (part.length > 0) yield part;
}
