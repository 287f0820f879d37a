import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { JsonText } from '#lib/exact-json/exact-json.ts';
import { planBooleans } from './booleans.ts';
import { became, type Change, shown } from './change.ts';
import { planCountries } from './countries.ts';
import { planDates } from './dates.ts';
import { type ColumnTexts, isAbsent, type Outcome, type Plan } from './decide.ts';
import { hintOf, type Rules } from './hints.ts';
import { planNumbers } from './numbers.ts';
import { planPhones } from './phones.ts';
import { planTimes } from './times.ts';

type Values = Record<string, unknown>;

export interface Normalized {
	readonly rows: Values[];
	/** For each row what was done to it; empty where nothing was. */
	readonly changes: Change[][];
}

/** Texts longer than this are prose: nothing but their ends is touched. */
const proseLength = 80;
/** By the kind of field that each is for; one that is said to be of another kind is left alone. */
const plans = [
	['boolean', planBooleans],
	['phone', planPhones],
	['country', planCountries],
	['date', planDates],
	['time', planTimes],
	['number', planNumbers],
] as const;

/** Writes the values of each field alike, by its column and description; changed cells are JSON numbers only where the column has some. */
export async function normalize(
	records: readonly Values[],
	schema: Readonly<Record<string, string>>,
	rules: Rules,
	yieldToEventLoop: YieldToEventLoop,
): Promise<Normalized> {
	const rows = records.map((record) => ({ ...record }));
	const changes: Change[][] = rows.map(() => []);
	const fields = new Set(rows.flatMap((row) => Object.keys(row)));
	for (const field of fields) {
		if (field.startsWith('__')) continue;
		await tidyColumn(rows, changes, field, yieldToEventLoop);
		const column = readColumn(rows, field, Object.hasOwn(schema, field) ? schema[field] : undefined, rules);
		await yieldToEventLoop();
		const plan = await planOf(column, yieldToEventLoop);
		if (plan !== null) await writeColumn(rows, changes, field, column, plan, yieldToEventLoop);
	}
	return { rows, changes };
}

async function tidyColumn(
	rows: Values[],
	changes: Change[][],
	field: string,
	yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
	for (const [index, row] of rows.entries()) {
		await yieldToEventLoop();
		const value = row[field];
		if (typeof value !== 'string') continue;
		const tidied = tidy(field, value);
		row[field] = tidied.text;
		changes[index]?.push(...tidied.changes);
	}
}

function readColumn(
	rows: readonly Values[],
	field: string,
	description: string | undefined,
	rules: Rules,
): ColumnTexts {
	const texts: string[] = [];
	let numbers = 0;
	let booleans = 0;
	for (const row of rows) {
		const value = row[field];
		if (typeof value === 'string' && !isAbsent(value)) texts.push(value);
		if (isNumber(value)) numbers += 1;
		if (typeof value === 'boolean') booleans += 1;
	}
	return { texts, numbers, booleans, hint: hintOf(field, description, rules) };
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || value instanceof JsonText;

async function planOf(column: ColumnTexts, yieldToEventLoop: YieldToEventLoop): Promise<Plan | null> {
	const prose = column.texts.filter((text) => text.length > proseLength).length;
	if (column.texts.length === 0 || prose > column.texts.length / 4) return null;
	for (const [kind, plan] of plans) {
		const isHinted = column.hint.kind === kind;
		if (column.hint.kind !== null && !isHinted) continue;
		await yieldToEventLoop();
		const found = await plan(column, isHinted, yieldToEventLoop);
		if (found !== null) return found;
	}
	return null;
}

async function writeColumn(
	rows: Values[],
	changes: Change[][],
	field: string,
	column: ColumnTexts,
	plan: Plan,
	yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
	const known = new Map<string, Outcome>();
	for (const [index, row] of rows.entries()) {
		await yieldToEventLoop();
		const text = row[field];
		if (typeof text !== 'string' || isAbsent(text)) continue;
		const outcome = known.has(text) ? (known.get(text) ?? null) : plan(text);
		known.set(text, outcome);
		if (outcome === null) continue;
		if ('unsure' in outcome) {
			changes[index]?.push({ field, kind: 'unsure', words: `${shown(text)} was left as it is: ${outcome.unsure}` });
			continue;
		}
		const value = inJson(outcome, column);
		if (value === text) continue;
		row[field] = value;
		changes[index]?.push({ field, kind: outcome.kind, words: became(text, value, outcome.why) });
	}
}

function inJson(outcome: Extract<Outcome, { value: string }>, column: ColumnTexts): unknown {
	if (outcome.json === 'number' && column.numbers > 0) return new JsonText(outcome.value);
	if (outcome.json === 'boolean' && column.booleans > 0) return outcome.value === 'true';
	return outcome.value;
}

/** A space of any kind, a byte order mark or an invisible character. */
const blank = /[\s\u00ad\u200b\u2060\ufeff]/;

/** Looks at each end once: a pattern for the end would begin anew at every run of spaces within a text. */
function trimmedOf(text: string): string {
	let [from, to] = [0, text.length];
	while (from < to && blank.test(text.charAt(from))) from += 1;
	while (from < to && blank.test(text.charAt(to - 1))) to -= 1;
	return text.slice(from, to);
}

/** Takes off what cannot be seen at either end, and writes composed characters as one (Unicode NFC). */
function tidy(field: string, text: string): { text: string; changes: Change[] } {
	const changes: Change[] = [];
	const trimmed = trimmedOf(text);
	if (trimmed !== text) {
		changes.push({ field, kind: 'spaces', words: became(text, trimmed, 'spaces at the ends') });
	}
	const composed = trimmed.normalize('NFC');
	if (composed !== trimmed) {
		changes.push({ field, kind: 'unicode', words: became(trimmed, composed, 'characters composed, Unicode NFC') });
	}
	return { text: composed, changes };
}
