import { escapePattern } from '#lib/text/escape-pattern.ts';
import { singular } from '#lib/text/plural.ts';
import { counted, spoken } from '../query/present.ts';
import { namesNoQuantity, readsAsNoun } from '../query/suggestions.ts';
import { addsUp, isEmpty } from './english.ts';
import { asksForOrder, type Refusal } from './refusal.ts';
import type { Column, Schema, Table } from './schema.ts';
import { stem } from './stem.ts';
import { wordsOf } from './tokenize.ts';

const mostOffers = 3;
/** Maximum number of other columns tried in place of a word. */
const mostSwaps = 6;
/** More groups than this make a list that nobody reads. */
const mostGroups = 1000;

const quantitiesOf = (table: Table): string[] =>
	table.columns
		.filter(({ kind, isYear, unique }) => kind === 'number' && !isYear && !unique)
		.filter(({ name }) => !namesNoQuantity(name) && readsAsNoun(name))
		.map((column) => spoken(column.name));
const groupsOf = (table: Table): Column[] =>
	table.columns
		.filter((column) => column.kind === 'text' && !column.unique && (column.distinct ?? mostGroups + 1) <= mostGroups)
		.sort((a, b) => (a.distinct ?? 0) - (b.distinct ?? 0));

/** Questions similar to a refused one that can be answered: each was read before it's offered. None if there are none. */
export function offers(
	question: string,
	refusal: Refusal,
	schema: Schema,
	understands: (question: string) => boolean,
): string[] {
	const text = question.trim().replace(/[\s?.!]+$/, '');
	const root = refusal.root ?? asked(text, schema);
	const ofEach = /^This question fits /.test(refusal.message)
		? refusal.suggestions.map((name) => `${text} of ${spoken(name)}?`).filter(understands)
		: [];
	if (ofEach.length > 1) return ofEach;
	const { about = '' } = refusal;
	const ofAll = figuresOf(text, refusal).filter(understands);
	if (ofAll.length > 0) return ofAll;
	// "How many individuals were noted in each country?": their total, or the rows that state it.
	const [beforeIt, afterIt = ''] = about === '' ? [text] : text.split(about);
	if (
		/^Do you mean the total of /.test(refusal.message) &&
		root !== undefined &&
		/\bhow (?:many|much) $/i.test(beforeIt ?? '')
	) {
		const groups = groupsIn(afterIt);
		const both = [`Total ${about}${groups}?`, `Number of ${counted(spoken(root.name))}${groups}?`];
		if (both.every(understands)) return both;
	}
	// "total sales by month" names no dataset: quantities that can be summed may be from any.
	const [figure = ''] = text.split(/\b(?:by|per|for each|of each)\b/i);
	const named = schema.tables.filter(
		({ home, nameStems }) => home && nameStems.every((word) => wordsOf(figure).map(stem).includes(word)),
	);
	const roots = refusal.root !== undefined || named.length > 0 ? [root] : bySize(schema);
	const instead = swaps(text, refusal, roots)
		.slice(0, roots.length > 1 ? mostSwaps * 2 : mostSwaps)
		.flatMap((swap) => swap.find(understands) ?? []);
	if (instead.length > 0) return [...new Set(instead)].slice(0, mostOffers);
	if (root === undefined) return [];
	const found: string[] = [];
	// Nothing in the question says which dataset is meant: one question about each.
	const others = root === refusal.root || closenessTo(text, root) > 0 ? [] : [...bySize(schema)].slice(0, mostOffers);
	const candidates =
		others.length > 1
			? others.map(({ name }) => `How many ${counted(spoken(name))} are there?`)
			: [...ranked(text, refusal, root), ...starters(root)];
	for (const candidate of new Set(candidates)) {
		if (found.length === mostOffers) break;
		if (understands(candidate)) found.push(candidate);
	}
	return found;
}

/** "Which boat spent the most nights?", refused because a boat has several: the question with their total and their average. */
export function figuresOf(
	text: string,
	{ message, about = '' }: { readonly message: string; readonly about?: string | undefined },
): string[] {
	// "units wanted by hospital", "and cost?"
	if (/^Do you mean the total or the average /.test(message) && about !== '' && text.includes(about))
		return ['total', 'average'].map((figure) => {
			// "by invoiced amount": "by total invoiced amount"
			const [by] = new RegExp(String.raw`(?<=\bby )(?:\w+ )*${escapePattern(about)}(?!\w)`, 'i').exec(text) ?? [];
			const of = text.replace(by ?? about, (named) => `${figure} ${named}`);
			return `${of.replace(`number of ${figure}`, figure)}?`;
		});
	const [all, end = ''] =
		(/^A row of .* can have several values of /.test(message) &&
			/\b(?:the )?(most|highest|fewest|least|lowest) (?=[\w ]+)/i.exec(text)) ||
		[];
	if (all === undefined || about === '') return [];
	const extreme = /^(?:most|highest)$/i.test(end) ? 'highest' : 'lowest';
	return ['total', 'average'].map((figure) => `${text.replace(all, () => `the ${extreme} ${figure} `)}?`);
}

/** " were noted in each country": what makes the same groups after a figure. */
const groupsIn = (text: string): string => {
	const [, each] = /\b(?:in|of|by|per|for|at)? ?(?:each|every|per|by) ([\w ]+)$/i.exec(text) ?? [];
	return each === undefined ? text : ` by ${each}`;
};

const bySize = ({ tables }: Schema): Table[] =>
	tables.filter(({ home }) => home).sort((a, b) => b.dataset.rows - a.dataset.rows);

/** How many words of a question a dataset has in its names and values; its own name counts most. */
function closenessTo(text: string, { nameStems, columns }: Table): number {
	const words = new Set(wordsOf(text).filter((word) => !isEmpty(word)));
	const has = (word: string) =>
		columns.some((column) => column.nameStems.includes(stem(word)))
			? 2
			: columns.some(({ values }) => values?.some((value) => wordsOf(value).includes(word)))
				? 1
				: 0;
	return [...words].reduce((sum, word) => sum + (nameStems.includes(stem(word)) ? 4 : has(word)), 0);
}

/** The dataset that a question is closest to. */
const asked = (text: string, schema: Schema): Table | undefined =>
	bySize(schema)
		.map((table) => ({ table, closeness: closenessTo(text, table) }))
		.sort((a, b) => b.closeness - a.closeness)[0]?.table;

/** For each possible meaning of the word, the question with that instead, in its possible phrasings. */
function swaps(text: string, refusal: Refusal, roots: readonly (Table | undefined)[]): string[][] {
	const { suggestions, message } = refusal;
	// "crossings by port" without a link from crossings to ports.
	const unlinked = /^I can’t find one clear way/.test(message) ? /\b(?:by|per|each|every) ([\w ]+)$/i.exec(text) : null;
	const about = refusal.about ?? unlinked?.[1];
	const isUnknownTerm = refusal.isUnknownTerm || unlinked !== null;
	if (about === undefined || !text.includes(about)) return [];
	const put = (words: string) => `${text.replace(about, () => words)}?`;
	const choices = suggestions.flatMap((suggestion) => /^"([^"]+)"$/.exec(suggestion)?.[1] ?? []);
	if (choices.length > 0)
		return choices.map((choice) => {
			// "temp_max" already stands for "temperature".
			const word = stem(about.toLowerCase());
			const isSaid = spoken(choice)
				.split(' ')
				.map(stem)
				.some((part) => part === word || (part.length > 2 && word.startsWith(part)));
			const [, name, owner] = /^(.+) of (.+)$/.exec(choice) ?? [];
			// "loans by branch town"
			const owned =
				name === undefined || owner === undefined ? [] : [put(`${singular(spoken(owner))} ${spoken(name)}`)];
			const plain = put(spoken(choice));
			// "the most honey" in kg, of which a row has several
			const ofSeveral = plain.replace(
				/\b(?:the )?(most|least|fewest) /i,
				(_, end) => `the ${/most/i.test(end) ? 'highest' : 'lowest'} total `,
			);
			return isSaid ? [...owned, plain, ofSeveral] : [put(`${spoken(choice)} ${about}`), plain, ofSeveral];
		});
	const before = text.slice(0, text.indexOf(about)).trimEnd();
	const tables = roots.filter((root) => root !== undefined);
	if (!isUnknownTerm) return [];
	const [root, ...others] = tables;
	if (root !== undefined && others.length === 0 && /\b(by|per|each|every)$/i.test(before))
		return groupsOf(root).map((column) => [put(spoken(column.name))]);
	if (!/\b(average|avg|mean|total|sum|median|max|min|maximum|minimum|highest|lowest)$/i.test(before)) return [];
	const isTotal = /\b(total|sum)$/i.test(before);
	const quantities = [...new Set(tables.flatMap(quantitiesOf))];
	// Prices and rates can't be summed.
	const sums = isTotal && others.length > 0 ? quantities.filter((name) => addsUp(wordsOf(name).map(stem))) : quantities;
	const counts = isTotal && others.length > 0 ? tables.map(({ name }) => counted(spoken(name))) : [];
	const putCount = (words: string) => `${text.replace(new RegExp(`\\w+ ${about}`), () => `number of ${words}`)}?`;
	return [...sums.map((value) => [put(value)]), ...counts.map((name) => [putCount(name)])];
}

/** "top 5 destinations" by something. */
function ranked(text: string, refusal: Refusal, root: Table): string[] {
	if (!asksForOrder(refusal.message)) return [];
	const quantities = quantitiesOf(root);
	return [`number of ${spoken(root.name)}`, ...quantities.map((quantity) => `average ${quantity}`)].map(
		(value) => `${text} by ${value}`,
	);
}

function starters(root: Table): string[] {
	const rows = counted(spoken(root.name));
	const quantities = quantitiesOf(root);
	const groups = groupsOf(root).map((column) => spoken(column.name));
	const crossed = groups
		.slice(0, 3)
		.flatMap((group) => quantities.slice(0, 2).map((quantity) => `average ${quantity} by ${group}`));
	return [
		...crossed.slice(0, 2),
		...groups.slice(0, 2).map((group) => `How many ${rows} are there per ${group}?`),
		`How many ${rows} are there?`,
	];
}
