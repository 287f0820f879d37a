interface LongAnswer {
	readonly text: string;
	readonly value: unknown;
}

/** Characters from which reading an answer takes longer than comparing it with the one before. */
const long = 100_000;
const most = 4;
const answers = new Map<string, LongAnswer>();

/**
 * What was made of a long answer the last time, when the service says the same again: pages ask again whenever they are
 * looked at, and a list of 10,000 takes most of a second to read.
 * @param key tells apart what was asked for, and of whom
 */
export async function sameAsBefore(key: string, text: string, read: () => Promise<unknown>): Promise<unknown> {
	if (text.length < long) return await read();
	const before = answers.get(key);
	answers.delete(key);
	const answer = before?.text === text ? before : { text, value: await read() };
	answers.set(key, answer);
	const [oldest] = answers.keys();
	if (answers.size > most && oldest !== undefined) answers.delete(oldest);
	return answer.value;
}

/** Lets go of what was kept for comparing. To be called when another person goes on. */
export const forgetLongAnswers = (): void => answers.clear();
