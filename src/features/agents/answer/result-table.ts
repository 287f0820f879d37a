import { nextTask } from '#lib/concurrency/next-task.ts';
import { Decimal } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import type { CellKind, CellValue, GridColumn } from '../../../rows/index.ts';

export interface ResultTable {
	readonly columns: readonly GridColumn[];
	readonly rows: readonly (readonly CellValue[])[];
}

const absent: CellValue = { missing: 'This row doesn’t have this field.' };

/** Whether a column is service metadata, not a row field (interface, "Artifacts"). */
export const isInternal = (name: string): boolean => name.startsWith('__') && name !== '__proto__';

const scoreField = '__metadata.score';

/**
 * Converts an agent's rows (objects or anything else) to a table. Members of `__…` objects become separate columns at
 * the end: `__metadata.source`. The match score gets a readable name.
 */
export function toTable(given: readonly unknown[]): ResultTable {
	const steps = tableSteps(given);
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}

/** Like `toTable`, but yields, for results that would block input. @throws the signal's reason */
export async function toTableInSteps(given: readonly unknown[], signal: AbortSignal): Promise<ResultTable> {
	const steps = tableSteps(given);
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
		await nextTask();
		signal.throwIfAborted();
	}
}

/** Rows processed between two yields. */
const portion = 5_000;

function* tableSteps(given: readonly unknown[]): Generator<undefined, ResultTable, void> {
	const found = new Map<string, FoundColumn>();
	const columnOf = (name: string): FoundColumn => {
		const known = found.get(name);
		if (known !== undefined) return known;
		const column = { name, index: found.size, seen: new Set<Seen>() };
		found.set(name, column);
		return column;
	};
	const toCells = (row: unknown): CellValue[] => {
		const cells: CellValue[] = Array.from(found.values(), () => absent);
		const take = (name: string, value: unknown) => {
			const { index, seen } = columnOf(name);
			cells[index] = toCell(value, seen);
		};
		if (!isObject(row)) take('value', row);
		else {
			for (const [name, value] of Object.entries(row)) {
				if (!isInternal(name) || !isObject(value)) take(name, value);
				else for (const [member, inner] of Object.entries(value)) take(`${name}.${member}`, inner);
			}
		}
		return cells;
	};
	const taken: CellValue[][] = [];
	for (let at = 0; at < given.length; at += portion) {
		if (at > 0) yield;
		for (const row of given.slice(at, at + portion)) taken.push(toCells(row));
	}
	const rank = (name: string): number => (name === scoreField ? 1 : isInternal(name) ? 2 : 0);
	const ordered = [...found.values()].sort((a, b) => rank(a.name) - rank(b.name));
	const shown = (name: string): string => (name === scoreField && !found.has('score') ? 'score' : name);
	const columns = ordered.map(({ name, seen }) => {
		const kind = kindOf(seen);
		return { name: shown(name), type: typeWords[kind], kind };
	});
	// Earlier rows lack columns that were first seen later.
	const rows: CellValue[][] = [];
	for (let at = 0; at < taken.length; at += portion) {
		if (at > 0) yield;
		for (const cells of taken.slice(at, at + portion))
			rows.push(ordered.map(({ index }) => (index < cells.length ? (cells[index] ?? null) : absent)));
	}
	return { columns, rows };
}

/** Value types that matter for choosing a column type. */
type Seen = 'boolean' | 'integer' | 'big' | 'float' | 'decimal' | 'object' | 'digits' | 'text';

interface FoundColumn {
	readonly name: string;
	readonly index: number;
	readonly seen: Set<Seen>;
}

const typeWords: Record<CellKind, string> = {
	text: 'text',
	digits: 'text',
	integer: 'integer',
	float: 'number',
	decimal: 'number',
	boolean: 'boolean',
	temporal: 'time',
	json: 'JSON',
	blob: 'binary',
};

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);

function toCell(value: unknown, seen: Set<Seen>): CellValue {
	switch (typeof value) {
		case 'boolean':
			seen.add('boolean');
			return value;
		case 'bigint':
			seen.add('big');
			return value;
		case 'number':
			seen.add(Number.isInteger(value) ? 'integer' : 'float');
			return value;
		case 'string':
			if (!seen.has('text')) seen.add(/^-?\d+(\.\d+)?$/.test(value) ? 'digits' : 'text');
			return value;
		case 'object':
			if (value === null) return null;
			seen.add(value instanceof Decimal ? 'decimal' : 'object');
			return value instanceof Decimal ? value.text : stringifyJson(value);
		default:
			return null;
	}
}

function kindOf(seen: ReadonlySet<Seen>): CellKind {
	const only = (...kinds: readonly Seen[]): boolean => [...seen].every((seen) => kinds.includes(seen));
	if (seen.size === 0) return 'text';
	if (only('boolean')) return 'boolean';
	if (only('integer', 'big')) return 'integer';
	if (only('integer', 'float')) return 'float';
	if (only('integer', 'big', 'float', 'decimal')) return 'decimal';
	if (seen.has('object')) return 'json';
	return only('digits') ? 'digits' : 'text';
}
