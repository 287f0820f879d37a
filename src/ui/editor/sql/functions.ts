/** What DuckDB tells of a function. */
export interface SqlFunction {
	readonly name: string;
	readonly kind: 'scalar' | 'aggregate' | 'window' | 'macro' | 'table';
	readonly about?: string;
	readonly example?: string;
	readonly calls: readonly SqlCall[];
}

export interface SqlCall {
	/** Name and types of each parameter. */
	readonly takes: readonly (readonly [name: string, types: string])[];
	/** The type of more arguments, as many as one likes. */
	readonly more?: string;
	readonly gives?: string;
}

let loading: Promise<readonly SqlFunction[]> | null = null;

/** The functions, loaded once; none where they cannot be loaded, which is tried again at the next call. */
export function loadFunctions(): Promise<readonly SqlFunction[]> {
	loading ??= import('./duckdb-functions.json').then(
		(loaded) => loaded.default as unknown as readonly SqlFunction[],
		() => {
			loading = null;
			return [];
		},
	);
	return loading;
}

/** `round(x DOUBLE, precision INTEGER) → DOUBLE`, and where each parameter stands in it. */
export function callText(
	name: string,
	call: SqlCall,
): { readonly text: string; readonly parameters: readonly (readonly [start: number, end: number])[] } {
	const parameters: [number, number][] = [];
	let text = `${name}(`;
	const words = call.takes.map(([name, types]) => `${name} ${types}`.trim());
	if (call.more !== undefined) words.push('…');
	for (const [at, word] of words.entries()) {
		if (at > 0) text += ', ';
		parameters.push([text.length, text.length + word.length]);
		text += word;
	}
	text += ')';
	return { text: call.gives === undefined ? text : `${text} → ${call.gives}`, parameters };
}
