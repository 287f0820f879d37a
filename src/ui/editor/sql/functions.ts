import type { SqlDialect } from './knowledge.ts';

export interface SqlFunction {
	readonly name: string;
	/** `generator`: after SELECT and after FROM. */
	readonly kind: 'scalar' | 'aggregate' | 'window' | 'macro' | 'table' | 'generator';
	readonly about?: string;
	readonly example?: string;
	readonly calls: readonly SqlCall[];
}

export interface SqlCall {
	readonly takes: readonly (readonly [name: string, types: string])[];
	/** Type of any number of further arguments. */
	readonly more?: string;
	readonly gives?: string;
}

const loaders = {
	duckdb: () => import('./duckdb-functions.json'),
	spark: () => import('#lib/sql/spark-functions.json'),
} as const satisfies Record<SqlDialect, () => Promise<unknown>>;
const loading = new Map<SqlDialect, Promise<readonly SqlFunction[]>>();

/** A dialect's functions, loaded once. Empty if they can't be loaded, which is retried on the next call. */
export function loadFunctions(dialect: SqlDialect): Promise<readonly SqlFunction[]> {
	const begun =
		loading.get(dialect) ??
		loaders[dialect]().then(
			(loaded) => loaded.default as unknown as readonly SqlFunction[],
			() => {
				loading.delete(dialect);
				return [];
			},
		);
	loading.set(dialect, begun);
	return begun;
}

/** `round(x DOUBLE, precision INTEGER) → DOUBLE`, with the range of each parameter. */
export function callText(
	name: string,
	call: SqlCall,
): { readonly text: string; readonly parameters: readonly (readonly [start: number, end: number])[] } {
	const parameters: [number, number][] = [];
	let text = `${name}(`;
	const words = call.takes.map(([name, types]) => `${name} ${types}`.trim());
	if (call.more !== undefined) words.push('…');
	for (const [index, word] of words.entries()) {
		if (index > 0) text += ', ';
		parameters.push([text.length, text.length + word.length]);
		text += word;
	}
	text += ')';
	return { text: call.gives === undefined ? text : `${text} → ${call.gives}`, parameters };
}
