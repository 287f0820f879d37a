import { isPlace } from '../builtin/place-names.ts';
import { Refusal, unclear, unknownHere, unknownHereText } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { isIrregularVerb, related, stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import {
	displayOf,
	hasNumbers,
	hasPeople,
	headOf,
	isIdentifier,
	isWithin,
	keyOfTable,
	namesOf,
	tellsQuantity,
} from './columns.ts';
import { formulaOf } from './derived.ts';
import { type Edge, fansOut, type Graph, joinAll } from './graph.ts';
import { checkReflected } from './guards.ts';
import type { Item } from './item.ts';
import type { Figure, Plan, Where } from './plan.ts';
import { namesRowsOf } from './references.ts';
import { wordsRead } from './spelling.ts';
import { deedOf, isRelationVerb, isTimeUnit } from './vocabulary.ts';
import { fewCodes, isFlag } from './word-links.ts';

const isTable = (item: Column | Table): item is Table => 'key' in item;

/** Refuses a plan that drops something the question names, or adds something it doesn't ask for. @throws Refusal */
export function checkExplained(plan: Plan, items: readonly Item[], question: string, graph: Graph): void {
	checkHead(plan, items);
	checkDatasets(plan, items, graph);
	checkShown(plan, items);
	checkNone(plan, items, graph);
	checkGroups(plan, items, graph);
	checkWho(plan, items, question, graph);
	checkNames(plan, items, graph);
	checkFigures(plan, items);
	checkSelfReference(plan, items, graph);
	checkFew(plan, items, question);
	checkOne(plan, items, graph);
	checkDeeds(plan, items, question, graph);
	checkWhether(plan, items, question, graph);
	checkOwn(plan, items, question, graph);
	checkReflected(plan, items, question, graph);
	if (startsAsYesOrNo.test(question) && plan.figures.length === 0)
		throw new Refusal('I can’t answer yes-or-no questions. Ask how many there are.');
}

const startsAsYesOrNo = /^\W*(?:did|does|do|is|are|was|were|has|have|had|can)\b/i;
export const isYesOrNo = /^\W*(?:did|does|do|is|are|was|were|has|have|had)\b[^?.]*[?.]?\W*$/i;

const stemsOf = (text: string): string[] => wordsOf(text).map(stem);

const answered = ({ main, shown, figures, groups }: Plan): readonly Table[] => [
	main,
	...[...shown, ...figures].map(({ table }) => table),
	...groups.map((item) => (isTable(item) ? item : item.table)),
];

const used = (plan: Plan): readonly Table[] => [
	...answered(plan),
	...[...plan.where, ...plan.each].flatMap((item) => [
		item.column.table,
		...(item.kind === 'columns' || item.kind === 'shared' ? [item.other.table] : []),
	]),
	...plan.with,
	...plan.without,
	...[...plan.having, ...plan.order.map(({ by }) => by)].map(({ table }) => table),
	...plan.figures.flatMap(({ over, of, per }) =>
		[over, of?.column.table, per?.column.table].filter((table) => table !== undefined),
	),
];

/** "the top 5 schools by enrollment in Marin county": the answer has to be about what is named first. */
function checkHead(plan: Plan, items: readonly Item[]): void {
	const head = items.find(({ tag }) => !/[SNDX,&]/.test(tag));
	if (head?.tag !== 'T' || head.mention === undefined) return;
	// "the premium amount of all policies"
	if (items[items.indexOf(head) + 1]?.mention?.from === head.mention.to) return;
	// "who did the most repairs"
	// "who stayed longest"
	const ranked = plan.order.flatMap(({ by }) => (!('fn' in by) || by.fn === 'count' ? by.table : []));
	if (!head.mention.tables.some((table) => [...answered(plan), ...ranked].includes(table))) throw unclear(head.text);
}

/** "won by their host": words that name a link are only explained if the plan uses it. @throws Refusal */
export function checkWays(plan: Plan, labels: ReadonlyMap<Item, Edge>): void {
	const tables = used(plan);
	for (const [{ text }, { from, to }] of labels)
		if (!tables.includes(from.table) || !tables.includes(to.table)) throw unclear(text);
}

/** Every named dataset is read, or lies between others that are. */
function checkDatasets(plan: Plan, items: readonly Item[], graph: Graph): void {
	const tables = new Set(used(plan));
	for (const { to } of joinAll(graph, [...tables]) ?? []) tables.add(to.table);
	// "the average of their depot"
	const shared = plan.where.flatMap((item) => (item.kind === 'extreme' ? (item.per ?? []) : []));
	for (const { from, to } of graph.edges) if (shared.includes(from)) tables.add(to.table);
	for (const { tag, mention, text } of items)
		if (tag === 'T' && !mention?.tables.some((table) => tables.has(table))) throw unclear(text);
}

/** "constituencies without a Green candidate", "never played a lead": none of several rows, not each of them by itself. */
function checkNone({ main, shown, where, without, figures }: Plan, items: readonly Item[], graph: Graph): void {
	// "performed in the first show but not in the second": in different rows.
	const isOther = (a: Where, b: Where) =>
		a.kind === 'is' && b.kind === 'is' && !a.not && b.not && a.column === b.column && a.column.table !== main;
	const but = items.find(({ tag }) => tag === 'X');
	if (but !== undefined && where.some((item) => where.some((other) => isOther(item, other)))) throw unclear(but.text);
	const not = items.find(
		({ tag, text }) => tag === 'X' && /^(no|never|neither|without|none|any)$/i.test(text.split(' ').at(-1) ?? ''),
	);
	if (not === undefined) return;
	const [column] = shown;
	const isPerRow = where.some((item) => item.kind === 'is' && item.not && item.column.table === main);
	if (
		isPerRow &&
		figures.length === 0 &&
		column?.table === main &&
		items[0]?.tag === 'C' &&
		!column.unique &&
		column !== displayOf(main)
	)
		throw new Refusal(
			`Do you mean individual rows of ${main.name}, or each "${column.name}" across all its rows?`,
			column.name,
		);
	const between = without.flatMap((none) =>
		(joinAll(graph, [main, none]) ?? []).map(({ to }) => to.table).filter((table) => table !== none),
	);
	if (where.some((item) => item.column.table !== main && between.includes(item.column.table))) throw unclear(not.text);
}

/** "how many were released": no count per date unless the question says "each" or lists it. */
function checkGroups({ groups, figures, where }: Plan, items: readonly Item[], graph: Graph): void {
	// "vets and the number of surgeries they did": each vet is counted once.
	const itself = figures.find(({ fn, column, table }) => fn === 'count' && column === null && groups.includes(table));
	if (itself !== undefined) throw new Refusal(`What should I count for each row of ${itself.table.name}?`);
	for (const group of groups) {
		if (isTable(group) || where.some(({ column }) => column === group)) continue;
		checkListed(group, items);
		// "more than 1000 per hour": not by a column of times.
		const rate = naming(group, items).find(
			({ text, mention }) => (mention?.score ?? 1) < 0.4 && isTimeUnit.test(stem(text)),
		);
		if (rate !== undefined && formulaOf(group) === null) throw unclear(`per ${rate.text}`);
		// "how many visits each year": not of the year when the vets got their licence, nor that of what merely refers to them.
		const [unit] = naming(group, items);
		const isOther = !items.some(({ mention }) => mention?.tables.includes(group.table));
		const [counted] = figures;
		const ways = counted === undefined || !isOther ? [] : (joinAll(graph, [counted.table, group.table]) ?? []);
		// "revenue per game per year": not of the year when each of them came out.
		const isOwn = group.isYear && groups.includes(group.table) && /^years?$/i.test(unit?.text ?? '');
		if (isOwn && group.nameStems.length > 1) throw unclear(unit?.text ?? '');
		const isOfOther = group.isYear ? group.nameStems.length > 1 && /^years?$/i.test(unit?.text ?? '') : fansOut(ways);
		const isTime = group.isYear || formulaOf(group)?.kind === 'unit';
		if (unit !== undefined && ways.length > 0 && isTime && isOfOther) throw unclear(unit.text);
		// "had their fee waived": not a figure for yes and one for no.
		const [flag] = isFlag(group) ? naming(group, items) : [];
		if (flag !== undefined && !/[E&,]/.test(items[items.indexOf(flag) - 1]?.tag ?? '-')) throw unclear(flag.text);
		// "the average price of a 30 second ad": of all of them.
		const own = naming(group, items).find(
			(item) =>
				items.indexOf(item) > 0 &&
				!/[E&,]/.test(items[items.indexOf(item) - 1]?.tag ?? '') &&
				item.mention?.score !== 1,
		);
		if (own !== undefined && group.unique && figures.some(({ table }) => table === group.table))
			throw unclear(own.text);
		// "per order" doesn't mean each order date.
		const name = items.find(({ tag, mention }) => tag === 'C' && mention?.columns.includes(group));
		const isPart = (name?.mention?.score ?? 1) < 1 && !stemsOf(name?.text ?? '').includes(group.nameStems.at(-1) ?? '');
		const isNearlyKey = (group.distinct ?? 0) > 0.5 * group.table.dataset.rows;
		if (name !== undefined && group.kind === 'time' && isPart && isNearlyKey && figures.length > 0)
			throw unclear(name.text);
		const isMeasure = tellsQuantity(group) && !group.isYear && formulaOf(group) === null;
		// "the average price per cask": not by how many casks there were.
		const of = name === undefined ? undefined : items[items.indexOf(name) - 1];
		const isRate = of?.text === 'per' && !/s$/i.test(name?.text ?? '') && /[^s]s$/i.test(group.name);
		if (isMeasure && isRate && figures.every(({ column }) => column !== null)) throw unclear(`per ${name?.text}`);
		if (isMeasure && figures.length > 0 && !group.unique && isNearlyKey)
			throw new Refusal(
				`Nearly every row has a different "${group.name}", so I can’t group by it. Try another column.`,
				group.name,
			);
	}
}

/** "in what year was it opened": no column of the answer comes from a word that only states a condition. */
function checkShown({ shown, where }: Plan, items: readonly Item[]): void {
	const [head, next] = items;
	// "which incumbents": the rows where it's true, not a list of yes and no.
	const flag = head?.tag === 'C' && /[^s]s$/i.test(head.text) && shown.find(isFlag);
	if (flag && naming(flag, items).includes(head))
		throw new Refusal(`"${flag.name}" only contains yes or no. Which column do you want to see?`, head.text);
	// "the premium amount" isn't a premium.
	const isPart = next?.mention?.from === head?.mention?.to && !/s$/i.test(head?.text ?? '');
	const asksForRows = head?.tag === 'T' && !isPart;
	if (shown.length < 2 && !asksForRows) return;
	for (const column of shown) {
		if (head?.tag === 'T' && head.mention?.tables.some((table) => namesOf(table).includes(column))) continue;
		const named = naming(column, items);
		const isLoose =
			isFlag(column) || named.every((item) => isVague(item) || (asksForRows && item.mention?.score !== 1));
		if (isLoose && !where.some((item) => item.column === column)) checkListed(column, items);
	}
}

/** A word that merely resembles a column's name, or a verb that is part of it. */
const isVague = ({ mention, text }: Item): boolean =>
	(mention?.score ?? 1) < 0.7 ||
	(mention?.score !== 1 && (/[a-z]{2}ed$/.test(text) || isIrregularVerb(text.toLowerCase())));

const naming = (column: Column, items: readonly Item[]): Item[] =>
	items.filter(({ tag, mention }) => tag === 'C' && mention?.columns.includes(column));

function checkListed(column: Column, items: readonly Item[]): void {
	const named = naming(column, items);
	const [first] = named;
	if (first !== undefined && !named.some((item) => isListed(item, column, items))) throw unclear(first.text);
}

/** Whether an item is in a position that requests it: first, in a list, or after "each". */
function isListed(item: Item, { table }: Column, items: readonly Item[]): boolean {
	let at = items.indexOf(item);
	const isPartOf = (before: Item | undefined, { mention }: Item) =>
		before?.mention !== undefined &&
		before.mention.to === mention?.from &&
		(before.tag !== 'T' || (!/s$/i.test(before.text) && before.mention.tables.includes(table)));
	// "suppliers delivered": a verb after what is requested.
	while (!isVague(item) && isPartOf(items[at - 1], items[at] as Item)) at--;
	const before = items[at - 1]?.tag;
	// "did each show publish" isn't "each publish".
	const isEach = !isVague(item) || /^(each|every|per|by|of|in|for|the|all|an?)$/.test(items[at]?.after ?? 'each');
	if (before === 'E') return isEach;
	return (
		before === undefined ||
		'&,DHSNY'.includes(before) ||
		/^(which|what|whose|their|its|his|her|show|list|give|find|return|display|also|with|by)$/.test(items[at]?.lead ?? '')
	);
}

/** A question for "who" has to be answered with a name. */
function checkWho({ main, shown, groups, where }: Plan, items: readonly Item[], question: string, graph: Graph): void {
	if (!/(?:^\W*|\b(?:and|but) )who\b/i.test(question)) return;
	const isGiven = (column: Column) => where.some((item) => item.column === column);
	// "who governs Texas": not an airport there.
	const acted = items.find(
		({ tag, after = '', mention }) =>
			tag === 'V' &&
			isRelationVerb(stem(after)) &&
			mention?.values.some(({ column }) => column.table === main && isPlace(column) && isGiven(column)),
	);
	if (acted?.after !== undefined && !hasPeople(main)) throw unknownHere(acted.after);
	const columns = [...shown, ...groups.flatMap((item) => (isTable(item) ? namesOf(item) : item))];
	const isName = (column: Column) =>
		column.kind === 'text' &&
		column.textOf === null &&
		!isGiven(column) &&
		!isIdentifier(column) &&
		// "who gave blood": not a blood group.
		(graph.tables.length === 1 ||
			namesOf(column.table).includes(column) ||
			/(?:er|or|ee|ist|ant|ian)$/i.test(column.name) ||
			// "who coaches the team": its "head_coach".
			naming(column, items).some(({ text, after }) => after === 'who' && stem(text) === headOf(column)) ||
			!naming(column, items).some((item) => item.mention?.score !== 1));
	if (columns.length > 0 && !columns.some(isName))
		throw new Refusal('I can’t tell which people you mean. Which column has their names?');
}

/** "the name of the approver": not the name of another thing that the rows refer to. */
function checkNames({ shown, main }: Plan, items: readonly Item[], graph: Graph): void {
	for (const [at, { tag, mention, text }] of items.entries()) {
		const next = items[at + 1];
		if (tag !== 'C' || mention?.score !== 0.9 || next === undefined || !'CT'.includes(next.tag) || next.lead !== 'of')
			continue;
		// A poker player's name may be that of one person.
		const isOwn = ({ table }: Column) =>
			next.tag === 'C'
				? table === main
				: next.mention?.tables.some((owner) => !fansOut(joinAll(graph, [owner, table]) ?? []));
		const others = shown.filter((column) => !isOwn(column) && mention.columns.includes(column));
		const isNamed = ({ table }: Column) =>
			items.some((item) => item.tag === 'T' && item.mention?.tables.includes(table));
		if (others.length > 0 && !others.some(isNamed)) throw unclear(text);
	}
}

/** Every "average" or "total" is computed, unless a column has that name. */
function checkFigures(plan: Plan, items: readonly Item[]): void {
	const { figures, groups, order, having, where, outer } = plan;
	const isReckoned =
		outer !== null ||
		figures.length + having.length > 0 ||
		order.some(({ by }) => 'fn' in by) ||
		where.some(({ kind }) => kind === 'extreme');
	// "the difference between Bruce and Gravelines": of two rows.
	const between = where.find((item) => item.kind === 'is' && item.values.length === 2);
	const isOfMany =
		between !== undefined && !between.column.unique && between.column !== displayOf(between.column.table);
	if (figures.some(({ fn }) => fn === 'range') && groups.length === 0 && isOfMany) throw unclear('difference');
	const how = items.find(({ tag }) => tag === 'A');
	// "the ratio of the maximum range to the maximum payload for each aircraft"
	const isOfEach = items.some(({ tag }) => tag === 'E');
	if (how !== undefined && !isReckoned && !isOfEach) throw unclear(how.text);
	// "in how many games": not their names.
	const [count] = items;
	if (count?.tag === 'H' && !isReckoned && !plan.shown.some((column) => tellsQuantity(column) || hasNumbers(column)))
		throw unclear(count.text);
	// "revenue per ton for each voyage"
	const each = items.find(({ tag, text }) => tag === 'E' && /\beach|every$/i.test(text));
	if (each !== undefined && groups.length === 0 && figures.some(({ rate }) => rate !== undefined))
		throw unclear(each.text);
}

const superior =
	/^(manager|parent|supervisor|boss|mentor|superior|report|leader|lead|head|chief|predecessor|successor|sponsor|by)$/;

function refersToOwn(column: Column, { edges }: Graph): boolean {
	const key = keyOfTable(column.table);
	if (key === null || key === column || column.unique || key.kind !== column.kind || !isIdentifier(key)) return false;
	const mayRefer =
		column.kind === 'text' ||
		isIdentifier(column) ||
		column.nameStems.some((word) => superior.test(word)) ||
		namesRowsOf(column.name);
	const isTime = /^(?:day|hour|hr|min|minut|week|month|time)$/.test(column.nameStems.at(-1) ?? '');
	if (!mayRefer || isTime) return false;
	return !edges.some(({ from }) => from === column) && isWithin(column, key);
}

const columnsOf = ({ shown, groups, figures, where, order }: Plan): Column[] => [
	...shown,
	...groups.flatMap((item) => (isTable(item) ? [] : item)),
	...figures.flatMap(({ column }) => column ?? []),
	...where.flatMap((item) =>
		item.kind === 'missing' ? [] : item.kind === 'columns' ? [item.column, item.other] : [item.column],
	),
	...order.flatMap(({ by }) => ('fn' in by ? (by.column ?? []) : by)),
];

/** "the mentor of Dr. Schulz" is another vet, not a number. @throws Refusal also for "never recruited anyone", which asks for the other end */
function checkSelfReference(plan: Plan, items: readonly Item[], graph: Graph): void {
	for (const { kind, column } of plan.where) {
		const [item] = kind === 'missing' ? naming(column, items) : [];
		const isVerb = /[a-z]{2}ed$/.test(item?.text ?? '') || isIrregularVerb(item?.text.toLowerCase() ?? '');
		const isActive = isVerb && !/^(been|was|were|is|are)$/.test(item?.after ?? '');
		// "vaults without a backup" of "backup_of": those that no other is one of.
		const isHad =
			namesRowsOf(column.name) &&
			(/^(?:an?|any)$/.test(item?.after ?? '')
				? /^(?:have|has|had|with)$/.test(item?.lead ?? '')
				: items.some(({ tag, text }) => tag === 'X' && text !== 'not'));
		if (item !== undefined && (isActive || isHad) && refersToOwn(column, graph)) throw unclear(item.text);
	}
	for (const column of columnsOf(plan)) {
		const [item] = naming(column, items);
		if (item === undefined || /\b(ids?|codes?|keys?|no|numbers?)$/i.test(item.text)) continue;
		if (refersToOwn(column, graph))
			throw new Refusal(
				`"${column.name}" refers to other rows of ${column.table.name}, and I can’t look those up. Try another column.`,
				item.text,
			);
	}
}

/** Refuses a value shared by many rows in place of a row: it's unclear which of the rows is meant. */
function checkFew(plan: Plan, items: readonly Item[], question: string): void {
	const { main, shown, figures, where, order, without } = plan;
	const [column, ...others] = shown;
	if (column === undefined || others.length + figures.length > 0) return;
	if (without.length > 0 && items[0]?.tag === 'C' && !column.unique && column !== displayOf(column.table))
		throw new Refusal(
			`Do you mean individual rows of ${main.name}, or each "${column.name}" across all its rows?`,
			column.name,
		);
	const isOne = /^\W*when (?:is|was|did|does)\b/i.test(question) && where.length + order.length === 0;
	if (isOne && (column.distinct ?? 2) > 1)
		throw new Refusal(`"${column.name}" has more than one value. Do you mean the first or the last?`, column.name);
}

/** "how many technicians does Chen Wei supervise": counting the single row with a unique name isn't what was asked. */
function checkOne({ figures, groups, where, order, having }: Plan, items: readonly Item[], { tables }: Graph): void {
	const isCount = ({ fn, column }: Figure) => fn === 'count' && column === null;
	const [figure] = groups.length === 0 ? figures.filter(isCount) : [];
	// "who had the most root canals": not the number of kinds of treatment called so.
	const ranks = order.flatMap(({ by }) => ('fn' in by && isCount(by) ? by.table : []));
	const limits = having.flatMap(({ table, figure: of }) => (of === undefined ? table : []));
	const counted = [...ranks, ...limits, ...(figure === undefined ? [] : [figure.table])];
	if (tables.length === 1) return;
	const only = where.find(
		(item) =>
			item.kind === 'is' &&
			!item.not &&
			item.values.length === 1 &&
			item.column.unique &&
			counted.includes(item.column.table),
	);
	const name = items.find(({ mention }) => mention?.values.some(({ column }) => column === only?.column));
	if (only !== undefined)
		throw new Refusal(
			`"${only.column.name}" is unique in ${only.column.table.name}, so at most one row matches. Which rows should I count?`,
			name?.text,
		);
}

/** "books reserved by Leo" aren't the ones he borrowed: a verb that names one activity must match a name of something the plan uses. */
function checkDeeds(plan: Plan, items: readonly Item[], question: string, graph: Graph): void {
	const tokens = wordsRead(question, graph);
	const isRead = (at: number) => items.some(({ mention: of }) => of !== undefined && of.from <= at && at < of.to);
	const spoken = tokens.filter((token, at) => !isRead(at) && deedOf(token.stem) !== null);
	const edges = joinAll(graph, [...new Set(used(plan))]) ?? [];
	// "games that she led", where links between games and people also have the role "lead"
	const kinds = [...used(plan), ...edges.map(({ to }) => to.table)].flatMap(({ columns }) =>
		columns.filter(({ kind, distinct }) => kind === 'text' && (distinct ?? fewCodes) < fewCodes),
	);
	const isKind = (verb: string) =>
		kinds.some(({ values }) => values?.some((value) => stem(value.toLowerCase()) === verb));
	const ignored = tokens.find(
		(token, at) => !isRead(at) && (isRelationVerb(token) || isIrregularVerb(token.word)) && isKind(token.stem),
	);
	if (ignored !== undefined) throw unclear(ignored.text);
	const names = [
		...items.flatMap(({ mention, text }) => (mention === undefined ? [] : text)),
		...[...used(plan), ...edges.map(({ to }) => to.table)].map(({ name }) => name),
		...[...edges.flatMap(({ from, to }) => [from, to]), ...columnsOf(plan)].map(({ name }) => name),
		...used(plan).flatMap(({ columns }) => columns.flatMap(({ kind, name }) => (kind === 'time' ? name : []))),
	].flatMap(wordsOf);
	for (const { stem: verb, text } of spoken) {
		const nouns = deedOf(verb) ?? [];
		if (!names.some((name) => nouns.includes(name.replace(/s$/, '')) || related(stem(name), verb))) {
			const between = edges.map(({ to }) => to.table).filter((table) => !used(plan).includes(table));
			throw new Refusal(
				between.length > 0
					? `I don’t know what "${text}" means here. The only link is through ${between.map(({ name }) => name).join(' and ')}. Ask about ${between.length === 1 ? 'that dataset' : 'those datasets'} instead.`
					: unknownHereText(text),
				text,
			);
		}
	}
}

/** "which musicians own their instrument": a verb between rows and their own column selects some of them. @throws Refusal */
function checkOwn(plan: Plan, items: readonly Item[], question: string, graph: Graph): void {
	const [subject, object, ...more] = items;
	const isFiltered = [plan.where, plan.without, plan.having, plan.figures, plan.order, plan.groups].some(
		({ length }) => length > 0,
	);
	const isOwn = /^(?:their|its|his|her|an?|any|own)$/.test(object?.after ?? '');
	if (!/^\W*(?:which|what|who)\b/i.test(question) || subject?.tag !== 'T' || object?.tag !== 'C') return;
	if (more.length > 0 || isFiltered || !isOwn) return;
	const verb = wordsRead(question, graph)
		.slice(subject.mention?.to, object.mention?.from)
		.find(
			(token) =>
				(isRelationVerb(token) ||
					isIrregularVerb(token.word) ||
					/^(?:like|want|need|know|see|use|make|take)s?$/.test(token.word)) &&
				!/^(?:has|have|had)$/.test(token.word),
		);
	if (verb !== undefined) throw unknownHere(verb.text);
}

/** "did Ben perform at the gala": the verb has to name what links the two. @throws Refusal */
function checkWhether(plan: Plan, items: readonly Item[], question: string, graph: Graph): void {
	if (!startsAsYesOrNo.test(question)) return;
	const met = plan.where.map(({ column }) => column);
	for (const { tag, text, mention } of items) {
		const isDeed = tag === 'C' && deedOf(stem(text.toLowerCase())) !== null;
		if (isDeed && !mention?.columns.some((column) => met.includes(column))) throw unclear(text);
	}
	if (items.some(({ tag }) => tag === 'T' || tag === 'C')) return;
	const edges = joinAll(graph, [...new Set(used(plan))]) ?? [];
	const names = [...used(plan), ...edges.flatMap(({ from, to }) => [to.table, from, to])].flatMap(
		({ name, nameStems }) => [...nameStems, ...wordsOf(name)],
	);
	const isRead = (at: number) => items.some(({ mention: of }) => of !== undefined && of.from <= at && at < of.to);
	const verb = wordsRead(question, graph).find(
		(token, at) =>
			(isRelationVerb(token) || isIrregularVerb(token.word)) &&
			!isRead(at) &&
			!names.some((name) => related(name, token.stem)),
	);
	if (verb !== undefined) throw unknownHere(verb.text);
}
