import { randomUUID } from 'node:crypto';
import type { Agent } from './protocol/agent.ts';
import { refusalText, rowsData, rowsTable } from './query/present.ts';
import { writeAndRun } from './query/run-query.ts';
import type { AgentTools } from './query/types.ts';

/** Translates a question into one query, runs it, and gives the query and its rows. */
export const nl2ql = (tools: AgentTools): Agent => ({
	name: 'nl2ql',
	description:
		'Translates a question in plain language into a structured query, runs it against a namespace, and answers the query and its rows.',
	skill: {
		id: 'nl2ql',
		name: 'Question to query',
		description: 'Counts, lists, filters, groups, ranks and compares what is in the datasets of a namespace.',
		tags: ['query', 'nl2ql'],
	},
	details:
		'It reads the datasets of the namespace and those one declared link away that you may read. It says how it read the question, and refuses, naming the word, rather than guess.',
	suggests: ['trend', 'ranking', 'comparison', 'join', 'count'],
	callerContext: false,
	async begin(platform, { caller, namespace, question, model, takesData }) {
		return {
			contextId: randomUUID(),
			async run(report, signal) {
				await report.working();
				const context = await tools.readContext(platform, caller, namespace, { question, signal });
				const answered = await writeAndRun(
					{ platform, caller, context, signal },
					{
						writer: tools.writerFor(model),
						question,
						earlier: [],
						onQuery: ({ sql, reading }) =>
							report.artifact({
								artifactId: 'generated-query',
								name: 'Generated query',
								parts: [{ text: sql }],
								metadata: { reading },
							}),
					},
				);
				if ('kind' in answered) return report.completed(refusalText(answered));
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
