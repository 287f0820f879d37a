import { maxRecordFields } from '#contract/ingest.ts';
import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { invalid } from '../core/service-error.ts';

type Values = Readonly<Record<string, unknown>>;

/** Maximum UTF-16 units of names added to rows for missing fields: a long name would be repeated in each row. */
const maxAddedUnits = 16 * 2 ** 20;

/**
 * Gives all rows the same fields in order of first occurrence; missing ones become null.
 * @throws ServiceError VALIDATION_FAILED if the rows have too little in common
 */
export async function toSameShape(
	rows: readonly Values[],
	yieldToEventLoop: YieldToEventLoop,
): Promise<Record<string, unknown>[]> {
	const fields = new Map<string, number>();
	for (const row of rows) {
		await yieldToEventLoop();
		for (const field of Object.keys(row)) fields.set(field, (fields.get(field) ?? 0) + 1);
	}
	const names = [...fields.keys()];
	if (names.length > maxRecordFields) {
		const [found, limit] = [names.length, maxRecordFields].map((count) => count.toLocaleString('en'));
		throw tooDifferent(
			`The records have ${found} distinct fields. The limit is ${limit}. Send records with similar fields together.`,
		);
	}
	const added = names.reduce((sum, name) => sum + name.length * (rows.length - (fields.get(name) ?? 0)), 0);
	if (added > maxAddedUnits) {
		throw tooDifferent(
			'The records have too few fields in common for field names this long. Send fewer records, or records with similar fields, at a time.',
		);
	}
	const shaped: Record<string, unknown>[] = [];
	for (const row of rows) {
		await yieldToEventLoop();
		shaped.push(Object.fromEntries(names.map((name) => [name, Object.hasOwn(row, name) ? row[name] : null])));
	}
	return shaped;
}

const tooDifferent = (message: string) => invalid([{ code: 'TOO_MANY', path: 'data', message }]);
