import * as z from 'zod/mini';

const FilterTerm = z.object({
	column: z.string(),
	op: z.enum(['=', '!=', '<', '<=', '>', '>=', 'contains', 'in', 'isNull', 'notNull']),
	value: z.exactOptional(z.union([z.string(), z.array(z.nullable(z.string()))])),
});

/** What is asked of shown rows: sorted by what, filtered by what, without which columns (null: as they were last seen). */
export interface GridSearch {
	readonly sort: readonly { readonly column: string; readonly descending: boolean }[];
	readonly filter: readonly {
		readonly column: string;
		readonly op: z.infer<typeof FilterTerm>['op'];
		readonly value?: string | readonly (string | null)[];
	}[];
	readonly hidden: readonly string[] | null;
}

/** In the same words as the service's own rows: `sort=-delay,name`, `filter=[{column, op, value}]`; besides `hide=a,b`. */
const names = { sort: 'sort', filter: 'filter', hidden: 'hide' } as const;

/** What an address asks of the rows that it shows. A part that cannot be read asks nothing. */
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

/** Writes into an address what is asked of its rows; the rest of it stays. */
export function writeGridSearch(params: URLSearchParams, { sort, filter, hidden }: GridSearch): void {
	const sorted = sort.map(({ column, descending }) => (descending ? '-' : '') + encodeName(column)).join(',');
	set(params, names.sort, sorted);
	set(params, names.filter, filter.length === 0 ? '' : JSON.stringify(filter));
	set(params, names.hidden, (hidden ?? []).map(encodeName).join(','));
}

/** Takes out what is asked of one set of rows, before another is shown; of a comparison also its key and what it shows. */
export function clearGridSearch(params: URLSearchParams): void {
	for (const name of [...Object.values(names), 'key', 'column', 'show']) params.delete(name);
}

function set(params: URLSearchParams, name: string, text: string): void {
	if (text === '') params.delete(name);
	else params.set(name, text);
}

const readList = (text: string | null): string[] => (text === null || text === '' ? [] : text.split(','));

/** Names with a comma, a percent sign or a leading minus would be taken for something else. */
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
