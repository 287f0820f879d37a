import { addsUp } from '../builtin/english.ts';
import { Refusal, unclear } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { isIrregularVerb, related, stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { displayOf, isIdentifier, isTakings, isWithin, keyOfTable, namesOf } from './columns.ts';
import { type Edge, fansOut, type Graph, joinAll } from './graph.ts';
import type { Item } from './item.ts';
import { isDeparture } from './paired-links.ts';
import type { Plan } from './plan.ts';
import { nounOf, superiors } from './references.ts';

/** Each refuses a plan about things that the question doesn't speak of, or that are linked in a way it doesn't say. */
export function checkThings(plan: Plan, items: readonly Item[], question: string, graph: Graph): void {
	checkStrangers(plan, items, question, graph);
	checkOwners(plan, items, graph);
	checkLimits(plan, items, graph);
	checkSiblings(plan, question, graph);
	checkRoute(plan, items, question, graph);
	checkVerbs(plan, items, graph);
	checkUnsaidTimes(plan, items, question, graph);
	checkLeft(plan, items, question, graph);
}

/** Dates of people, and words without which a question isn't about them: "who drove in 2023" doesn't ask who was hired then. */
const personalDates = [
	[/^(?:birth|dob|born|bear|birthdat|birthday|birthdate)$/, /\b(?:born|birth|bred)/i],
	[/^(?:hir|hire|employ)$/, /\b(?:hir|employ|join|start|new|recruit|appoint|engag|came|beg[au]n|work)/i],
] as const;

/** "the healthiest region in 2005", "accidents in 2023" of guests with a birth date: not of a year because something else has dates. */
function checkUnsaidTimes(plan: Plan, items: readonly Item[], question: string, graph: Graph): void {
	const { main, order, where, figures, having } = plan;
	const isRanked =
		figures.length === 0 &&
		(order.some(({ by }) => !('fn' in by) && by.table === main) ||
			where.some(({ kind, column }) => kind === 'extreme' && column.table === main));
	const mentioned = items.flatMap(({ mention }) => [
		...(mention?.tables ?? []),
		...(mention?.values ?? []).map(({ column }) => column.table),
	]);
	const reached = [...having, ...figures, ...order.map(({ by }) => by)].map(({ table }) => table);
	const path = joinAll(graph, [main, ...new Set([...mentioned, ...reached])]) ?? [];
	const between = [...reached, ...path.map(({ to }) => to.table)];
	for (const { column } of where) {
		const isTime = column.kind === 'time' || column.isYear;
		const isOther = column.table !== main && !mentioned.includes(column.table);
		const stated = items.find(({ tag, number }) => tag === 'M' || (tag === 'N' && number !== undefined));
		const isOfEvent = personalDates.some(
			([words, said]) => column.nameStems.some((word) => words.test(word)) && !said.test(question),
		);
		const isFar = isOther && (isRanked || !between.includes(column.table));
		if (items.some(({ mention }) => mention?.columns.includes(column))) continue;
		if (isTime && (isOfEvent || (isFar && fansOut(joinAll(graph, [main, column.table]) ?? []))))
			throw new Refusal(
				isOfEvent
					? `I don’t know which date "${stated?.text}" refers to. Name a column with dates.`
					: `${main.name} has no dates. Leave out "${stated?.text ?? column.name}".`,
				stated?.text,
			);
	}
}

/** "staff who left Oslo" aren't those who are there; flights that left it have a column for their origin. */
function checkLeft({ main, where, ways }: Plan, items: readonly Item[], question: string, graph: Graph): void {
	const [, verb, place = ''] = /\b(left|leaves?|leaving|quit)(?: from)? (?:the )?(.+)/i.exec(question) ?? [];
	const item = items.find(({ tag, text }) => tag === 'V' && place.toLowerCase().startsWith(text.toLowerCase()));
	if (verb === undefined || item === undefined) return;
	const columns = item.mention?.values.map(({ column }) => column) ?? [];
	const used = where.flatMap(({ column }) => (columns.includes(column) ? column : []));
	const isFrom = (column: Column) =>
		[column, ...[...ways, ...(joinAll(graph, [main, column.table]) ?? [])].map(({ from }) => from)].some(
			({ nameStems }) => isDeparture(nameStems),
		);
	if (used.length > 0 && !used.some(isFrom)) throw unclear(verb);
}

/** "the tallest player", if each player is one of the people with a height. */
const isSameThing = (graph: Graph, tables: readonly Table[]): boolean =>
	(joinAll(graph, tables) ?? []).every(({ from, to }) => from.unique && to.unique);

/** "the height of the oldest patient": no column that merely has a similar name, in a dataset the question doesn't refer to. */
function checkStrangers(plan: Plan, items: readonly Item[], question: string, graph: Graph): void {
	const spoken = new Set(
		items.flatMap(({ tag, mention }) => [
			...(tag === 'T' ? (mention?.tables ?? []) : []),
			...(tag === 'V' ? (mention?.values ?? []).map(({ column }) => column.table) : []),
			// "the breed of each animal", of entries with an animal's name
			...(tag === 'C' && (mention?.score ?? 0) >= 0.7
				? (mention?.columns ?? []).flatMap((column) => (namesOf(column.table).includes(column) ? column.table : []))
				: []),
		]),
	);
	if (spoken.size === 0 || graph.tables.length === 1) return;
	const chosen = new Set<Column>([
		...plan.shown,
		...plan.where.map(({ column }) => column),
		...plan.figures.flatMap(({ column }) => column ?? []),
		...plan.order.flatMap(({ by }) => ('fn' in by ? (by.column ?? []) : by)),
	]);
	const words = wordsOf(question).map(stem);
	for (const [at, item] of items.entries()) {
		if (item.tag !== 'C' || item.mention === undefined) continue;
		const found = item.mention.columns.filter((column) => chosen.has(column));
		// "who teaches it": the teachers
		const isWho = /^\W*who\b/i.test(question) && at === 0;
		// "the size of the balcony", unlike "the size of the units with a balcony"
		const isNamed = found.some(({ table }) => table.nameStems.every((name) => words.includes(name)));
		const isAmount = /^(?:length|size|area|duration)$/i.test(item.text) && item.mention.score === 0.8;
		if (isAmount && found.length > 0 && !isNamed) throw unclear(item.text);
		const before = items[at - 1];
		// "the richest designers", "which barn is the oldest": not by a quantity of another thing.
		const next = items[at + 1]?.tag === 'T' ? items[at + 1] : items[at - 2];
		const isQuality =
			before?.tag === 'S' &&
			before.text === item.text &&
			next?.tag === 'T' &&
			found.length > 0 &&
			!isSameThing(graph, [...(next.mention?.tables ?? []), ...found.map(({ table }) => table)]);
		// "tournaments longer than a week": not those with such a match.
		const isCompared = items[at + 1]?.tag === 'G' && items[at + 1]?.text === item.text && before?.tag === 'T';
		const owners = isCompared ? (before.mention?.tables ?? []) : [];
		if (isCompared && found.length > 0 && !isSameThing(graph, [...owners, ...found.map(({ table }) => table)]))
			throw unclear(item.text);
		// "the oldest play by a Russian playwright"
		if (isQuality && next?.mention?.from === item.mention.to) throw unclear(item.text);
		if (isWho || found.length === 0 || found.some(({ table }) => spoken.has(table))) continue;
		// "buses built before 2010" isn't about when their depot was built; a date belongs to the thing the sentence is about.
		const isSaidOf =
			/^[TC]$/.test(before?.tag ?? '') &&
			before?.mention?.to === item.mention.from &&
			(/[a-z]{2}ed$/.test(item.text) || isIrregularVerb(item.text.toLowerCase()));
		const isAsked = /^(?:what|which)$/.test(item.after ?? '');
		const isDate = /^(dates?|time|day)$/i.test(item.text) && (isAsked || found.some(({ kind }) => kind === 'time'));
		const isGraded = item.mention.score === 0.8 && !items.some(({ tag }) => tag === 'T');
		// "how long was the repair": not the hours of something else.
		const isHow = /^how \w+$/i.test(item.text);
		if (isGraded || isHow || item.mention.score < 0.7 || isSaidOf || isDate || isQuality) throw unclear(item.text);
	}
}

/** "the rating of a customer", of whose translators each has one: an attribute of things that the question doesn't speak of. */
function checkOwners({ shown, figures, order, where }: Plan, items: readonly Item[], graph: Graph): void {
	if (figures.length > 0) return;
	const ranked = [
		...order.flatMap(({ by }) => ('fn' in by ? [] : by)),
		...where.flatMap(({ kind, column }) => (kind === 'extreme' ? column : [])),
	];
	for (const column of new Set([...shown, ...ranked])) {
		const { table } = column;
		const [item] = items.filter(({ tag, mention }) => tag === 'C' && mention?.columns.includes(column));
		if (item === undefined || namesOf(table).includes(column)) continue;
		const others = items.flatMap(({ tag, mention }) =>
			tag === 'T'
				? (mention?.tables ?? [])
				: tag === 'V'
					? (mention?.values ?? []).map((value) => value.column.table)
					: [],
		);
		const strange = new Refusal(
			`Only the dataset ${table.name} has "${column.name}". Ask about ${table.name} instead.`,
			item.text,
		);
		const [row, ...more] = items.slice(items.indexOf(item) + 1);
		// "the birth date of the directors", who are only names
		const isOfOther = ({ table: other }: Column) => other !== table && !namesOf(other).includes(column);
		const isListed = shown.some((other) => isOfOther(other) && row?.mention?.columns.includes(other));
		if (row?.tag === 'C' && row.lead === 'of' && isListed) throw strange;
		if (others.length === 0 || others.includes(table)) continue;
		const isThing = displayOf(table) !== null;
		const paths = others.map((other) => joinAll(graph, [other, table]) ?? []);
		// "the quality of the buyers", who got harvests of several; a restaurant's reviews are its own, and so is the salary of its best cook.
		const isShared = (path: readonly Edge[]) => path.at(-1)?.to.unique === true && fansOut(path);
		const isOfMany = (path: readonly Edge[]) =>
			isShared(path) ? isThing || fansOut(path.slice(0, -1)) : isThing && !ranked.includes(column) && fansOut(path);
		if (paths.every(isOfMany)) throw strange;
		// "the height of Devil Chute", a slope: not that of its lift.
		const isNamed = row?.mention?.values.every((value) => value.column === displayOf(value.column.table));
		if (isThing && row?.tag === 'V' && /^(?:of|for)$/.test(row.lead ?? '') && isNamed && more.length === 0)
			throw strange;
	}
}

/** "products with revenue above 10000": in one sale, or in all of them together? */
function checkLimits({ main, where, figures }: Plan, items: readonly Item[], graph: Graph): void {
	for (const item of where) {
		const { column } = item;
		const isLimit =
			item.kind === 'number' &&
			item.op !== '=' &&
			(addsUp(column.nameStems) || isTakings(column)) &&
			figures.length === 0;
		const isNamed = items.some(({ mention }) => mention?.tables.includes(column.table));
		if (isLimit && !isNamed && column.table !== main && fansOut(joinAll(graph, [main, column.table]) ?? []))
			throw new Refusal(
				`Do you mean the total "${column.name}" of each row of ${main.name}, or that of a single row of ${column.table.name}?`,
				column.name,
			);
	}
}

/** "the firefighter who drove V03": not all those of the station that both belong to, if the question doesn't speak of it; "incidents by shift type": the same. */
function checkSiblings({ main, where, figures, groups }: Plan, question: string, graph: Graph): void {
	const spoken = wordsOf(question).map(stem);
	const apart = (a: Table, b: Table) => {
		const path = joinAll(graph, [a, b]) ?? [];
		return path.find(({ from, to }, at) => !from.unique && to.unique && path[at + 1]?.to.unique === false)?.to.table;
	};
	const pairs = [
		...where.map(({ column }) => [main, column.table] as const),
		...figures.flatMap(({ table }) => groups.map((group) => [table, 'key' in group ? group : group.table] as const)),
	];
	for (const [a, b] of pairs) {
		const shared = apart(a, b);
		if (shared !== undefined && !shared.nameStems.some((name) => spoken.some((word) => related(name, word))))
			throw new Refusal(
				`${a.name} and ${b.name} are only linked through ${shared.name}. Ask about ${shared.name} instead.`,
			);
	}
}

/** "who won the most lots": not those they only bid on, if lots also have a column for someone else's key. */
function checkRoute(plan: Plan, items: readonly Item[], question: string, graph: Graph): void {
	const counted = [...plan.having, ...plan.order.map(({ by }) => by), ...plan.figures].map(({ table }) => table);
	const ends = [plan.main, ...counted, ...plan.with, ...plan.without];
	const spoken = wordsOf(question).map(stem);
	for (const end of new Set(ends)) {
		const path = joinAll(graph, [plan.main, end]) ?? [];
		const between = path.slice(0, -1).map(({ to }) => to.table);
		const isSaid = (table: Table) =>
			items.some(({ mention }) =>
				[
					...(mention?.tables ?? []),
					...[...(mention?.columns ?? []), ...(mention?.values ?? []).map(({ column }) => column)].map(
						(column) => column.table,
					),
				].includes(table),
			) || table.nameStems.some((name) => spoken.some((word) => related(name, word)));
		if (between.length === 0 || between.some(isSaid)) continue;
		const rival = [[plan.main, end] as const, [end, plan.main] as const].flatMap(([from, to]) => {
			const key = keyOfTable(to);
			return from.columns.filter(
				(column) =>
					key !== null &&
					isIdentifier(column) &&
					!column.unique &&
					// "supervisor_id" of the drivers is another driver.
					!superiors.includes(nounOf(column) ?? '') &&
					column.kind === key.kind &&
					isWithin(column, key) &&
					!graph.edges.some((edge) => edge.from === column && edge.isOfRole !== true),
			);
		});
		if (rival[0] !== undefined)
			throw new Refusal(
				`${plan.main.name} and ${end.name} may be linked through ${between.map(({ name }) => name).join(' and ')} or by "${rival[0].name}". Say which one you mean.`,
			);
	}
}

/** "how many archers shoot a longbow": a verb that only resembles a dataset says nothing about its rows. */
function checkVerbs({ main, where, with: needed }: Plan, items: readonly Item[], graph: Graph): void {
	for (const [at, { tag, text, mention }] of items.entries()) {
		const [subject, object] = [items[at - 1], items[at + 1]];
		const [table, ...others] = tag === 'T' ? (mention?.tables ?? []) : [];
		const isVerb =
			subject?.tag === 'T' && subject.mention?.to === mention?.from && object?.tag === 'V' && !/s$/.test(text);
		if (table === undefined || others.length > 0 || !isVerb || !needed.includes(table)) continue;
		const path = joinAll(graph, [main, ...where.map(({ column }) => column.table)]) ?? [];
		if (mention !== undefined && mention.score < 1 && !path.some(({ to }) => to.table === table)) throw unclear(text);
	}
}
