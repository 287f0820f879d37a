import * as z from 'zod/mini';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { sqlName, sqlPath } from '#lib/sql/quoting.ts';
import type { Model } from '../../models/model.ts';
import { markedPrompt, orNone } from './marked.ts';
import type { QueryWriter, SchemaContext, WriteOptions } from './types.ts';

const Answer = z.object({
	kind: z.enum(['query', 'refused']),
	/** Empty if refused. */
	sql: z.string(),
	reading: z.string(),
	/** The reason of a refusal; otherwise empty. */
	message: z.string(),
});

/** A query writer that uses a language model. Its SQL is checked and confined by the runner, not here. */
export const modelWriter = (model: Model): QueryWriter => ({
	async write(question, context, { signal, ...options }) {
		const prompt = queryPrompt(question, context, options);
		const answer = await model.answer({ name: 'query', ...prompt, schema: Answer, signal });
		if (answer.kind === 'refused' || answer.sql.trim() === '') {
			const usual = 'The model couldn’t turn the question into a query. Rephrase the question.';
			return { kind: 'refused', message: answer.message || usual };
		}
		return {
			kind: 'query',
			sql: answer.sql,
			reading: answer.reading,
			datasets: context.datasets
				.map((dataset) => dataset.coordinate)
				.filter((coordinate) => mentions(answer.sql, coordinate.datasetName)),
		};
	},
});

const mentions = (sql: string, name: string): boolean => sql.toLowerCase().includes(name.toLowerCase());

const instructions = `You translate a question into one DuckDB SELECT statement over the datasets that you are given, or you refuse.

Rules of the statement:
- Read only datasets of the list, each by its full name as "table" gives it. No files, no functions that read files, no other tables.
- One SELECT (it may begin with WITH), without parameters and without a semicolon. Nothing that writes.
- Use columns and values as they are spelled in the list. Quote names that need it with double quotes.
- Join along the declared links where one is needed. A GeoMatch link joins places by distance.
- Name what you compute, order the rows so that what was asked for comes first, and leave out columns nobody asked for.
- Where a match is fuzzy, give its score: a column __metadata of the form {'score': <0 to 1>}.

Refuse (kind "refused", with a message that says why and asks back) where a word of the question has no counterpart in the
datasets, where it could mean several of them, or where it is no question about these datasets. Never guess.

"reading" says in one sentence how you read the question: what is counted or computed, from where, under which conditions.`;

/** Instructions and prompt for one query; for a repair, with the earlier query and the engine's error. */
function queryPrompt(question: string, context: SchemaContext, { earlier = [], repair }: Omit<WriteOptions, 'signal'>) {
	const datasets = context.datasets.map((dataset) => ({
		table: tableName(dataset.coordinate),
		description: dataset.description,
		rows: dataset.rows,
		columns: dataset.columns.map(({ name, type, description, samples }) => ({ name, type, description, samples })),
	}));
	const links = context.links.map((link) => ({
		from: `${tableName(link.from.dataset)}.${sqlName(link.from.column)}`,
		to: `${tableName(link.to.dataset)}.${sqlName(link.to.column)}`,
		matchType: link.matchType,
	}));
	return markedPrompt(instructions, [
		['The datasets:', datasets],
		['The links between their columns:', links],
		['What was asked before, oldest first; the question may refer to it:', orNone(earlier)],
		['You wrote this statement, and the engine refused it. Write a correct one:', repair],
		['The question:', question],
	]);
}

const tableName = ({ owner, namespace, datasetName }: DatasetCoordinate): string =>
	sqlPath([owner, namespace, datasetName]);
