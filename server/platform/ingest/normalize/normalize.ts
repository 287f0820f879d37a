import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { JsonText } from '#lib/exact-json/exact-json.ts';
import { became, type Change, shown } from './change.ts';
import { type ColumnTexts, isAbsent, type Outcome, type Plan } from './decide.ts';
import { hintOf, type Rules } from './hints.ts';
import { planOf, trimmedOf } from './plan-column.ts';

type Values = Record<string, unknown>;

export interface Normalized {
	readonly rows: Values[];
	/** The changes of each row; empty if it stayed as it was. */
	readonly changes: Change[][];
}

/**
 * Writes each field's values consistently, based on its column and description; changed cells become JSON numbers only if the column already has
 * some.
 */
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
	const texts = new Map<string, number>();
	let [all, numbers, booleans] = [0, 0, 0];
	for (const row of rows) {
		const value = row[field];
		if (typeof value === 'string' && !isAbsent(value)) {
			texts.set(value, (texts.get(value) ?? 0) + 1);
			all += 1;
		}
		if (isNumber(value)) numbers += 1;
		if (typeof value === 'boolean') booleans += 1;
	}
	return { texts, all, saved: [], numbers, booleans, hint: hintOf(field, description, rules) };
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || value instanceof JsonText;

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
			changes[index]?.push({ field, kind: 'unsure', words: `${shown(text)} wasn’t changed: ${outcome.unsure}` });
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

/** Trims invisible characters at both ends, and normalizes to Unicode NFC. */
function tidy(field: string, text: string): { text: string; changes: Change[] } {
	const changes: Change[] = [];
	const trimmed = trimmedOf(text);
	if (trimmed !== text) {
		changes.push({ field, kind: 'spaces', words: became(text, trimmed, 'leading and trailing spaces') });
	}
	const composed = trimmed.normalize('NFC');
	if (composed !== trimmed) {
		changes.push({ field, kind: 'unicode', words: became(trimmed, composed, 'Unicode normalization (NFC)') });
	}
	return { text: composed, changes };
}
