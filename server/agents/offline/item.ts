import type { Time } from '../builtin/dates.ts';
import type { Phrase } from '../builtin/phrases.ts';
import type { Mention } from './link.ts';
import type { Where } from './plan.ts';

/** A part of a question with the letter by which rules know it. */
export interface Item {
	tag: string;
	readonly text: string;
	readonly mention?: Mention;
	readonly phrase?: Phrase;
	readonly number?: number;
	/** Of what the number is: "hour". */
	readonly unit?: string;
	readonly time?: Time;
	/** What a condition says that was read before. */
	readonly where?: Where;
	/** The preposition before it. */
	readonly after?: string;
	/** The word before it but for an article. */
	readonly lead?: string;
	/** Which end of a way it is, as the words before it say. */
	readonly way?: 'from' | 'to' | null;
	/** The two words behind it. */
	readonly next?: string;
	/** A verb that says something of it, and is no name here. */
	readonly claim?: string;
	/** Stays in the question when a rule takes what it stands beside. */
	keep?: boolean;
}

/** How long units of time are. */
export const seconds: Record<string, number> = Object.assign(Object.create(null), {
	second: 1,
	minut: 60,
	hour: 3600,
	day: 86_400,
});
