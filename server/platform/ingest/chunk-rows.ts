import { type MappedColumn, maxChunkRows } from '#contract/ingest.ts';
import type { ProblemCode } from '#contract/service/problem-codes.ts';
import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { isTooDeep, tooDeep } from '#lib/exact-json/depth.ts';
import { JsonText, parseExact } from '#lib/exact-json/exact-json.ts';
import { findJsonProblem } from '#lib/exact-json/located.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { invalid } from '../core/service-error.ts';

/**
 * Converts NDJSON records to NDJSON rows: `k` and `n` are the chunk and its 1-based row, and `c0`, `c1` … the mapped fields as exact text.
 * @throws ServiceError VALIDATION_FAILED that names the line
 */
export async function readChunk(
	text: string,
	chunk: number,
	mapping: readonly MappedColumn[],
	yieldToEventLoop: YieldToEventLoop,
): Promise<{ lines: string[]; rows: number }> {
	const lines: string[] = [];
	let number = 0;
	for (const line of linesOf(text)) {
		number += 1;
		if (line.trim() === '') continue;
		if (lines.length === maxChunkRows) {
			throw problem(
				number,
				`a chunk can have at most ${maxChunkRows.toLocaleString('en')} rows. Send more, smaller chunks`,
				'TOO_MANY',
			);
		}
		const record = parseLine(line, number);
		const row: Record<string, unknown> = { k: chunk, n: lines.length + 1 };
		for (const [index, { from }] of mapping.entries()) row[`c${index}`] = textOf(record, from, number);
		lines.push(JSON.stringify(row));
		await yieldToEventLoop();
	}
	if (lines.length === 0)
		throw invalid([
			{ code: 'REQUIRED', path: 'body', message: 'The chunk has no rows. Send one JSON object per line.' },
		]);
	return { lines, rows: lines.length };
}

function* linesOf(text: string): Iterable<string> {
	for (let from = 0; from <= text.length; ) {
		const end = text.indexOf('\n', from);
		yield text.slice(from, end === -1 ? text.length : end);
		if (end === -1) return;
		from = end + 1;
	}
}

const problem = (line: number, what: string, code: ProblemCode = 'INVALID_FORMAT') =>
	invalid([{ code, path: `line.${line}`, message: `Line ${line.toLocaleString('en')}: ${what}.` }]);

function parseLine(line: string, number: number): Record<string, unknown> {
	if (isTooDeep(line)) throw problem(number, `it’s ${tooDeep}`);
	let value: unknown;
	try {
		value = /\d{16}|\d[eE]|\.\d*0(?!\d)/.test(line) ? parseExact(line) : JSON.parse(line);
	} catch {
		const reason = findJsonProblem(line)?.message;
		throw problem(number, `it isn’t valid JSON${reason === undefined ? '' : ` (${reason})`}`);
	}
	if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText)) {
		return value as Record<string, unknown>;
	}
	throw problem(number, 'it isn’t a JSON object');
}

function textOf(record: Record<string, unknown>, field: string, line: number): string | null {
	if (!Object.hasOwn(record, field)) return null;
	const value = record[field];
	if (value === null || value === undefined) return null;
	const text = typeof value === 'string' ? value : stringifyJson(value);
	if (/\p{Surrogate}/u.test(text)) throw problem(line, `the field "${field}" contains an unpaired surrogate`);
	return text;
}
