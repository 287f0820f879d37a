import { isDemonym } from '../builtin/place-names.ts';
import { Refusal, unclear } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { isIrregularVerb, stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { checkThings } from './check-unmentioned.ts';
import { displayOf, isIdentifier, keyOfTable, namesRows, tellsQuantity } from './columns.ts';
import { formulaOf } from './derived.ts';
import { fansOut, type Graph, joinAll } from './graph.ts';
import type { Item } from './item.ts';
import type { Plan, Where } from './plan.ts';
import { deedOf, isMeasureUnit } from './vocabulary.ts';
import { isFlag } from './word-links.ts';

/** Each refuses a plan in which a word of the question has no effect, or only a weak link to what it was taken for. */
export function checkReflected(plan: Plan, items: readonly Item[], question: string, graph: Graph): void {
	checkTheirs(plan, question);
	checkThings(plan, items, question, graph);
	checkYears(plan, items);
	checkQuantities(plan, items);
	checkSynonyms(plan, items, graph);
	checkPassives(plan, items);
	checkEnds(plan, items, question);
	checkLanguages(plan, items);
	checkCountedNames(plan, items, question);
	checkPredicates(plan, items);
	checkKinds(plan, items, graph);
	checkCompared(plan, items);
	checkQuantifiers(plan, question);
	checkAmounts(plan, question);
	checkNotAny(plan, question, graph);
	checkTotals(plan, items);
	checkCountedKinds(plan, items, graph);
	checkOverdue(plan, items);
	checkSequence(plan, items, graph);
	checkStill(plan, question);
	checkCost(plan, items, question);
	// "which books were borrowed there most often?"
	if (/[a-z]{2}(?:ed|en|ght|nt|ld|ne) there\b/i.test(question))
		throw new Refusal('I can’t tell what "there" refers to. Which place do you mean?', 'there');
}

/** "what does a day pass cost": not the rate per day of something, and a price of something else. */
function checkCost({ shown, figures }: Plan, [asked]: readonly Item[], question: string): void {
	const isSeveral = new Set(shown.map(({ table }) => table)).size > 1;
	if (
		isSeveral &&
		figures.length === 0 &&
		asked?.tag === 'C' &&
		/^\W*(?:what|how much) (?:do|does|did)\b/i.test(question)
	)
		throw unclear(asked.text);
}

/** "who still has a rope": not everybody who had one; "still open" and "still living" are said by a value. */
function checkStill({ where }: Plan, question: string): void {
	const isOpen = where.some(({ kind }) => kind === 'missing');
	if (
		!isOpen &&
		/\bstill (?:has|have|had|owns?|owes?|keeps?|holds?|needs?|uses?|wants?|with|in|at|on)\b/i.test(question)
	)
		throw unclear('still');
}

/** "members with the name of their mentor": also what belongs to the mentor. */
function checkTheirs({ main, shown, figures }: Plan, question: string): void {
	const [, of] = /\bwith (?:the )?names? of (?:their|its|his|her) (\w+)/i.exec(question) ?? [];
	const isOwn =
		shown.length > 0 && shown.every(({ table, nameStems }) => table === main && !nameStems.includes(stem(of ?? '')));
	if (of !== undefined && isOwn && figures.length === 0) throw unclear(of);
}

/** "the first stop of line 4": by its place in the line, not by when it was opened. */
function checkSequence({ main, order, where }: Plan, items: readonly Item[], graph: Graph): void {
	const first = items.find(({ tag, text }) => tag !== 'V' && /^(?:first|last)$/i.test(text));
	const [by] = order.flatMap((one) => ('fn' in one.by || one.by.kind === 'text' ? [] : one.by));
	const path = joinAll(graph, [main, ...where.map(({ column }) => column.table)]) ?? [];
	const isPlace = ({ kind, nameStems }: Column) =>
		kind === 'number' && /^(?:seq|sequenc|position|pos|order|step)$/.test(nameStems.at(-1) ?? '');
	const tables = new Set([main, ...path.map(({ to }) => to.table)]);
	if (first === undefined || by === undefined || isPlace(by)) return;
	if ([...tables].some(({ columns }) => columns.some(isPlace))) throw unclear(first.text);
}

/** "how many loans are overdue": past their own due date, not with a fine for that. */
function checkOverdue({ main, figures, where }: Plan, items: readonly Item[]): void {
	const [item] = items.filter(({ tag, text }) => tag === 'V' && /^(?:over|past )?due$|^late$/i.test(text));
	const tables = [main, ...figures.map(({ table }) => table)];
	const isOfOther = where.some(
		({ column }) => item?.mention?.values.some((value) => value.column === column) && !tables.includes(column.table),
	);
	const isDue = tables.some(({ columns }) =>
		columns.some(({ kind, nameStems }) => kind === 'time' && nameStems.some((word) => /^(?:due?|deadlin)$/.test(word))),
	);
	if (item !== undefined && isOfOther && isDue) throw unclear(item.text);
}

/** "who recruited the most members": not everybody who recruited one. */
function checkEnds({ order, limit, where, figures, outer }: Plan, items: readonly Item[], question: string): void {
	const end = items.find(({ tag }) => tag === 'S');
	// "in the first quarter of 2024": not in the first quarter of all.
	const isUnit = where.some(({ kind, column }) => kind === 'extreme' && formulaOf(column)?.kind === 'unit');
	if (end !== undefined && isUnit && where.length > 1) throw unclear(end.text);
	// "pets and their last visit": that of each.
	if (/^(?:their|its|his|her)$/.test(end?.after ?? '') && where.some(({ kind }) => kind === 'extreme'))
		throw unclear(end?.text ?? '');
	const isOne = /^\W*(?:which|what) (?:[a-z]+[^s]|\w+ss) (?!are\b|were\b|have\b|do\b)/i.test(question);
	const isReflected =
		(order.length > 0 && (limit !== null || !isOne)) ||
		outer !== null ||
		where.some(({ kind }) => kind === 'extreme' || kind === 'than') ||
		figures.some(({ fn }) => /^(?:min|max|range|change)$/.test(fn));
	if (end !== undefined && !isReflected) throw unclear(end.text);
}

/** "films in French" aren't those from France. */
function checkLanguages({ where }: Plan, items: readonly Item[]): void {
	for (const { tag, text, after, mention } of items) {
		if (
			tag !== 'V' ||
			!/^(?:in|into|speak|speaks|spoke|speaking|know|knows|understands?|learn|learns)$/.test(after ?? '') ||
			!isDemonym(text)
		)
			continue;
		const isOther = where.some(
			(item) =>
				item.kind === 'is' &&
				mention?.values.some(({ column, value }) => column === item.column && stem(value) !== stem(text)) &&
				!/^(?:languag|lang|subtitl|dub|speech|audio)/.test(item.column.nameStems.join(' ')),
		);
		if (isOther) throw unclear(text);
	}
}

/** "how many units": not the sum of "unit weight", which is about weights; "how many bees" aren't their races. */
function checkCountedNames({ figures }: Plan, items: readonly Item[], question: string): void {
	for (const [at, { tag, mention, text }] of items.entries()) {
		if (tag !== 'C' || items[at - 1]?.tag !== 'H' || mention === undefined) continue;
		const { column = null } =
			figures.find(
				({ fn, column: of }) => /^(?:sum|count|distinct)$/.test(fn) && mention.columns.includes(of as Column),
			) ?? {};
		// "how many days did it take", "how many hours did she work": not of how many dates or flags.
		const isLength = /^\W*how many \w+ (?:did|does|do) (?:it (?:take|last)|(?!it|they|we|you)\w+ \w+)/i.test(question);
		if (isLength && column !== null && formulaOf(column)?.kind === 'unit') throw unclear(text);
		if (column !== null && mention.score < 1 && isFlag(column)) throw unclear(text);
		if (mention.score !== 0.7) continue;
		const word = stem(wordsOf(text).at(-1) ?? '');
		if (column !== null && !isAbout(column, word)) throw unclear(text);
		// "how many home matches": of the matches, not of their homes.
		const next = items[at + 1];
		const isOfThing = next?.tag === 'T' && next.mention?.from === mention.to && /[^s]s$/i.test(next.text);
		if (isOfThing && figures.some(({ fn, column: of }) => fn === 'distinct' && mention.columns.includes(of as Column)))
			throw unclear(text);
	}
}

/** Whether a name's main word is the given one: "units" of "units_in_stock" and "unit_count", but not of "unit_weight". */
function isAbout(column: Column, word: string): boolean {
	const words = wordsOf(column.name);
	const at = words.findIndex((name) => stem(name) === word);
	const adds = (name: string) =>
		name.length <= 3 ||
		/^(?:count|total|number|quantity|amount|from|against|with|per|name|title|code|desc|description|key)$/.test(name) ||
		/[a-z]{2}ed$/.test(name) ||
		isMeasureUnit(name) ||
		isIrregularVerb(name);
	return at < 0 || words.slice(at + 1).every((name, index, rest) => adds(name) || rest.slice(0, index).some(isLink));
}
const isLink = (word: string): boolean => /^(?:in|of|on|at|for|per|to|from|against|by|with)$/.test(word);

/** "which products were damaged", "which sessions last an hour": no columns to show, whatever those of that name have. */
function checkPredicates({ shown, figures, where, groups }: Plan, items: readonly Item[]): void {
	const subject = items.find(({ tag }) => tag !== 'V' && tag !== 'X');
	const isMet = (column: Column) => where.some((item) => item.column === column);
	if (subject?.tag !== 'T' && figures.length === 0) return;
	for (const item of items) {
		const isDone = /^(?:have|has|had)$/.test(item.after ?? '') && /^[a-z]+ed\b/.test(item.text);
		const isSaid =
			item === items.at(-1) && (isDone || /^(?:is|are|was|were|been|got|get|being)$/.test(item.after ?? ''));
		const isAmount = /^an?$/.test(item.after ?? '');
		const isShown = shown.some((column) => item.mention?.columns.includes(column) && !isMet(column));
		const isGroup = groups.some((group) =>
			item.mention?.columns.some((column) => group === column || group === column.table),
		);
		const isOf = figures.length > 0 ? isGroup && isSaid && items.at(-2)?.tag === 'T' : isShown && (isSaid || isAmount);
		if (item.tag === 'C' && isOf) throw unclear(item.text);
	}
}

/** "how many Chilean directors": the word before a reference describes what it refers to, not the rows that have it. */
function checkKinds({ where }: Plan, items: readonly Item[], graph: Graph): void {
	for (const [at, item] of items.entries()) {
		const next = items[at + 1];
		if (item.tag !== 'V' || next?.tag !== 'C' || item.mention?.to !== next.mention?.from) continue;
		const references = next.mention?.columns.filter((column) => isReference(column, graph)) ?? [];
		const isOwn = where.some(
			({ column }) =>
				item.mention?.values.some((value) => value.column === column) &&
				references.some((reference) => reference !== column && reference.table === column.table),
		);
		if (references.length === next.mention?.columns.length && isOwn) throw unclear(item.text);
	}
}

/** "sold above their estimate": not a key that is higher. */
function checkCompared({ where, having, figures, groups, outer }: Plan, items: readonly Item[]): void {
	for (const item of where) {
		if (item.kind !== 'columns') continue;
		const key = [item.column, item.other].find((column) => isIdentifier(column));
		const named = items.find(({ tag, mention }) => tag === 'C' && mention?.columns.includes(key as Column));
		if (key !== undefined) throw unclear(named?.text ?? key.name);
	}
	// "how many species have more than 6 animals": the groups have to be counted.
	const sign = items.find(({ tag }) => tag === 'G');
	if (having.length > 0 && figures.length > 0 && groups.length === 0 && outer === null)
		throw unclear(sign?.text ?? 'how many');
}

/** "only diesel buses", "whose buses are all diesel" */
export const saysOnly =
	/\b(only|exclusively|solely)\b(?! (?:one|1|once|the)\b)|\b(?:whose|that|who|which|with)\b.*? (?:are|were|is|was|have|had|has) (all|always)\b(?! the\b)|\b(?:where|whose|with) (all|every)(?: of)?(?: the| their| its)? \w+ (?:are|were|is|was|have|had|has)\b/i;

/** "who attended every session", "who only booked yoga": about all rows of each, not about one of them. */
function checkQuantifiers({ groups, outer, each, figures, order }: Plan, question: string): void {
	// "drivers who drove every route": those with a row for each of them.
	const [, whole] =
		/^\W*(?!how\b).*?\b(?:who|that) (?:(?:have|has|had) )?\w+ (every|all)(?: of)?(?: the| our)? \w/i.exec(question) ??
		[];
	if (whole !== undefined) throw unclear(whole);
	// "which models are used at all depots"
	const [, everywhere] =
		/^\W*(?:which|what|who)\b.*\b(?:at|in|on|by|with|to) (all|every)(?: of)?(?: the| our)? [a-z]+/i.exec(question) ??
		[];
	if (everywhere !== undefined && groups.length + figures.length + order.length === 0) throw unclear(everywhere);
	if (groups.length > 0 || outer !== null) return;
	const [, only, all, every] = each.some((item) => 'not' in item && item.not === true)
		? []
		: (saysOnly.exec(question) ?? []);
	if (all !== undefined || every !== undefined) throw unclear(all ?? every ?? '');
	if (!/^\W*(?:which|who|whose|how many|what)\b/i.test(question)) return;
	const [, whose] =
		/(?<!\b(?:of|for|in|across|from|at|over|among|with|by|between|and|or|is|are|was|were|what|which|after|before|than)) (every|all(?: of)?) (?!time|in all)(?:the |our |their )?[a-z]/i.exec(
			question,
		) ?? [];
	const word = only ?? whose;
	if (word !== undefined) throw unclear(word.toLowerCase());
	// "how much grain came in", unlike "how many teams did she play in"
	const isHow = /^\W*how (?:many|much)\b(?!.*\b(?:did|do|does|is|are|was|were|has|have)\b)/i.test(question);
	const [, particle] = /\b(in|out|off|up|back|away)\W*$/i.exec(question) ?? [];
	if (isHow && particle !== undefined) throw unclear(particle);
}

/** "how much did it rain": not the number of rainy days. */
function checkAmounts({ figures }: Plan, question: string): void {
	const isAmount = /^\W*(?:(?:and|but|so)\b\W*)?how much\b/i.test(question);
	if (isAmount && figures.length > 0 && figures.every(({ fn, column }) => fn === 'count' && column === null))
		throw unclear('how much');
}

/** "did not refuse any food": all rows of each are meant, not any of them. */
function checkNotAny({ main, where, without }: Plan, question: string, graph: Graph): void {
	const isOfMany = ({ column: { table } }: Where) => fansOut(joinAll(graph, [main, table]) ?? []);
	const isNegative = (item: Where) => 'not' in item && item.not === true && item.kind !== 'missing';
	const [, not] = /\b(not|never|n't)\b.*\bany\b/i.exec(question) ?? [];
	if (not !== undefined && where.some((item) => isNegative(item) && isOfMany(item))) throw unclear(not);
	// "an offer on a house they never viewed": that house.
	const [, again] = /.\b(?:they|it|he|she) (?:(?:have|has|had|did|do|does) )?(never|not)\b/i.exec(question) ?? [];
	if (again !== undefined && without.length > 0) throw unclear(again);
}

/** "how many sheep were entered in 2022": the entries, or the classes for sheep? */
function checkCountedKinds({ figures, where, groups }: Plan, items: readonly Item[], graph: Graph): void {
	const [how, kind] = items;
	const [figure] = figures;
	if (how?.tag !== 'H' || kind?.tag !== 'V' || figure?.fn !== 'count' || figure.column !== null) return;
	const isNamed = items.some(({ mention }) => mention?.tables.includes(figure.table));
	const isOfMany = (table: Table) => fansOut(joinAll(graph, [figure.table, table]) ?? []);
	const others = [
		...where.map(({ column }) => column.table),
		...groups.map((item) => ('key' in item ? item : item.table)),
	];
	if (!isNamed && others.some(isOfMany)) throw unclear(kind.text);
}

/** "the total weight of each product": each has only one "unit weight", which may be something else. */
function checkTotals({ figures, groups, where }: Plan, items: readonly Item[]): void {
	for (const { fn, column, table } of figures) {
		const named = items.find(({ tag, mention }) => tag === 'C' && column !== null && mention?.columns.includes(column));
		// "the total cost": not the sum of what a single piece costs.
		const isOfPiece = fn === 'sum' && column?.nameStems.includes('unit') && !/\bunit/i.test(named?.text ?? 'unit');
		if (isOfPiece === true) throw unclear(named?.text ?? '');
		const isOfOne = groups.some(
			(group) => group === table || ('table' in group && group.table === table && group.unique),
		);
		if (/^(?:sum|avg|min|max)$/.test(fn) && isOfOne && where.length === 0 && (named?.mention?.score ?? 1) < 1)
			throw unclear(named?.text ?? '');
	}
}

/** Whether a column has keys of another dataset's rows, or seems to. */
export function isReference(column: Column, { tables, edges }: Graph): boolean {
	if (!isIdentifier(column) || column.unique) return false;
	const isKeyOf = (table: Table) => {
		const key = keyOfTable(table);
		return table !== column.table && key !== null && key.kind === column.kind && displayOf(table) !== null;
	};
	return edges.some(({ from, to }) => from === column && to.unique) || tables.some(isKeyOf);
}

/** "for more than 10 years": no year. */
function checkYears({ where }: Plan, items: readonly Item[]): void {
	for (const item of where) {
		if (item.kind !== 'number' || !item.column.isYear || item.value >= 1000 || item.value < 1) continue;
		throw unclear(items.find(({ number }) => number === item.value)?.text ?? item.column.name);
	}
}

/** "how many native speakers of French": not a number that each language has. */
function checkQuantities({ shown, figures }: Plan, items: readonly Item[]): void {
	const [how, kind, amount] = items;
	if (how?.tag !== 'H' || kind?.tag !== 'V' || amount?.tag !== 'C' || figures.length > 0) return;
	const isOther = (column: Column) => kind.mention?.values.every((value) => value.column.table !== column.table);
	if (shown.some((column) => amount.mention?.columns.includes(column) && isOther(column))) throw unclear(kind.text);
}

/** "the breed of Mochi": its species, perhaps. */
function checkSynonyms({ shown, figures, where }: Plan, items: readonly Item[], graph: Graph): void {
	if (graph.isDescribed) return;
	const asked = [...shown, ...figures.map(({ column }) => column)];
	for (const { tag, mention, text } of items) {
		const isVerb = /[a-z]{2}(?<!e)ed$/.test(text) || isIrregularVerb(text) || deedOf(stem(text)) !== null;
		if (tag !== 'C' || mention === undefined || mention.score > 0.4 || isVerb) continue;
		const column = mention.columns.find((one) => asked.includes(one));
		if (column !== undefined && !where.some((item) => item.column === column))
			throw new Refusal(`By "${text}", do you mean "${column.name}"?`, text, [`"${column.name}"`]);
	}
}

/** "the price paid by supermarkets": whatever its status now. */
function checkPassives({ figures, shown }: Plan, items: readonly Item[]): void {
	for (const [at, { tag, text, mention }] of items.entries()) {
		const [before, next] = [items[at - 1], items[at + 1]];
		const isDone = /[a-z]{2}ed$/.test(text) || isIrregularVerb(text);
		const isOfAmount = [...shown, ...figures.map(({ column }) => column)].some(
			(column) => column !== null && before?.mention?.columns.includes(column) === true,
		);
		if (tag === 'V' && isDone && before?.tag === 'C' && before.mention?.to === mention?.from && isOfAmount)
			if (/^(?:by|to)$/.test(next?.text ?? '') || /^(?:by|to)$/.test(next?.lead ?? '')) throw unclear(text);
	}
}

/** Refuses a follow-up in which a word changes nothing: "cost per click" after the clicks of campaigns. @throws Refusal */
export function checkChanges(plan: Plan, items: readonly Item[]): void {
	const isSame = (a: Column, b: Column | null | undefined) => a === b || (a.name === b?.name && a.table === b.table);
	const figures = [...plan.figures, ...plan.order.map(({ by }) => by), ...plan.having.map(({ figure }) => figure)];
	const columns = [
		...plan.shown,
		...figures.map((by) => (by === undefined || !('fn' in by) ? by : by.column)),
		...figures.flatMap((by) => (by !== undefined && 'fn' in by ? [by.rate?.of.column, by.rate?.per.column] : [])),
		...[...plan.where, ...plan.each].flatMap(columnsIn),
		...figures.flatMap((by) => (by !== undefined && 'fn' in by && by.of !== undefined ? columnsIn(by.of) : [])),
	];
	const isGroup = (column: Column) =>
		plan.groups.some((group) => ('key' in group ? group === column.table : isSame(column, group)));
	const isRead = (column: Column) => isGroup(column) || columns.some((other) => isSame(column, other));
	for (const [at, { tag, text, mention }] of items.entries()) {
		const before = items[at - 1];
		if (tag === 'V' && mention !== undefined && !mention.values.some(({ column }) => isRead(column)))
			throw unclear(text);
		if (tag !== 'C' || mention === undefined) continue;
		if (!mention.columns.some(isRead)) throw unclear(text);
		// "by price" may sort, "per click" doesn't.
		const isEach = before?.tag === 'E' && before.text !== 'by' && !mention.columns.some(isGroup);
		if (isEach && !isRate(plan)) throw unclear(`${before?.text} ${text}`);
	}
}

const isRate = ({ figures }: Plan): boolean => figures.some(({ fn }) => /^(?:ratio|share)$/.test(fn));

const columnsIn = (where: Where): Column[] => [
	where.column,
	...('of' in where && Array.isArray(where.of) ? where.of.flatMap(columnsIn) : []),
	...('other' in where ? [where.other] : []),
	...(where.kind === 'end' ? [where.to, where.of] : where.kind === 'than' ? [where.of] : []),
];

/** "top boats", "the top 3 buyers by jars": no ranking of rows by how many rows each is, nor of single sales instead of buyers. @throws Refusal */
export function checkRanking({ main, shown, figures, groups, order, limit }: Plan, items: readonly Item[]): void {
	const [end] = order;
	if (end === undefined || figures.length + groups.length > 0) return;
	const { by } = end;
	const [label, ...others] = shown.filter((column) => column !== by);
	const names = displayOf(main);
	const areRows = [label, ...others].every(
		(column) =>
			column === undefined || (column.table === main && (column.unique || (column === names && namesRows(column)))),
	);
	if ('fn' in by) {
		// "which stop is the busiest": not the number of stops that most routes have.
		const [named] = items.filter(({ mention }) => label !== undefined && mention?.columns.includes(label));
		const isNumberOf = label?.kind === 'number' && /[^s]s$/i.test(label.name) && !/s$/i.test(named?.text ?? 's');
		if (isNumberOf && named !== undefined) throw unclear(named.text);
		if (by.fn === 'count' && by.table === main && areRows)
			throw new Refusal(`Which column should I rank the rows of ${main.name} by?`);
		return;
	}
	const isOfMany =
		label?.table === main &&
		label !== names &&
		formulaOf(label) === null &&
		(label.distinct ?? main.dataset.rows) * 2 <= main.dataset.rows;
	if (!isOfMany || others.length > 0 || limit === null || limit < 2 || by.table !== main || !tellsQuantity(by)) return;
	const named = items.find(({ tag, mention }) => tag === 'C' && mention?.columns.includes(by));
	throw new Refusal(
		`Do you mean the total or the average "${by.name}" for each "${label.name}"?`,
		named?.text ?? by.name,
	);
}
