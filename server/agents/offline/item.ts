import type { Time } from '../builtin/dates.ts';
import { addsUp } from '../builtin/english.ts';
import type { Phrase } from '../builtin/phrases.ts';
import type { Column } from '../builtin/schema.ts';
import { isIrregularVerb } from '../builtin/stem.ts';
import type { Mention } from './link.ts';
import type { Where } from './plan.ts';

/** A part of a question, with the letter that represents it in rules. */
export interface Item {
	tag: string;
	readonly text: string;
	readonly mention?: Mention;
	readonly phrase?: Phrase;
	readonly number?: number;
	/** Unit of the number: "hour". */
	readonly unit?: string;
	readonly time?: Time;
	/** The condition that was already read. */
	readonly where?: Where;
	/** The preposition before it. */
	readonly after?: string;
	/** The word before it, ignoring articles. */
	readonly lead?: string;
	/** Which end of a link it is, according to the words before it. */
	readonly way?: 'from' | 'to' | null;
	/** The two words after it. */
	readonly next?: string;
	/** A verb that makes a statement about it and isn't a name here. */
	readonly claim?: string;
	/** Stays in the question when a rule consumes the words next to it. */
	keep?: boolean;
}

/** Lengths of time units. */
export const seconds: Record<string, number> = Object.assign(Object.create(null), {
	second: 1,
	minut: 60,
	hour: 3600,
	day: 86_400,
});

/** The condition that a column has one of the values named. */
export const isOneOf = (column: Column, items: readonly Item[], not: boolean): Where => ({
	kind: 'is',
	column,
	values: items.flatMap(({ mention }) =>
		(mention?.values ?? []).filter((other) => other.column === column).map(({ value }) => value),
	),
	not,
});

/** "how many premieres happened in the Harbour district": the noun after "how many" is a value, and a later word isn't counted. */
export function countsValue(items: readonly Item[], how: Item, item: Item): boolean {
	const [next, ...rest] = items.slice(items.indexOf(how) + 1, items.indexOf(item) + 1);
	if (next?.tag !== 'V' || !/[^s]s$/.test(next.text) || next.text !== next.text.toLowerCase()) return false;
	return rest.some(({ mention }, at) => mention?.from !== (rest[at - 1] ?? next).mention?.to);
}

/** "sold the most tickets": things that are counted, so that their total is meant. */
export const isCounted = (column: Column, items: readonly Item[]): boolean =>
	(addsUp(column.nameStems) || /INT(?:EGER)?$/.test(column.type)) &&
	!column.nameStems.some((word) => /^(?:rating|rat|scor|score|star|level|grade)$/.test(word)) &&
	items.some(
		({ tag, text, mention }) =>
			tag === 'C' &&
			(/[^s]s$|[a-z]{2}ed$/.test(text) || isIrregularVerb(text)) &&
			mention?.columns.includes(column) === true,
	);

/** What a question asks for: its first word, or the thing that it describes ("which German warehouses"). */
export function askedIn([first, second]: readonly Item[]): Item | undefined {
	const isSaid = first?.tag === 'V' && second?.tag === 'T' && first.mention?.to === second.mention?.from;
	return isSaid ? second : first;
}
