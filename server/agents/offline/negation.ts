import { Refusal } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { displayOf } from './columns.ts';
import { fansOut, type Graph, joinAll } from './graph.ts';
import type { Item } from './item.ts';
import { contradicts, type Where } from './plan.ts';
import { inYear } from './time-reader.ts';

interface Negation {
	readonly main: Table;
	readonly answered: readonly Table[];
	readonly where: Where[];
	readonly without: Table[];
	readonly graph: Graph;
	readonly items: readonly Item[];
}

/** "animals that have never been to surgery": none of their visits was one, whatever other visits they had. @throws Refusal */
export function negateRows(of: Negation): void {
	const { main, answered, where, without, graph, items } = of;
	const negations = items.filter(({ tag }) => tag === 'X').map(({ text }) => text.toLowerCase());
	if (negations.some((word) => /^(never|not|no|neither|nor)$/.test(word))) {
		const missing = new Map<Table, Extract<Where, { kind: 'is' }>>();
		for (const item of [...where]) {
			const { table } = item.column;
			if (item.kind !== 'is' || !item.not || answered.includes(table)) continue;
			const first = missing.get(table);
			if (first === undefined && without.includes(table)) continue;
			const ways = joinAll(graph, [main, table]);
			if (ways === null || !fansOut(ways)) continue;
			if (first !== undefined && first.column !== item.column) throw tooMany(table);
			// "Neither surgery nor vaccination": no row with either.
			const next = { ...item, not: false, values: [...(first?.values ?? []), ...item.values] };
			missing.set(table, next);
			if (first !== undefined) where.splice(where.indexOf(first), 1);
			where[where.indexOf(item)] = next;
			if (first !== undefined) continue;
			without.push(table);
			timeInside(of, table);
		}
		// "Never surgery, but a vaccination": requires some rows and excludes others.
		for (const [table, { column }] of missing)
			if (where.filter((item) => item.column === column).length > 1) throw tooMany(table);
	}
	for (const item of [...where]) {
		const { table } = item.column;
		if (item.kind !== 'missing' || item.not || table === main || !fansOut(joinAll(graph, [main, table]) ?? []))
			continue;
		// "never been a buyer agent": no row refers to them. "never won a ribbon": no row has one.
		const isLink = graph.edges.some(({ from, to }) => from === item.column && to.table === main);
		if (without.includes(table) || answered.includes(table)) continue;
		where.splice(where.indexOf(item), 1, ...(isLink ? [] : [{ ...item, not: true }]));
		without.push(table);
	}
	reachInside(of);
}

const tooMany = (table: Table): Refusal =>
	new Refusal(`I can’t combine all the conditions on ${table.name}. Ask about one condition at a time.`);

/** "who never had roles in Hamlet": what is reached only through the missing rows restricts those. @throws Refusal */
function reachInside({ main, answered, where, without, graph }: Negation): void {
	for (const [at, table] of without.entries()) {
		const isBehind = (other: Table) =>
			other !== main &&
			other !== table &&
			!answered.includes(other) &&
			(joinAll(graph, [main, other]) ?? []).some(({ to }) => to.table === table);
		const [behind, ...others] = [...new Set(where.map(({ column }) => column.table).filter(isBehind))];
		if (behind === undefined) continue;
		if (others.length > 0 || where.some(({ column }) => column.table === table)) throw tooMany(table);
		without[at] = behind;
	}
}

/** "never been to surgery in 2023": a year after "not" applies to the missing rows. */
function timeInside({ main, where, items }: Negation, table: Table): void {
	const [time, ...others] = table.columns.filter(({ kind }) => kind === 'time');
	const not = items.findIndex(({ tag }) => tag === 'X');
	const years = items
		.slice(not)
		.flatMap(({ number, time: said }) => number ?? (said?.kind === 'range' ? (said.year ?? []) : []));
	const at = where.findIndex(
		(item) => item.column.table === main && item.column.isYear && item.kind === 'number' && years.includes(item.value),
	);
	const item = where[at];
	if (time === undefined || others.length > 0 || item?.kind !== 'number' || item.op !== '=') return;
	where[at] = inYear(time, item.value);
}

/** "which continents have no volcanoes": none of their countries has one, so that each continent is asked about as a whole. */
export const isOfGroups = (column: Column, none: Table, graph: Graph): boolean =>
	column.kind === 'text' &&
	!column.unique &&
	column !== displayOf(column.table) &&
	joinAll(graph, [column.table, none])?.length === 1;

/** "the average weight of men and of women", "of private and group lessons": of both, to be grouped; null if neither is said. */
export function bothOfEach(a: Where, b: Where, items: readonly Item[]): Where | null {
	const named = items.filter(({ mention }) => mention?.values.some(({ column }) => column === a.column));
	const isEach = named.length === 2 && named.every(({ after }) => /^(?:of|for|in|by|from|at|on)$/.test(after ?? ''));
	const [first, second] = named.map((item) => items.indexOf(item));
	const thing = items[(second ?? 0) + 1];
	const isOfKinds =
		named.length === 2 &&
		items.slice(0, first).some(({ tag }) => tag === 'A') &&
		items[(first ?? 0) + 1]?.tag === '&' &&
		thing?.tag === 'T' &&
		thing.mention?.from === named[1]?.mention?.to;
	// "the average wage of men and women", "electric buses versus diesel buses"
	const isSeparate = items.some(
		({ tag, phrase }) => tag === 'Y' || (phrase?.kind === 'aggregate' && phrase.fn !== 'sum'),
	);
	const isPair = named.length === 2 && items.slice((first ?? 0) + 1, second).every(({ tag }) => '&TY'.includes(tag));
	return a.kind === 'is' && b.kind === 'is' && a.not === b.not && (isEach || isOfKinds || (isPair && isSeparate))
		? { ...a, values: [...a.values, ...b.values] }
		: null;
}

/** "drive a van and a bike", "sold at Hove and at Lewes": each of two things, possibly in different rows. */
export function saysBoth(a: Where, b: Where, items: readonly Item[]): boolean {
	const named = items.filter(({ mention }) => mention?.values.some(({ column }) => column === a.column));
	const [first, second] = named.map((item) => items.indexOf(item));
	const isJoined = items.slice(first, second).some(({ tag }) => tag === '&');
	const isOne = named.length === 2 && named.every(({ after }) => /^(?:an?|at|on|by)$/.test(after ?? ''));
	return a.kind === 'is' && b.kind === 'is' && isJoined && isOne;
}

/** "in January and in March": in either. */
export function joinTimes(where: Where[]): void {
	for (const [at, a] of where.entries()) {
		const isWhen = (item: Where) =>
			item.column === a.column &&
			(item.kind === 'part' || (item.kind === 'time' && item.from !== null && item.to !== null));
		const isOther = (b: Where) =>
			(a.kind === 'part' &&
				b.kind === 'part' &&
				a.part === b.part &&
				!a.values.some((one) => b.values.includes(one))) ||
			contradicts(a, b);
		const b = where.find((other, index) => index > at && isWhen(a) && isWhen(other) && isOther(other));
		if (b === undefined) continue;
		where.splice(where.indexOf(b), 1);
		where[at] = { kind: 'any', column: a.column, of: [a, b] };
		return;
	}
}

/** "borrowed no book": the missing dataset is reached only through the action. @throws Refusal */
export function leadsTo(main: Table, table: Table, none: Table, graph: Graph, items: readonly Item[]): boolean {
	if (!(joinAll(graph, [main, none]) ?? []).some(({ to }) => to.table === table)) return false;
	const isVerb = items.some(
		({ tag, text, mention }) =>
			tag === 'T' && ((mention?.score ?? 1) <= 0.5 || /[a-z]{2}ed$/i.test(text)) && mention?.tables.includes(table),
	);
	if (!isVerb)
		throw new Refusal(`I can’t tell whether "no" refers to ${none.name} or ${table.name}. Ask about one of them.`);
	return true;
}
