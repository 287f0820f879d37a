import type { Time } from '../builtin/dates.ts';
import type { Phrase } from '../builtin/phrases.ts';
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
