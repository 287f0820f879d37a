import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { JsonText } from '#lib/exact-json/exact-json.ts';
import { type Change, shown } from './normalize/change.ts';
import type { ValueLookup } from './value-lookup.ts';

type Values = Record<string, unknown>;

/** Longest value that is looked for, in UTF-16 units. */
const longest = 1_000;
/** Most values, and most UTF-16 units of them, that are looked for at once. */
const most = { values: 2_000, units: 256 * 1_024 };

/** For each record, which values are in equally named columns of the caller's own namespaces, or in columns that the request names. */
export async function matchRecords(
	records: readonly Values[],
	link: Readonly<Record<string, unknown>>,
	lookup: ValueLookup,
	yieldToEventLoop: YieldToEventLoop,
): Promise<Change[][]> {
	const changes: Change[][] = records.map(() => []);
	if (!('ExactMatch' in link)) return changes;
	const fields = [...new Set(records.flatMap((record) => Object.keys(record)))].filter(
		(value) => !value.startsWith('__'),
	);
	const partners = await lookup.partners(fields, link.ExactMatch);
	for (const [partner, { field, column, dataset }] of partners.entries()) {
		const found = await lookUp(lookup, partner, field, records);
		for (const [index, record] of records.entries()) {
			await yieldToEventLoop();
			const text = textOf(record[field]);
			if (text === null || !found.has(text)) continue;
			changes[index]?.push({ field, kind: 'link', words: `${shown(text)} is in "${column}" of ${dataset}` });
		}
	}
	return changes;
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
		for (const it of await lookup.find(partner, part)) found.add(it);
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
