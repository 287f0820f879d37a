import * as z from 'zod/mini';

const FilterTerm = z.object({
	column: z.string(),
	op: z.enum(['=', '!=', '<', '<=', '>', '>=', 'contains', 'in', 'isNull', 'notNull']),
	value: z.exactOptional(z.union([z.string(), z.array(z.nullable(z.string()))])),
});

/** Sorting, filtering and hidden columns of a grid. `hidden` null: as last used. */
export interface GridSearch {
	readonly sort: readonly { readonly column: string; readonly descending: boolean }[];
	readonly filter: readonly {
		readonly column: string;
		readonly op: z.infer<typeof FilterTerm>['op'];
		readonly value?: string | readonly (string | null)[];
	}[];
	readonly hidden: readonly string[] | null;
}

/** Same parameters as the service's row API: `sort=-delay,name`, `filter=[{column, op, value}]`, plus `hide=a,b`. */
const names = { sort: 'sort', filter: 'filter', hidden: 'hide' } as const;

/** Reads the grid's state from a URL. Invalid parts are ignored. */
export function readGridSearch(params: URLSearchParams): GridSearch {
	return {
		sort: readList(params.get(names.sort)).map((text) => {
			const descending = text.startsWith('-');
			return { column: decodeName(descending ? text.slice(1) : text), descending };
		}),
		filter: readFilter(params.get(names.filter)),
		hidden: params.has(names.hidden) ? readList(params.get(names.hidden)).map(decodeName) : null,
	};
}

/** Writes the grid's state to a URL, leaving other parameters unchanged. */
export function writeGridSearch(params: URLSearchParams, { sort, filter, hidden }: GridSearch): void {
	const sorted = sort.map(({ column, descending }) => (descending ? '-' : '') + encodeName(column)).join(',');
	set(params, names.sort, sorted);
	set(params, names.filter, filter.length === 0 ? '' : JSON.stringify(filter));
	set(params, names.hidden, (hidden ?? []).map(encodeName).join(','));
}

/** Removes the grid's state before other rows are shown, including a comparison's key and filters. */
export function clearGridSearch(params: URLSearchParams): void {
	for (const name of [...Object.values(names), 'key', 'column', 'show']) params.delete(name);
}

function set(params: URLSearchParams, name: string, text: string): void {
	if (text === '') params.delete(name);
	else params.set(name, text);
}

const readList = (text: string | null): string[] => (text === null || text === '' ? [] : text.split(','));

/** Escapes commas, percent signs and a leading minus in names. */
const encodeName = (name: string): string =>
	name.replace(/[%,]|^-|^$/g, (value) =>
		value === '' ? '%00' : `%${value.charCodeAt(0).toString(16).padStart(2, '0')}`,
	);

const decodeName = (text: string): string =>
	text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
		code === '00' ? '' : String.fromCharCode(Number.parseInt(code, 16)),
	);

function readFilter(text: string | null): GridSearch['filter'] {
	if (text === null) return [];
	try {
		const items: unknown = JSON.parse(text);
		return Array.isArray(items) ? items.flatMap((item) => FilterTerm.safeParse(item).data ?? []) : [];
	} catch {
		return [];
	}
}
