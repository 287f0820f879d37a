import { sqlName, sqlPath } from '#lib/sql/quoting.ts';
import type { SchemaContext, WriteOptions } from '../query/types.ts';
import { createMarks } from './marked.ts';

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

/** Instructions and prompt for one query. The earlier query and the engine's error are given where it is repaired. */
export function queryPrompt(
	question: string,
	context: SchemaContext,
	{ earlier = [], repair }: Omit<WriteOptions, 'signal'>,
) {
	const { rule, mark } = createMarks();
	const datasets = context.datasets.map((it) => ({
		table: tableName(it.coordinate),
		description: it.description,
		rows: it.rows,
		columns: it.columns.map(({ name, type, description, samples }) => ({ name, type, description, samples })),
	}));
	const links = context.links.map((it) => ({
		from: `${tableName(it.from.dataset)}.${sqlName(it.from.column)}`,
		to: `${tableName(it.to.dataset)}.${sqlName(it.to.column)}`,
		matchType: it.matchType,
	}));
	const parts = [
		mark('The datasets:', datasets),
		mark('The links between their columns:', links),
		...(earlier.length > 0
			? [mark('What was asked before, oldest first; the question may refer to it:', earlier)]
			: []),
		...(repair === undefined
			? []
			: [mark('You wrote this statement, and the engine refused it. Write a correct one:', repair)]),
		mark('The question:', question),
	];
	return { instructions: `${instructions}\n\n${rule}`, prompt: parts.join('\n\n') };
}

const tableName = (it: { owner: string; namespace: string; datasetName: string }): string =>
	sqlPath([it.owner, it.namespace, it.datasetName]);
