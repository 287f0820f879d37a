/** A question with its right answer: the rows of a hand-written query, or a refusal because the data has no answer. */
export interface Case {
	readonly namespace: string;
	readonly question: string;
	/** Written by hand over `namespace.dataset`; null if only a refusal is right. */
	readonly sql: string | null;
	/** Whether the order of rows matters, which it does only if the question asks for one. */
	readonly ordered?: true;
}

type Answered = readonly [question: string, sql: string, ordered?: 'ordered'];

export const answered = (namespace: string, cases: readonly Answered[]): Case[] =>
	cases.map(([question, sql, ordered]) => ({
		namespace,
		question,
		sql,
		...(ordered === undefined ? {} : { ordered: true }),
	}));

export const unanswerable = (namespace: string, questions: readonly string[]): Case[] =>
	questions.map((question) => ({ namespace, question, sql: null }));
