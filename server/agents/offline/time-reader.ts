import { partsThat, periods, type Time, wholeYear } from '../builtin/dates.ts';
import type { Phrase } from '../builtin/phrases.ts';
import { Refusal } from '../builtin/refusal.ts';
import { type Column, hasTimeOfDay, type Table } from '../builtin/schema.ts';
import { related, stem } from '../builtin/stem.ts';
import { isMostlyNumbers } from './columns.ts';
import { joinAll } from './graph.ts';
import type { Item } from './item.ts';
import { ItemReader } from './item-reader.ts';
import type { Where } from './plan.ts';

const whenDone = new RegExp(
	`\\b(\\w+) (?:(?:the )?(?:most|fewest|least)|(?:per|by|each|every|a) (?:${periods}))\\b`,
	'i',
);

export abstract class TimeReader extends ItemReader {
	protected yearColumn(item: Item | undefined): Column | null {
		const columns = this.graph.tables
			.flatMap((table) => table.columns)
			.filter((column) => column.isYear || column.kind === 'time');
		if (item === undefined || columns.length === 0) return null;
		return this.pick(
			item,
			'year',
			columns.map((value) => ({
				value,
				cost: this.timeCost(value, item, true, item.number),
			})),
		);
	}

	/** How far a time is from meaning a column. @param year the year that it states, if any */
	private timeCost(column: Column, item: Item, isYear: boolean, year: number | null = null): number {
		const [from, to] = [column.min, column.max].map((value) => Number.parseInt(value ?? '', 10));
		// No boat was built in 2024.
		const isOutside =
			column.isYear && year !== null && from !== undefined && to !== undefined && (year < from || year > to);
		// "and in 2024?" after the payments of 2023
		const isAgain = this.isUsedBefore(column) ? 0.6 : 0;
		return (
			(this.isOfEvent(column, item) ?? this.isOfWhole(column, item) ?? this.distance(column.table, item)) +
			nameCost(column, isYear) +
			this.isOfDoer(column) +
			(this.isOfDeed(column) ? -0.6 : 0) +
			(isOutside ? 1 : 0) +
			(this.isOfUnsaid(column) ? 0.3 : 0) -
			isAgain
		);
	}

	/** "who closed the most orders in 2025", "closed per year": when they were closed, not opened. */
	private isOfDeed({ kind, nameStems: [deed] }: Column): boolean {
		const [, verb = ''] = whenDone.exec(this.question) ?? [];
		return kind === 'time' && stem(verb.toLowerCase()) === deed;
	}

	/** "honey harvested by apiary in 2022": the date of the harvests, not one of the hives that link the two. */
	private isOfUnsaid({ table }: Column): boolean {
		const spoken = new Set(
			this.original.flatMap(({ mention }) => [
				...(mention?.tables ?? []),
				...[...(mention?.columns ?? []), ...(mention?.values ?? []).map(({ column }) => column)].map((of) => of.table),
			]),
		);
		return !spoken.has(table) && [...spoken].some(({ columns }) => columns.some(({ kind }) => kind === 'time'));
	}

	/**
	 * "bookings of gold members in 2025": when they booked rather than when they became members. The distance of such dates; null if that isn't
	 * said.
	 */
	private isOfWhole({ table }: Column, item: Item): number | null {
		const at = this.original.indexOf(item);
		const head = this.original.find(({ tag }) => tag === 'T')?.mention;
		const [main, ...others] = head?.tables ?? [];
		const last = this.original[at - 1]?.mention;
		const [of, ...more] = new Set([...(last?.tables ?? []), ...(last?.values ?? []).map(({ column }) => column.table)]);
		const isSaid = /^(?:in|during|on|since|before|after|between)$/.test(item.after ?? '');
		if (main === undefined || of === undefined || of === main || others.length + more.length > 0 || !isSaid)
			return null;
		const path = joinAll(this.graph, [main, of]) ?? [];
		const isEvent = path.length > 0 && path.every(({ to }) => to.unique && to.table !== main);
		if (!isEvent || !main.columns.some(({ kind }) => kind === 'time')) return null;
		return table === main ? 0 : 0.5;
	}

	/** "which film won the prize in 2024": when it won rather than when it was made. The distance of such dates; null if that isn't said. */
	private isOfEvent({ table }: Column, item: Item): number | null {
		const at = this.original.indexOf(item);
		// "top 10 riders by …"
		const start = this.original.findIndex(({ tag }) => !/[SN]/.test(tag));
		const head = this.original[start];
		const [main, ...others] = head?.tag === 'T' ? (head.mention?.tables ?? []) : [];
		if (main === undefined || others.length > 0 || this.before !== null || at < 1) return null;
		const isTimed = ({ columns }: Table) => columns.some(({ kind, isYear }) => kind === 'time' || isYear);
		// "the riders with the longest distance in 2026": when they rode, not when they joined.
		const ranks = this.original.some(({ tag }) => tag === 'S');
		const named = this.original.slice(start + 1, at).flatMap(({ tag, mention }) => {
			const columns =
				tag === 'V'
					? mention?.values.map(({ column }) => column)
					: tag === 'C' && ranks
						? mention?.columns.filter(({ kind }) => kind === 'number')
						: [];
			const tables = tag === 'T' ? mention?.tables : columns?.map((column) => column.table);
			const [only, ...more] = new Set(tables);
			return only === undefined || more.length > 0 ? [] : [only];
		});
		const events = named.flatMap((other) =>
			(joinAll(this.graph, [main, other]) ?? [])
				.filter(({ to }) => !to.unique && isTimed(to.table))
				.map(({ to }) => to.table),
		);
		return events.includes(table) ? 0 : table === main && events.length > 0 ? 0.5 : null;
	}

	/** Dates, months and weekdays, and ranges between two of them. */
	protected readTimes(): void {
		this.rule(/(?:C|(?<!C))(?:BM&M|BN&N(?=[^C]|$)|G[MN]|[MN]R|M)(?![CT])|CN(?![CTNR|])|CN(?=C)/, (...part) => {
			const name = part[0]?.tag === 'C' ? part[0] : undefined;
			const isOpen = part.find(({ tag }) => tag === 'R')?.phrase;
			const sign: Phrase | undefined =
				isOpen?.kind === 'or more'
					? { kind: 'comparison', op: isOpen.op, time: true }
					: part.find(({ tag }) => tag === 'G')?.phrase;
			const times = part.flatMap(({ time, number }) => time ?? (isYear(number) ? wholeYear(number) : []));
			const [first, last] = [times[0], times.at(-1)];
			const areYears = times.every((time) => time.kind === 'range' && time.year !== null);
			const isHour = times.some((time) => time.kind === 'part' && time.part === 'hour');
			const isTime = (column: Column) =>
				(column.kind === 'time' && (!isHour || hasTimeOfDay(column))) || (areYears && column.isYear);
			if (first === undefined || last === undefined || first.kind !== last.kind) return false;
			// "released in 2006 with a rate below 3"
			const next = this.items[this.items.indexOf(part.at(-1) as Item) + 1];
			if (part.length === 2 && name !== undefined && next?.tag === 'C' && !isIn(part[1])) return false;
			const called = (name?.mention?.columns ?? []).some(isTime);
			const all = this.graph.tables.flatMap((table) => table.columns).filter(isTime);
			if (
				all.length === 0 ||
				(name !== undefined &&
					!called &&
					(part[1]?.tag === 'B'
						? isNumeric(name) && !(areYears && this.isAskedFor(name))
						: part.length === 2 && part[1]?.tag === 'N')) ||
				(sign?.kind === 'comparison' &&
					!part.some(({ tag }) => tag === 'M') &&
					!sign.time &&
					sign.op !== '=' &&
					!called)
			)
				return false;
			const item = part.find(({ tag }) => tag === 'M' || tag === 'N') as Item;
			const column =
				called && name !== undefined
					? this.column(name, isTime)
					: this.pick(
							item,
							'time',
							all.map((value) => ({
								value,
								cost: this.timeCost(value, item, areYears, first.kind === 'range' ? first.year : null),
							})),
						);
			// "by month for 2022"
			const isEach = name !== undefined && this.items[this.items.indexOf(name) - 1]?.tag === 'E';
			if (name !== undefined && (!called || isEach || this.isAskedFor(name))) name.keep = true;
			if (first.kind === 'part' || last.kind === 'part') {
				if (first.kind !== 'part' || last.kind !== 'part' || first.part !== last.part) return false;
				if (sign?.kind === 'comparison' && times.length > 1) return false;
				if (sign?.kind === 'comparison') {
					const values = partsThat(sign.op, first);
					if (first.part !== 'hour' && sign.op !== '=')
						throw new Refusal(`Which year do you mean by "${item.text}"?`, item.text);
					return this.met({ kind: 'part', column, part: first.part, values });
				}
				const [from, to] = [first.values[0] ?? 0, last.values.at(-1) ?? 0];
				const values = times.length > 1 ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : first.values;
				return this.met({ kind: 'part', column, part: first.part, values });
			}
			const op = sign?.kind === 'comparison' ? sign.op : '=';
			if (column.isYear) {
				const [low, high] = [first.year ?? 0, last.year ?? 0];
				if (low !== high) return this.met({ kind: 'between', column, from: low, to: high });
				return this.met({ kind: 'number', column, op, value: low, not: false });
			}
			const from = { '=': first.from, '>': first.to, '>=': first.from, '<': null, '<=': null }[op];
			const to = { '=': last.to, '>': null, '>=': null, '<': first.from, '<=': first.to }[op];
			return this.met({ kind: 'time', column, from, to });
		});
	}

	/** Whether a column is what is requested: the first one named, if nothing else is. */
	protected isAskedFor(item: Item): boolean {
		// "who was hired after 2020": not when.
		const isName = item.mention?.columns.some(({ kind }) => kind === 'text') === true;
		if (this.isFollowing || (this.asksWho && !isName)) return false;
		const others = this.items.filter((other) => other !== item && 'CHAQP'.includes(other.tag));
		const before = this.items.slice(0, this.items.indexOf(item)).findLast(({ tag }) => tag !== 'V' && tag !== 'W');
		return others.length === 0 || before?.tag === 'H';
	}
}

/** "in 2006" */
export const isIn = (item: Item | undefined): boolean =>
	item?.tag === 'N' && isYear(item.number) && /^(in|during|since)$/.test(item.after ?? '');
export const isYear = (value: number | undefined): value is number =>
	value !== undefined && Number.isInteger(value) && value >= 1000 && value <= 2999;
export const inYear = (column: Column, value: number): Where => {
	if (column.isYear) return { kind: 'number', column, op: '=', value, not: false };
	const { from, to } = wholeYear(value) as Extract<Time, { kind: 'range' }>;
	return { kind: 'time', column, from, to };
};
/** A year belongs to the rows' own date unless a word says otherwise: "order_date" of the orders, or just "date". */
const nameCost = (of: Column, isYear: boolean): number => {
	const { nameStems, table, isYear: holdsYears } = of;
	const isBare = (column: Column) => column.isYear && column.nameStems.join() === 'year';
	if (isYear && isBare(of)) return 0;
	if (isYear && !holdsYears && table.columns.some(isBare)) return 0.6;
	const isOnly = table.columns.every(({ kind, name }) => kind !== 'time' || name === of.name);
	const isOwn = nameStems.every(
		(word) =>
			/^(dat|date|time|timestamp|at|on|ts|day|week|month|year|creat|create|start)$/.test(word) ||
			// "delivered_on" of the deliveries
			table.nameStems.some((name) => related(name, word)) ||
			(isOnly && nameStems.length === 2 && /^(at|on|dat|date)$/.test(nameStems[1] ?? '')),
	);
	// A date that some rows lack is a later or optional one, and a planned one isn't when it happened.
	const isPlanned = ({ nameStems: words }: Column) =>
		words.some((word) => /^(?:eta|etd|du|plan|expect|schedul)$/.test(word));
	const isDone = table.columns.some((column) => column.kind === 'time' && !isPlanned(column));
	const isOfRows = table.nameStems.some((name) => nameStems.some((word) => word !== name && related(name, word)));
	const later = (of.nulls > 0 && !isOfRows ? 0.25 : 0) + (isPlanned(of) && isDone ? 0.6 : 0);
	return later + (isOwn && !holdsYears ? 0.25 : holdsYears ? 0.1 : 0.5);
};

export const isNumeric = (item: Item): boolean => (item.mention?.columns ?? []).some(isNumber);
export const isNumber = (column: Column): boolean => column.kind === 'number' || isMostlyNumbers(column);
