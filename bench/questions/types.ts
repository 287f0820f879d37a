/** A question, and what is right: the rows of a query written by hand, or that the data does not say. */
export interface Case {
	readonly namespace: string;
	readonly question: string;
	/** Written by hand over `namespace.dataset`; null where the only right answer is a refusal. */
	readonly sql: string | null;
	/** The rows' order matters only where the question asks for one. */
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
