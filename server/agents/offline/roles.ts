import { abbreviates, inFull } from '../builtin/abbreviations.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { displayOf, isIdentifier, isWithin, keyOfTable } from './columns.ts';
import type { Graph, Role } from './graph.ts';
import type { Item } from './item.ts';
import { itemsOf } from './items.ts';
import type { Mention } from './link.ts';
import type { Plan } from './plan.ts';
import { isPerson, namesRowsOf, nounOf, superiors } from './references.ts';

interface Roles {
	readonly single: readonly Role[];
	readonly ends: readonly Role[];
}
const roles = new WeakMap<Graph, Roles>();

function rolesIn(graph: Graph): Roles {
	const before = roles.get(graph);
	if (before !== undefined) return before;
	const people = graph.tables.filter(isPerson);
	const found = graph.tables.flatMap(({ columns }) =>
		columns.flatMap((from): Role[] => {
			const noun = nounOf(from);
			if (noun === null || (from.unique && !namesRowsOf(from.name))) return [];
			const known = graph.edges.find((edge) => edge.from === from)?.to;
			// "LEAD_EMPNO" in projects, unlike "teacher_id" of teachers
			if (known !== undefined) return known.table.nameStems.includes(stem(noun)) ? [] : [roleOf(noun, from, known)];
			const isNamed =
				displayOf(from.table) !== null &&
				(superiors.includes(noun) || / (?:by|of)$/.test(wordsOf(from.name).join(' ')));
			const own = isNamed || people.includes(from.table) ? [from.table] : [];
			const [key, ...others] =
				[own, people]
					.map((tables) => tables.map(keyOfTable).filter((key) => key !== null && refersTo(from, key)))
					.find((keys) => keys.length > 0) ?? [];
			return key == null || others.length > 0 ? [] : [roleOf(noun, from, key)];
		}),
	);
	// "origin" and "destination": two columns that refer to one dataset.
	const double = graph.edges.filter(
		({ from, to }) =>
			to.unique &&
			from.table !== to.table &&
			graph.edges.some((edge) => edge.from.table === from.table && edge.to === to && edge.from !== from),
	);
	const ends = double
		.filter(({ from }) => !found.some((role) => role.from === from))
		.map(({ from, to }) => roleOf(inFull(wordsOf(from.name)[0] ?? ''), from, to));
	const all = { single: found, ends };
	roles.set(graph, all);
	return all;
}

const refersTo = (from: Column, key: Column): boolean =>
	from !== key && from.kind === key.kind && isIdentifier(key) && isWithin(from, key);

function roleOf(noun: string, from: Column, key: Column): Role {
	const of = key.table;
	const columns: Column[] = [];
	const isVerb = / (?:by|to)$/.test(wordsOf(from.name).join(' '));
	const isWord = superiors.includes(noun) || (!isVerb && /[aeiou]/.test(noun));
	const alias: Table = { ...of, name: isWord ? noun : `${of.name} (${from.name})`, columns };
	columns.push(...of.columns.map((column) => ({ ...column, table: alias })));
	const heads = [...new Set([stem(noun), from.nameStems[0] ?? ''])];
	const named = heads
		.flatMap((word) => [[word], [word, ...of.nameStems], [...of.nameStems, word], from.nameStems.slice(0, 2)])
		.map((nameStems) => ({ ...alias, nameStems, columns: [] }));
	const ofAlias = (column: Column) => columns[of.columns.indexOf(column)] as Column;
	// "backup_of": the rows that have it are the backups.
	const [a, b] = namesRowsOf(from.name) ? [ofAlias(from), key] : [from, ofAlias(key)];
	return {
		noun,
		from,
		of,
		alias,
		named,
		edges: [
			{ from: a, to: b },
			{ from: b, to: a },
		],
	};
}

/** A question about rows in a role, in words that name the role, with the graph to read it in. */
export function inRoles(question: string, graph: Graph): { readonly question: string; readonly graph: Graph }[] {
	const { single, ends } = rolesIn(graph);
	const among = (some: readonly Role[]): Graph => ({
		...graph,
		tables: [...graph.tables, ...some.map(({ alias }) => alias)],
		edges: [
			...graph.edges.filter(({ from, to }) => !some.some((role) => [from, to].includes(role.from))),
			...some.flatMap(({ edges }) => edges),
		],
		roles: some,
	});
	const spoken = wordsOf(question).map((word) => stem(inFull(word)));
	const both = ends.filter(({ noun }) => !/^(?:from|to)$/.test(noun) && spoken.includes(stem(noun)));
	const several = both.length > 1 ? [{ question, graph: among(both) }] : [];
	const others = single.flatMap((role) => {
		const text = inWords(question, role);
		return text === null ? [] : [{ question: text, graph: among([role]) }];
	});
	return [...several, ...others];
}

/** Ways to say a role by its verb, and how they're said by its noun. */
const forms: readonly (readonly [RegExp, string])[] = [
	[
		/^(?<start>.*?) (?:(?:who|that|which) )?(?:(?:is|are|was|were) )?(?<verb>\w+) (?<way>by|to) (?<rest>\w.*)$/i,
		'$<start> whose NOUN is $<rest>',
	],
	[/^(?:who|which (?<subject>\w+)) (?<verb>\w+) (?<rest>the (?:most|fewest) .+)$/i, 'Which NOUN has $<rest>'],
	[/^which (?<subject>\w+) (?:have |has )?never (?<verb>\w+) (?:an? |any )?(?<rest>.+)$/i, 'Which NOUN has no $<rest>'],
	[/^(?:who|which (?<subject>\w+)) (?<verb>\w+) (?<rest>.+)$/i, 'Who is the NOUN of $<rest>'],
	[
		/^(?<start>how many .+?) (?:does|did|do|has|have) (?:each|every) (?<subject>\w+) (?<verb>\w+)$/i,
		'$<start> for each NOUN',
	],
	[
		/^(?<start>how many .+?|whom?) (?:does|did|do|has|have) (?<rest>.+) (?<verb>\w+)$/i,
		'$<start> whose NOUN is $<rest>',
	],
	[/\b(?:the )?(?<subject>\w+) (?:who|that) (?<verb>\w+) (?:them|him|her|it)\b/i, 'the NOUN'],
];
const reports =
	/^(.*?) (?:(?:who|that|which) )?(?:directly )?(?:reports?|reported|reporting) (?:directly )?to (?:the )?(each |every )?(.+)$/i;

/** The question with verbs replaced by the noun: "whose supervisor is" for "supervised by"; null if it doesn't speak of the role. */
function inWords(question: string, { noun, of, from }: Role): string | null {
	const isChief = /^(?:lead|leader|head|chief)$/.test(noun);
	const isSuperior = isChief || /^(?:supervisor|manager|boss|superior)$/.test(noun);
	const leads = isChief ? /^(?:lead|head)$/ : /^(?:supervis|manag|overse)$/;
	const does = (word: string): boolean => {
		const verb = stem(word.toLowerCase());
		if (verb.length < 3) return false;
		const isShort = !/[aeiou]/.test(noun) && abbreviates(noun, verb);
		const isDone = new RegExp(`^${verb}(?:(?:${verb.at(-1)})?e?(?:er|or|r|ee))?$`).test(noun);
		return isShort || isDone || (isSuperior && leads.test(verb));
	};
	const asked = question.replace(/[\s?.!]+$/, '');
	const ofThings = (text: string) =>
		text.replace(
			/^whom?(?= whose )|\b(?:people|persons|(?:(?!(?:most|fewest|least|many|more|fewer|the|of|each|every|all)\b)\w+ )?members)\b/i,
			wordsOf(of.name).join(' '),
		);
	for (const [pattern, plain] of forms) {
		const { verb = '', subject, way } = pattern.exec(asked)?.groups ?? {};
		const isOfRows = subject === undefined || [...of.nameStems, stem(noun)].includes(stem(subject.toLowerCase()));
		const isWay = way === undefined || (way === 'to') === noun.endsWith('ee');
		if (!does(verb) || !isOfRows || !isWay) continue;
		// "each leader": only those who led something.
		const nounFirst =
			stem(subject?.toLowerCase() ?? '') === stem(noun) ? plain.replace(/for each (?=NOUN)/, 'by ') : plain;
		return ofThings(asked.replace(pattern, nounFirst.replace('NOUN', noun)));
	}
	const [, start, each, rest] = (isSuperior ? reports.exec(asked) : null) ?? [];
	if (start !== undefined)
		return ofThings(each === undefined ? `${start} whose ${noun} is ${rest}` : `${start} for each ${noun}`);
	const [, under] = (isSuperior && /^whom? (?:do|does|did) (.+) report to$/i.exec(asked)) || [];
	if (under !== undefined) return `Who is the ${noun} of ${under}`;
	// "which vault is Annex a backup of": the other end.
	if (namesRowsOf(from.name) && / of$/i.test(asked)) return null;
	const isOwned =
		namesRowsOf(from.name) &&
		new RegExp(`\\b(?:no|any|an?|most|fewest|each|\\w+ than \\w+|at least \\w+) ${noun}s?\\b`, 'i').test(asked);
	const isNamed = new RegExp(
		`\\b(?:${noun} ${wordsOf(of.name).join(' ').replace(/s$/, '')}s?|(?:his|her|their|its|whose|each|every|own|s) ${noun}|which ${noun}s? (?:has|have|with)|${noun}s?(?: \\w+)?(?: of|'s|s'))\\b`,
		'i',
	);
	return isOwned || isNamed.test(asked) ? ofThings(asked) : null;
}

/** Whether a plan is about rows in a role, and about those that the question names. */
export function readsRoles(
	{ main, shown, groups, where, figures, order, having, without, with: others }: Plan,
	question: string,
	{ roles: spoken = [] }: Graph,
): boolean {
	const met = where.flatMap((item) => [item.column.table, ...(item.kind === 'columns' ? [item.other.table] : [])]);
	const counted = [...figures, ...having, ...order.map(({ by }) => by), ...shown].map(({ table }) => table);
	const read = [main, ...without, ...others, ...counted, ...groups.map((item) => ('key' in item ? item : item.table))];
	const isNamed = / whose \w+ is /.test(question);
	return spoken.some(({ alias }) => met.includes(alias) || (!isNamed && read.includes(alias)));
}

/** The words of a question, with those that are said of the rows in a role. @param isReturned whether it only says what to show of them */
export function itemsWithRoles(question: string, graph: Graph, isReturned = false): Item[] {
	const { roles: spoken } = graph;
	if (spoken === undefined) return itemsOf(question, graph);
	const named = spoken.flatMap((role) => role.named);
	const aliases = new Set(spoken.map(({ alias }) => alias));
	const tables = [...graph.tables.filter((table) => !aliases.has(table)), ...named];
	const items = itemsOf(question, { ...graph, tables }).map((item) => {
		const role = spoken.find((one) => one.named.some((table) => item.mention?.tables.includes(table)));
		return role === undefined ? item : asAlias(item, role);
	});
	const roleAt = (place: number) => spoken.find(({ alias }) => items[place]?.mention?.tables.includes(alias));
	const first = items.findIndex((_, place) => roleAt(place) !== undefined);
	const isOf = (place: number) => /^(?:of|for|in|from)$/.test(items[place]?.lead ?? '');
	return items.map((item, place) => {
		if (isReturned) return ofRole(item, spoken[0] as Role);
		let at = place;
		if (item.tag === 'V') while (items[at]?.tag === 'V') at -= 1;
		else if (item.tag === 'C')
			at = isOf(place + 1) ? place + 1 : items[place - 1]?.mention?.to === item.mention?.from ? place - 1 : place;
		const role = at === place ? undefined : roleAt(at);
		const isSaid = role !== undefined && (item.tag === 'C' || (at >= first && !isOf(at + 1)));
		return isSaid ? ofRole(item, role) : item;
	});
}

const asAlias = (item: Item, { alias }: Role): Item => ({
	...item,
	tag: 'T',
	mention: { ...(item.mention as Mention), columns: [], values: [], tables: [alias], score: 1 },
});

/** A column or value as that of the rows in a role. */
function ofRole(item: Item, { of, alias }: Role): Item {
	const { mention } = item;
	const aliased = (column: Column) => alias.columns[of.columns.indexOf(column)] ?? [];
	const columns = mention?.columns.flatMap(aliased) ?? [];
	const values =
		mention?.values.flatMap(({ column, value }) => [aliased(column)].flat().map((own) => ({ column: own, value }))) ??
		[];
	if (mention === undefined || columns.length + values.length === 0) return item;
	return { ...item, mention: { ...mention, columns, values, tables: [] } };
}
