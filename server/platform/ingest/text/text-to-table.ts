import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { type Change, shown } from '../normalize/change.ts';
import { extract } from './extract.ts';
import { type WantedField, wantedField } from './field.ts';

type Values = Record<string, unknown>;

export interface Tabled {
	readonly row: Values;
	readonly changes: readonly Change[];
	readonly source: string;
}

/** The longest text of a record that is prose and not itself a field of the schema; null if there is none. */
export function sourceOf(record: Values, schema: Readonly<Record<string, string>>): string | null {
	const wanted = Object.keys(schema).some((key) => !hasValue(record, key));
	if (!wanted) return null;
	const prose = Object.entries(record).filter(
		([field, value]) => !field.startsWith('__') && !Object.hasOwn(schema, field) && isProse(value),
	);
	return prose.toSorted(([, a], [, b]) => String(b).length - String(a).length)[0]?.[0] ?? null;
}

const isProse = (value: unknown): boolean => typeof value === 'string' && value.length >= 12 && /\s\S+\s/.test(value);
const hasValue = (record: Values, field: string): boolean =>
	Object.hasOwn(record, field) && record[field] !== undefined && record[field] !== null && record[field] !== '';

/** Extracts the schema's fields from records of free text, by rules. Null for a record without text. */
export async function tabulate(
	records: readonly Values[],
	schema: Readonly<Record<string, string>>,
	yieldToEventLoop: YieldToEventLoop,
): Promise<(Tabled | null)[]> {
	const fields = Object.entries(schema).map(([name, description]) => wantedField(name, description));
	const tabled: (Tabled | null)[] = [];
	for (const record of records) {
		await yieldToEventLoop();
		const source = sourceOf(record, schema);
		tabled.push(source === null ? null : await read(record, source, fields, yieldToEventLoop));
	}
	return tabled;
}

async function read(
	record: Values,
	source: string,
	fields: readonly WantedField[],
	yieldToEventLoop: YieldToEventLoop,
): Promise<Tabled> {
	const text = narrowed(String(record[source]));
	const changes: Change[] = [];
	const values: Values = {};
	for (const field of fields) {
		if (hasValue(record, field.name)) {
			values[field.name] = record[field.name];
			continue;
		}
		await yieldToEventLoop();
		const found = extract(text, field);
		values[field.name] = found !== null && 'value' in found ? found.value : null;
		changes.push(changeOf(field.name, source, found));
	}
	return { row: tableRow(record, source, values), changes, source };
}

/** Long runs of spaces carry no meaning, and make patterns take quadratic time. */
const narrowed = (text: string): string =>
	text.replaceAll(/\s{20,}/g, (spaces) => (spaces.includes('\n') ? '\n' : ' '));

function changeOf(field: string, source: string, found: ReturnType<typeof extract>): Change {
	if (found === null) return { field, kind: 'missing', words: `nothing was found in "${source}"` };
	if ('several' in found) {
		const all = found.several.slice(0, 5).map(shown).join(', ');
		return { field, kind: 'unsure', words: `left empty because it could be any of ${all}` };
	}
	const same = found.value === found.from ? '' : `, where it’s written ${shown(found.from)}`;
	return { field, kind: 'found', words: `${shown(found.value)} was found in "${source}"${same}` };
}

/** The schema's fields, then the record's other values. The text itself stays while any field is missing. */
export function tableRow(record: Values, source: string, values: Values): Values {
	const row: Values = { ...values };
	const isComplete = !Object.values(values).includes(null);
	for (const [field, value] of Object.entries(record)) {
		if (!Object.hasOwn(row, field) && (field !== source || !isComplete)) row[field] = value;
	}
	return row;
}
