import { plural } from '#lib/text/plural.ts';
import { counted, spoken } from './present.ts';
import type { ContextColumn, ContextDataset, SchemaContext } from './types.ts';

/** What a suggested question asks for. */
export type SuggestionKind = 'count' | 'trend' | 'ranking' | 'comparison' | 'join' | 'description';

export interface Suggestion {
	readonly kind: SuggestionKind;
	readonly of: string;
	readonly text: string;
}

/** With fewer values, nobody asks for the top five; with more, nobody reads the list. */
const [fewestGroups, mostGroups] = [6, 1_000];
/** Integers with fewer distinct values are codes or marks. */
const fewestNumbers = 13;

const isTime = ({ type }: ContextColumn): boolean => /^(DATE|TIMESTAMP)/.test(type);
/** Numbers with such a name identify a row, a place or a time. */
export const namesNoQuantity = (name: string): boolean =>
	/(^|_)(id|key|code|number|no|year|month|day|latitude|longitude|lat|lon|lng)$/i.test(name);
/** Unlike "cost other" and "in stock", a noun that "average" can be put before. */
export const readsAsNoun = (name: string): boolean =>
	!/^(?:in|on|at|by|of|for|to|from|with)[^a-z]|[^a-z](?:others?|in|on|at|by|of|for|to|from|with)$/i.test(name);
/** Numbers to add up or average: not those that identify a row, a place or a time. */
const isQuantity = (column: ContextColumn, keys: ContextDataset['keys']): boolean =>
	/^(U?(TINY|SMALL|BIG|HUGE)?INT|INTEGER|UINTEGER|FLOAT|DOUBLE|REAL|DECIMAL)/.test(column.type) &&
	!keys.some((key) => key.includes(column.name)) &&
	(!/INT/.test(column.type) || (column.distinct ?? fewestNumbers) >= fewestNumbers) &&
	!namesNoQuantity(column.name) &&
	readsAsNoun(column.name);
const isGroup = (column: ContextColumn, keys: ContextDataset['keys']): boolean =>
	column.type.startsWith('VARCHAR') &&
	column.textOf === null &&
	column.distinct !== null &&
	column.distinct >= fewestGroups &&
	column.distinct <= mostGroups &&
	!keys.some((key) => key.length === 1 && key[0] === column.name);

/**
 * Questions suggested by a namespace's datasets, most informative first within each kind. They are candidates: only a reader knows what the words
 * mean there.
 */
export function suggestionsFor({ namespace, datasets, links }: SchemaContext): readonly Suggestion[] {
	const own = datasets.filter(
		({ coordinate, rows }) =>
			coordinate.owner === namespace.owner && coordinate.namespace === namespace.name && rows > 0,
	);
	const linksOf = ({ coordinate: { datasetName } }: ContextDataset) =>
		links.filter((link) => [link.from, link.to].some((end) => end.dataset.datasetName === datasetName)).length;
	// Datasets that others link to are the subject of the namespace; prefer those with the most rows.
	return own
		.toSorted((a, b) => linksOf(b) - linksOf(a) || b.rows - a.rows)
		.flatMap((dataset) => ofDataset(dataset, links));
}

function ofDataset({ coordinate, columns, keys }: ContextDataset, links: SchemaContext['links']): Suggestion[] {
	const of = coordinate.datasetName;
	const rows = counted(spoken(of));
	const time = columns.find(isTime);
	const quantities = columns.filter((column) => isQuantity(column, keys)).map(({ name }) => spoken(name));
	const groups = columns
		.filter((column) => isGroup(column, keys))
		.sort((a, b) => (a.distinct ?? 0) - (b.distinct ?? 0))
		.map(({ name }) => spoken(name));
	const [quantity] = quantities;
	const joined = links
		.filter(({ from }) => from.dataset.datasetName === of && from.dataset.namespace === coordinate.namespace)
		.map(({ to }) => counted(spoken(to.dataset.datasetName)));
	const make = (kind: SuggestionKind, ...texts: string[]) => texts.map((text) => ({ of, kind, text }));
	return [
		...(time === undefined
			? []
			: make(
					'trend',
					`How many ${rows} were there per month?`,
					`${rows.replace(/^[a-z]/, (letter) => letter.toUpperCase())} by month`,
				)),
		...make(
			'ranking',
			...groups.map((group) => `Which 5 ${plural(group)} have the most ${rows}?`),
			...groups.map((group) => `Top 5 ${plural(group)} by number of ${rows}`),
		),
		...(quantity === undefined ? [] : make('comparison', ...groups.map((group) => `Average ${quantity} by ${group}`))),
		...make('join', ...joined.map((other) => `Which ${other} have no ${rows}?`)),
		...make('join', ...joined.map((other) => `Which ${other} have the most ${rows}?`)),
		...make('count', `How many ${rows} are there?`),
		...make('description', `Describe ${spoken(of)}`),
	];
}
