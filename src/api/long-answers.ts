interface LongAnswer {
	readonly text: string;
	readonly value: unknown;
}

/** Characters from which reading an answer takes longer than comparing it with the one before. */
const long = 100_000;
const most = 4;
let answers = new Map<string, LongAnswer>();

/**
 * What was made of a long answer the last time, when the service says the same again: pages ask again whenever they are
 * looked at, and a list of 10,000 takes most of a second to read.
 * @param key tells apart what was asked for, and of whom
 */
export async function sameAsBefore(key: string, text: string, read: () => Promise<unknown>): Promise<unknown> {
	if (text.length < long) return await read();
	const mine = answers;
	const before = mine.get(key);
	mine.delete(key);
	const answer = before?.text === text ? before : { text, value: await read() };
	mine.set(key, answer);
	const [oldest] = mine.keys();
	if (mine.size > most && oldest !== undefined) mine.delete(oldest);
	return answer.value;
}

/** Lets go of what was kept for comparing. To be called when another person goes on. */
export function forgetLongAnswers(): void {
	answers = new Map();
}
