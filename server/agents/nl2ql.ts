import { randomUUID } from 'node:crypto';
import { ModelError } from '../models/model.ts';
import { focusOn } from './knowledge/focus.ts';
import { understandingOf, unknownTermOf } from './knowledge/understanding.ts';
import type { Agent, Request } from './protocol/agent.ts';
import { openToModels } from './query/open-to-models.ts';
import { answeredBy, modelFailed, refusalText, rowsData, rowsTable } from './query/present.ts';
import { type Query, writeAndRun } from './query/run-query.ts';
import type { AgentTools, SchemaContext } from './query/types.ts';

export const nl2ql = (tools: AgentTools): Agent => ({
	name: 'nl2ql',
	description:
		'Turns a question in plain language into a SQL query, runs it on a namespace, and returns the query and its rows.',
	skill: {
		id: 'nl2ql',
		name: 'Text to SQL',
		description: 'Counts, lists, filters, groups, ranks and compares data in a namespace’s datasets.',
		tags: ['query', 'nl2ql'],
	},
	details:
		'The agent reads the datasets in the namespace and directly linked datasets that you can read. It explains how it understood the question. When it doesn’t know a word, it asks instead of guessing.',
	suggests: ['trend', 'ranking', 'comparison', 'join', 'count'],
	callerContext: false,
	conversations: false,
	async begin(platform, { caller, namespace, datasets, question, model, takesData }) {
		return {
			contextId: randomUUID(),
			async run(report, signal) {
				await report.working();
				const whole = await tools.readContext(platform, caller, namespace, { question, signal });
				const answerWith = async (model: Request['model'], failure: ModelError | null) => {
					const context = model === null ? whole : await openToModels(platform, namespace, whole);
					const writer = tools.writerFor(model);
					const answerFrom = (from: SchemaContext) => {
						const asked = { question, context: from, writer: model === null ? writer : null, signal };
						const onQuery = async (query: Query) => {
							const reading = failure === null ? query.reading : `${query.reading} ${modelFailed(failure)}`;
							await report.artifact({
								artifactId: 'generated-query',
								name: 'Generated query',
								parts: [{ text: query.sql }],
								metadata: { ...(await understandingOf({ ...query, reading }, asked)), ...answeredBy(model) },
							});
						};
						const work = { platform, caller, context: from, signal };
						return writeAndRun(work, { writer, question, earlier: [], onQuery });
					};
					const focused = focusOn(question, context, datasets);
					const first = await answerFrom(focused ?? context);
					const second = focused !== null && 'kind' in first ? await answerFrom(context) : first;
					// If both are refused, suggest questions about what the caller is looking at.
					const answered = 'kind' in second ? first : second;
					if (failure === null || !('kind' in answered)) return answered;
					return { ...answered, message: `*${modelFailed(failure)}*\n\n${answered.message}` };
				};
				const answered = await answerWith(model, null).catch((error: unknown) => {
					if (!(error instanceof ModelError)) throw error;
					return answerWith(null, error);
				});
				if ('kind' in answered) return report.completed(refusalText(answered), unknownTermOf(answered, whole));
				await report.artifact({
					artifactId: 'result-data',
					name: 'Result',
					parts: takesData ? [rowsData(answered)] : [{ text: rowsTable(answered) }],
				});
				await report.completed();
			},
		};
	},
});
