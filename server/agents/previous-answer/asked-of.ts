import { isDeepStrictEqual } from 'node:util';
import { listText } from '#lib/text/list-text.ts';
import { readAdjective } from '../builtin/english.ts';
import { isPlace } from '../builtin/place-names.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { related, stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { hasPeople, namesOf } from '../offline/columns.ts';
import type { Graph } from '../offline/graph.ts';

const has = stem('has');
const peopleWords = 'population inhabitant resident'.split(' ').map(stem);

/** Words for what is located in a place that an answer named. */
export const asksThere =
	/\b(?:live|lives|lived|work|works|stay|stays|are based|is based|happened|took place) there\b|\b(?:to|from) there$|^(?:who|which|what)\b.* (?!(?:is|are|was|were|be|been)\b)\w+ there$/i;
/** "who sang there?", "which singers performed there?" */
export const asksWhoThere = /^(?:who|(?:which|what) ([\w ]+?))(?: (?:is|are|was|were))? \w+ there$/i;
/** "who is that?" */
export const asksWhoItIs = /^who (?:is|was|are|were) (?:it|that|this|he|she|they|those|these)$/i;

/** "which ones are those?" */
const asksWhichOnes = /^which(?: ones)? (?:is|was|are|were) (?:it|that|they|those|these)$/i;
/** Names of datasets of people, who do things: "mechanic", "customer", "artist". */
const personal =
	/(?:[aeo]r|ist|i?an|ee|ant|(?<!m)ent|ic|man|person|people|staff|crew|guest|pilot|captain|coach|host|chef|user|child|judge)$/;

/** Whether a dataset is about people, judged by its name or columns. */
export const isOfPeople = (table: Table): boolean => personal.test(table.nameStems.at(-1) ?? '') || hasPeople(table);

/** "do they have elevators?" */
const asksWhether = /^(?:do|does|did) (?:they|those|these|it) have (?:an? |any )?([\w ]+)$/i;
const asksWhere =
	/^(?:in (?:which|what) (?:place|town|city) |where )(?:is|was|are|were|do|does|did|has|have) (?!.*\b(?:from|to|come|go)\b)\w+(?: \w+){0,2}$/i;
/** "where did those come from?", "where did it go?" */
const asksWay =
	/^where (?:do|does|did|has|have|had) .*\b(?:(come from|from|leave|depart|start)|go|to|land|arrive|end(?: up)?)(?: (?:mostly|mainly|usually|most often|most))?$/i;
const waysFrom = 'origin source from start departure sender'.split(' ').map(stem);
const waysTo = 'destination target to end arrival receiver'.split(' ').map(stem);

/** "where did those come from?" about several rows: counts them by that place. */
export const countsByWay = (text: string): boolean => asksWay.test(text) && /\b(?:those|these|they|them)\b/i.test(text);

const asksWho = /^who (?!(?:is|are|was|were)\b)(\w+) (?:it|them|that|those|these)$/i;
const asksHow = /^how (\w+) (?:is|was|are|were) (?:it|they|he|she|that|this|those|these)$/i;
const asksPeople = /^how many (?:people|inhabitants|residents) (?:live|lived|are|were)\b/i;

/**
 * The columns that a question about an answer asks for implicitly: where something is, how deep it was, how many people live there. Null if it asks
 * for something else; none if no column has the answer.
 */
export function columnsAsked(text: string, table: Table, graph: Graph): readonly Column[] | null {
	const way = asksWay.exec(text);
	if (way !== null) {
		const names = way[1] === undefined ? waysTo : waysFrom;
		const ends = table.columns.filter(({ nameStems }) => nameStems.some((name) => names.includes(name)));
		const places = ends.filter(({ kind }) => kind === 'text');
		if (places.length > 0) return places.length === 1 ? places : [];
	}
	if (asksWhere.test(text)) {
		const own = table.columns.filter(isPlace);
		if (own.length > 0) return own;
		// The location of a thing may be recorded with what it belongs to.
		const found = ownersOf(table, graph)
			.map(({ columns }) => columns.filter(isPlace))
			.filter(({ length }) => length > 0);
		return found.length === 1 ? (found[0] ?? []) : [];
	}
	if ((asksWhoItIs.test(text) || asksWhichOnes.test(text)) && namesOf(table).length > 0) return namesOf(table);
	const [, verb] = asksWho.exec(text) ?? [];
	if (verb !== undefined || asksWhoItIs.test(text)) {
		// "who makes it?": the maker, recorded with it or with a related dataset.
		const near = [table, ...edges(table, graph)];
		const doers = verb === undefined ? [] : near.flatMap((of) => of.columns.filter(isDoer(stem(verb.toLowerCase()))));
		if (doers.length === 1) return doers;
		const people = ownersOf(table, graph)
			.filter(isOfPeople)
			.map(namesOf)
			.filter(({ length }) => length > 0);
		return people.length === 1 ? (people[0] ?? []) : [];
	}
	const thing = wordsOf(asksWhether.exec(text)?.[1]?.toLowerCase() ?? '').map(stem);
	const flags = table.columns.filter(
		({ kind, distinct, nameStems }) =>
			thing.length > 0 &&
			(kind === 'boolean' || distinct === 2) &&
			isDeepStrictEqual(
				nameStems.filter((name) => name !== has),
				thing,
			),
	);
	if (flags.length === 1) return flags;
	const [, adjective] = asksHow.exec(text) ?? [];
	const nouns = adjective === undefined ? undefined : readAdjective(adjective.toLowerCase())?.nouns;
	const measured = asksPeople.test(text) ? peopleWords : nouns;
	if (measured === undefined) return null;
	const columns = table.columns.filter(
		({ kind, nameStems }) => kind === 'number' && nameStems.some((name) => measured.includes(name)),
	);
	// "How many people live there?" may ask to count rows of a dataset of people.
	return columns.length === 0 && asksPeople.test(text) ? null : columns;
}

const isDoer =
	(verb: string) =>
	({ kind, nameStems }: Column): boolean =>
		kind === 'text' &&
		nameStems.some(
			(name) => name === verb || related(name, verb) || stem(`${verb}r`) === name || stem(`${verb}er`) === name,
		);

/** The neighbors of a dataset. */
const edges = (table: Table, graph: Graph): Table[] => [
	...new Set(
		graph.edges.filter(({ from, to }) => from.table === table && to.table !== table).map(({ to }) => to.table),
	),
];

/** The datasets that rows refer to. */
const ownersOf = (table: Table, { edges }: Graph): Table[] => [
	...new Set(
		edges
			.filter(({ from, to }) => from.table === table && to.table !== table && to.unique && !from.unique)
			.map((edge) => edge.to.table),
	),
];

/** @param of the dataset whose columns need no qualifier */
export const listed = (columns: readonly Column[], of: Table): string =>
	listText(
		columns.map(({ name, table }) => wordsOf(table === of ? name : `${table.name} ${name}`).join(' ')),
		'and',
	);
