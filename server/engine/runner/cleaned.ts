import { statSync } from 'node:fs';
import type { CleaningRule } from '#contract/file-cleaning.ts';
import { literal } from '#lib/sql/quoting.ts';
import type { EngineCleaning } from '../types.ts';
import type { Session } from './session.ts';
import type { Uploaded } from './uploaded.ts';

/** The engine's default maximum size of a JSON object, bytes. */
const leastObject = 2 ** 24;

/** Adds cleaned values to `sent` next to the original strings, such as `k3` next to `c3`. Returns the indexes of cleaned columns. */
export async function applyCleaning(
	{ connection }: Session,
	uploaded: Uploaded,
	cleaning: EngineCleaning | null,
): Promise<ReadonlySet<number>> {
	const { opened } = uploaded;
	const columns = (cleaning?.columns ?? []).flatMap((column) => {
		const index = opened.columns.findIndex(({ name }) => name === column.from);
		return index === -1 || column.changes.length === 0 ? [] : [{ ...column, index }];
	});
	const indexes = new Set(columns.map(({ index }) => index));
	const key = JSON.stringify(columns.map(({ index, key, without }) => [index, key, without]));
	if (columns.length === 0 || uploaded.cleaned?.key === key) return indexes;
	for (const { index, changes, without } of columns) {
		// No line is longer than its file. The engine allocates twice the configured size per thread.
		const longest = Math.max(leastObject, ...changes.map((file) => statSync(file).size));
		const files = `[${changes.map(literal).join(', ')}]`;
		await connection.run(
			`CREATE OR REPLACE TEMP TABLE changes_${index} AS SELECT b, ${changedTo(without)} AS a FROM read_json(${files}, format = 'newline_delimited', compression = 'uncompressed', maximum_object_size = ${longest}, columns = {b: 'VARCHAR', t: 'VARCHAR', v: 'VARCHAR'})`,
		);
	}
	const texts = opened.columns.map((_, index) => `s.c${index}`);
	const changed = columns.map(({ index }) => `coalesce(m${index}.a, s.c${index}) AS k${index}`);
	const joins = columns.map(({ index }) => `LEFT JOIN changes_${index} m${index} ON m${index}.b = s.c${index}`);
	const version = (uploaded.cleaned?.version ?? 0) + 1;
	const rows = `SELECT s.n, ${[...texts, ...changed].join(', ')} FROM sent s ${joins.join(' ')}`;
	const table = `sent_cleaned_${version}`;
	await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} AS ${rows}`);
	// The join usually preserves the order, and checking that is much faster than sorting.
	const moved = await connection.run(`SELECT 1 FROM ${table} WHERE n <> rowid + 1 LIMIT 1`);
	if ((await moved.getRows()).length > 0)
		await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} AS ${rows} ORDER BY s.n`);
	await connection.run(`CREATE OR REPLACE TEMP VIEW sent AS SELECT * FROM ${table}`);
	if (version > 1) await connection.run(`DROP TABLE IF EXISTS sent_cleaned_${version - 1}`);
	for (const { index } of columns) await connection.run(`DROP TABLE changes_${index}`);
	uploaded.cleaned = { key, version };
	uploaded.detected.clear();
	uploaded.nullWords.clear();
	return indexes;
}

function changedTo(without: readonly CleaningRule[]): string {
	const isOff = (rule: CleaningRule) => without.includes(rule);
	const spaced = isOff('spaces') ? 'b' : 't';
	const composed = isOff('unicode') ? spaced : `nfc_normalize(${spaced})`;
	// Besides these, a column has a single rule.
	const isValueOff = without.some((rule) => rule !== 'spaces' && rule !== 'unicode');
	return isValueOff ? composed : `coalesce(v, ${composed})`;
}
