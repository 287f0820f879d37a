import { counted } from '../counted.ts';
import { isNumeric } from './draft.ts';
import type { Refusal } from './refusal.ts';
import type { Column, Schema, Table } from './schema.ts';

const mostOffers = 3;
/** Groups of more values than this are a list that nobody reads. */
const mostGroups = 1000;

const spoken = (name: string): string => name.replaceAll('_', ' ').toLowerCase();
/** A place's position is a number that nobody averages. */
const quantitiesOf = (table: Table): string[] =>
	table.columns
		.filter((it) => isNumeric(it) && !it.unique && !/(^|_)(latitude|longitude|lat|lon|lng)$/i.test(it.name))
		.map((it) => spoken(it.name));
const groupsOf = (table: Table): Column[] =>
	table.columns
		.filter((it) => it.kind === 'text' && !it.unique && (it.distinct ?? mostGroups + 1) <= mostGroups)
		.sort((a, b) => (a.distinct ?? 0) - (b.distinct ?? 0));

/** Questions near to a refused one that are understood: each was read before it is offered. None where there is none. */
export function offers(
	question: string,
	refusal: Refusal,
	schema: Schema,
	understands: (question: string) => boolean,
): string[] {
	const text = question.trim().replace(/[\s?.!]+$/, '');
	const instead = swaps(text, refusal).flatMap((it) => it.find(understands) ?? []);
	if (instead.length > 0) return unique(instead).slice(0, mostOffers);
	const root = refusal.root ?? schema.tables.find((it) => it.home);
	if (root === undefined) return [];
	const found: string[] = [];
	for (const it of unique([...ranked(text, refusal, root), ...starters(root)])) {
		if (found.length === mostOffers) break;
		if (understands(it)) found.push(it);
	}
	return found;
}

const unique = (all: readonly string[]): string[] => [...new Set(all)];

/** For each thing that the word could mean, the question with that in its place, in the ways in which it can be said. */
function swaps(text: string, { about, suggestions, root, isStranger }: Refusal): string[][] {
	if (about === undefined || !text.includes(about)) return [];
	const put = (words: string) => `${text.replace(about, () => words)}?`;
	const choices = suggestions.flatMap((it) => /^"([^"]+)"$/.exec(it)?.[1] ?? []);
	if (choices.length > 0) return choices.map((it) => [put(`${spoken(it)} ${about}`), put(spoken(it))]);
	const before = text.slice(0, text.indexOf(about)).trimEnd();
	if (root === undefined || !isStranger) return [];
	if (/\b(by|per|each|every)$/i.test(before)) return groupsOf(root).map((it) => [put(spoken(it.name))]);
	if (/\b(average|avg|mean|total|sum|median|max|min|maximum|minimum|highest|lowest)$/i.test(before))
		return quantitiesOf(root).map((it) => [put(it)]);
	return [];
}

/** "top 5 destinations" by something. */
function ranked(text: string, refusal: Refusal, root: Table): string[] {
	if (!/ by what\?/.test(refusal.message)) return [];
	const quantities = quantitiesOf(root);
	return [`number of ${spoken(root.name)}`, ...quantities.map((it) => `average ${it}`)].map((it) => `${text} by ${it}`);
}

function starters(root: Table): string[] {
	const rows = counted(spoken(root.name));
	const quantities = quantitiesOf(root);
	const groups = groupsOf(root).map((it) => spoken(it.name));
	const crossed = groups
		.slice(0, 3)
		.flatMap((group) => quantities.slice(0, 2).map((it) => `average ${it} by ${group}`));
	return [
		...crossed.slice(0, 2),
		...groups.slice(0, 2).map((it) => `How many ${rows} by ${it}?`),
		`How many ${rows} are there?`,
	];
}
