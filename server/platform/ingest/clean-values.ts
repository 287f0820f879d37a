import { closeSync, openSync, readSync } from 'node:fs';
import {
	type CleanedColumn,
	type CleaningExample,
	cleaningRules,
	maxCleaningExamples,
	maxUnsureListed,
} from '#contract/file-cleaning.ts';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { cut } from '../../engine/format.ts';
import { prepareCountries } from './normalize/countries.ts';
import { type ColumnTexts, countWhere, isAbsent, type Plan } from './normalize/decide.ts';
import { hintOf, type Rules } from './normalize/hints.ts';
import { planOf, proseLength, trimmedOf } from './normalize/plan-column.ts';

export interface ValuesToClean {
	/** Identifies the content of the file. */
	readonly name: string;
	/** NDJSON of `v`, a value, and `n`, how often it occurs, each value once. */
	readonly file: string;
	/** Byte offset to continue from. */
	readonly offset: number;
	readonly field: string;
	readonly holds: string;
	/** Some texts that the dataset's column already has. */
	readonly saved: readonly string[];
	readonly rules: Rules;
	/** File for values that change. */
	readonly output: string;
	/** Time limit, ms. */
	readonly budgetMs: number;
}

export interface CleanedValues extends Pick<CleanedColumn, 'rules' | 'unsure' | 'done'> {
	/** The unit that its numbers had, or were converted to; absent if they had none. */
	readonly unit?: string | undefined;
	readonly offset: number;
	readonly isEnd: boolean;
	readonly written: number;
}

/** Number of distinct values that decide how a column is written; more than a preview's records. */
const evidence = 20_000;
/** Maximum length of a displayed value. */
const shownLength = 200;
const valuesAtOnce = 256;

/** Plans of columns being read, by their inputs. */
const plans = new LruCache<Plan | null>(4);

/**
 * Continues reading a column's values, and passes those that change to `write`, as NDJSON of `b`, the original, `t`, the value trimmed, and `v`, what
 * a rule turns it into, or null.
 */
export async function cleanValues(
	job: ValuesToClean,
	write: (lines: string) => Promise<void>,
	yieldToEventLoop: YieldToEventLoop,
): Promise<CleanedValues> {
	const plan = await planFor(job, yieldToEventLoop);
	const found = new Findings();
	const until = performance.now() + job.budgetMs;
	let [offset, done, written] = [job.offset, 0, 0];
	let lines: string[] = [];
	for (const { value, times, next } of valuesIn(job.file, job.offset)) {
		const line = changed(value, times, plan, found);
		if (line !== null) lines.push(line);
		offset = next;
		done += 1;
		if (done % valuesAtOnce !== 0) continue;
		await yieldToEventLoop();
		if (lines.length >= 10_000) {
			written += lines.length;
			await write(`${lines.join('\n')}\n`);
			lines = [];
		}
		if (performance.now() > until) return end(false);
	}
	return end(true);

	async function end(isEnd: boolean): Promise<CleanedValues> {
		written += lines.length;
		if (lines.length > 0) await write(`${lines.join('\n')}\n`);
		return { ...found.all(), offset, done, isEnd, written };
	}
}

function changed(value: string, times: number, plan: Plan | null, found: Findings): string | null {
	const trimmed = trimmedOf(value);
	const composed = trimmed.normalize('NFC');
	const outcome = plan === null || isAbsent(composed) ? null : plan(composed);
	const isUnsure = outcome !== null && 'unsure' in outcome;
	if (isUnsure) found.unsure(value, outcome.unsure, times);
	const after = outcome === null || isUnsure || outcome.value === value ? null : outcome.value;
	if (trimmed !== value) found.rule('spaces', value, trimmed, 'leading and trailing spaces', times);
	if (composed !== trimmed) found.rule('unicode', trimmed, composed, 'Unicode normalization (NFC)', times);
	if (outcome !== null && !isUnsure && after !== null) {
		found.rule(outcome.kind, value, after, outcome.why, times);
		found.unit ??= outcome.unit;
	}
	return composed === value && after === null ? null : JSON.stringify({ b: value, t: trimmed, v: after });
}

async function planFor(job: ValuesToClean, yieldToEventLoop: YieldToEventLoop): Promise<Plan | null> {
	const { name, file, field, holds, saved, rules } = job;
	const key = JSON.stringify([name, field, holds, saved, rules]);
	const known = plans.get(key);
	if (known !== undefined) return known;
	await prepareCountries(yieldToEventLoop);
	const texts = await evidenceIn(file, yieldToEventLoop);
	const all = countWhere(texts, () => true);
	const column: ColumnTexts = { texts, all, saved, numbers: 0, booleans: 0, hint: hintOf(field, holds, rules) };
	const plan = await planOf(column, yieldToEventLoop);
	plans.set(key, plan);
	return plan;
}

/** All values with how often they occur; if there are too many, a sample across the file. */
async function evidenceIn(file: string, yieldToEventLoop: YieldToEventLoop): Promise<Map<string, number>> {
	let texts = new Map<string, number>();
	let [read, every] = [0, 1];
	for (const { value, times } of valuesIn(file, 0)) {
		read += 1;
		if (read % valuesAtOnce === 0) await yieldToEventLoop();
		if (read % every !== 0) continue;
		const text = trimmedOf(value).normalize('NFC');
		if (isAbsent(text)) continue;
		// The only relevant fact about prose is that it's prose.
		const known = text.length > proseLength ? text.slice(0, proseLength + 1) : text;
		texts.set(known, (texts.get(known) ?? 0) + times);
		if (texts.size <= evidence) continue;
		texts = new Map([...texts].filter((_, index) => index % 2 === 0));
		every *= 2;
	}
	return texts;
}

class Findings {
	unit: string | undefined;
	readonly #rules = new Map<string, { count: number; examples: CleaningExample[] }>();
	readonly #unsure: { value: string; why: string; count: number }[] = [];
	#unsureCount = 0;

	rule(rule: string, before: string, after: string, why: string, count: number): void {
		const found = this.#rules.get(rule) ?? { count: 0, examples: [] };
		found.count += count;
		if (found.examples.length < maxCleaningExamples)
			found.examples.push({ before: cut(before, shownLength), after: cut(after, shownLength), why, count });
		this.#rules.set(rule, found);
	}

	unsure(value: string, why: string, count: number): void {
		this.#unsureCount += count;
		if (this.#unsure.length < maxUnsureListed) this.#unsure.push({ value: cut(value, shownLength), why, count });
	}

	all(): Pick<CleanedValues, 'rules' | 'unsure' | 'unit'> {
		const rules = cleaningRules.flatMap((rule) => {
			const found = this.#rules.get(rule);
			return found === undefined ? [] : [{ rule, ...found }];
		});
		return { rules, unit: this.unit, unsure: { count: this.#unsureCount, first: this.#unsure } };
	}
}

const blockBytes = 2 ** 20;

/** The values of a file from an offset on, each with the offset after it. */
function* valuesIn(file: string, offset: number): Generator<{ value: string; times: number; next: number }> {
	const descriptor = openSync(file, 'r');
	try {
		/** The beginning of a line, in pieces: a long one is joined only once. */
		let rest: Uint8Array[] = [];
		let next = offset;
		for (let at = offset; ; ) {
			const block = Buffer.allocUnsafe(blockBytes);
			const bytes = readSync(descriptor, block, 0, blockBytes, at);
			if (bytes === 0) return;
			at += bytes;
			const data = block.subarray(0, bytes);
			let from = 0;
			for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, from)) {
				const piece = data.subarray(from, end);
				const line = rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
				rest = [];
				const { v, n }: { v: string; n: number } = JSON.parse(line.toString('utf8'));
				next += line.length + 1;
				from = end + 1;
				yield { value: v, times: n, next };
			}
			if (from < bytes) rest.push(data.subarray(from));
		}
	} finally {
		closeSync(descriptor);
	}
}
