import { escapePattern } from '#lib/text/escape-pattern.ts';
/** A `location` of an nginx configuration, with the directives that ours uses. */
export interface Location {
	readonly path: string;
	/** `location = path`; otherwise all URLs that start with it. */
	readonly exact: boolean;
	readonly headers: readonly { readonly name: string; readonly value: string }[];
	readonly filters: readonly { readonly from: string; readonly to: string }[];
	readonly redirect: string | null;
	/** Whether all of its URLs lead to index.html. */
	readonly page: boolean;
}

/** Parses `deploy/nginx.conf`, so that tests check that very file. */
export function readNginx(text: string): { locations: Location[]; variables: Record<string, string> } {
	const plain = text.replaceAll(/^\s*#.*$/gm, '');
	const variables = [...plain.matchAll(/^\s*set \$(\w+) "([^"]*)";/gm)].map(([, name, value]) => [name, value]);
	const locations = [...plain.matchAll(/location (=|\^~) (\S+) \{([^}]*)\}/g)].map(
		([, kind, path = '', body = '']) => ({
			path,
			exact: kind === '=',
			headers: pairs(body, /add_header (\S+) ("(?:\\.|[^"\\])*")/g).map(([name, value]) => ({ name, value })),
			filters: pairs(body, /sub_filter ("(?:\\.|[^"\\])*") ("(?:\\.|[^"\\])*")/g).map(([from, to]) => ({ from, to })),
			redirect: /return 301 (\S+);/.exec(body)?.[1] ?? null,
			page: body.includes('rewrite ^ /index.html break;'),
		}),
	);
	// An exact match wins, then the longest.
	locations.sort((a, b) => Number(b.exact) - Number(a.exact) || b.path.length - a.path.length);
	return { locations, variables: Object.fromEntries(variables) };
}

const pairs = (body: string, pattern: RegExp): [string, string][] =>
	[...body.matchAll(pattern)].map(([, first = '', second = '']) => [unquoted(first), unquoted(second)]);

const unquoted = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replaceAll(/\\(.)/g, '$1') : text);

export const withVariables = (text: string, variables: Readonly<Record<string, string>>): string =>
	text.replaceAll(/\$(\w+)/g, (whole, name: string) => variables[name] ?? whole);

/** Applies `sub_filter` to a page; replacements aren't filtered again. */
export function applyFilters({ filters }: Location, html: string, variables: Readonly<Record<string, string>>): string {
	const froms = filters.map(({ from }) => escapePattern(from));
	return html.replaceAll(new RegExp(froms.join('|'), 'g'), (found) =>
		withVariables(filters.find(({ from }) => from === found)?.to ?? found, variables),
	);
}
