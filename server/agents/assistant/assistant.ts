import { type PlanStep, revisedMember } from '#contract/agents/artifacts.ts';
import { ModelError } from '../../models/model.ts';
import {
	beginConversation,
	beginTurn,
	type ConversationTurn,
	endTurn,
} from '../../platform/conversations/conversations.ts';
import { QueryError } from '../../platform/rows/query-rows.ts';
import { withAttached } from '../attached/attached-rows.ts';
import { understandingOf, unknownTermOf } from '../knowledge/understanding.ts';
import type { Agent, Request } from '../protocol/agent.ts';
import { invalidParams } from '../protocol/rpc-error.ts';
import type { TaskReport } from '../protocol/task.ts';
import { openToModels } from '../query/open-to-models.ts';
import { answeredBy, modelFailed, refusalText, rowsData, rowsTable } from '../query/present.ts';
import { AgentFailure, type QueryWork, throwIfUnreadable, writeAndRun } from '../query/run-query.ts';
import type { AgentTools, QueryWriter } from '../query/types.ts';
import { answerPieces } from './answer-pieces.ts';
import { builtinPlanner } from './builtin-planner.ts';
import { earlierOf, goOnFrom, sentTurns, unanswered, understandAny } from './earlier-turns.ts';
import { modelPlanner } from './model-planner.ts';
import {
	type DoneStep,
	type FailedStep,
	hasQuery,
	type Plan,
	type PlannedStep,
	type Planner,
	type PlannerInput,
	type Refused,
} from './plan.ts';
import { meantBy } from './replies.ts';

/** Plans steps, runs their queries, and answers from the results. It can continue earlier questions. */
export const assistant = (tools: AgentTools): Agent => ({
	name: 'assistant',
	description:
		'Answers questions about the datasets in a namespace. The assistant plans steps, runs their queries, and shows which step each figure comes from.',
	skill: {
		id: 'assistant',
		name: 'Assistant',
		description:
			'Finds data about a subject, describes datasets, calculates, compares and breaks down figures, and builds on earlier answers.',
		tags: ['assistant', 'rag', 'query'],
	},
	details:
		'The assistant searches the descriptions, columns and values of the datasets in the namespace and of directly linked datasets that you can read. To continue a conversation, send its contextId with a follow-up question, such as "and only for …?", "by month" or "why?".',
	suggests: ['description', 'join', 'comparison', 'trend', 'ranking'],
	callerContext: true,
	conversations: true,
	async begin(platform, request) {
		const { caller } = request;
		const branch = (await goOnFrom(platform, request)) ?? {
			...{ contextId: await beginConversation(platform, caller), leaf: null, turns: [] },
		};
		const { contextId, turns } = branch;
		const turnId = await beginTurn(platform, branch, request);
		if (turnId === null) {
			throw invalidParams(
				`params.message.messageId ${request.messageId} was used before in this context. Give each message a new UUID.`,
			);
		}
		return {
			contextId,
			taskId: turnId,
			async run(report, signal) {
				await report.submitted();
				await report.working();
				const { namespace, datasets, question, earlierTurns } = request;
				const whole = await tools.readContext(platform, caller, namespace, { question, signal });
				const progress: Progress = { begun: [], isPlanned: false, failure: null };
				const answerWith = async (model: Request['model']) => {
					const context = model === null ? whole : await openToModels(platform, namespace, whole);
					const work: QueryWork = { platform, caller, context, signal };
					// A model gets the caller's earlier questions as text; the built-in reader reads them again.
					const page = { title: 'The open page', text: `The page shows ${datasets.join(', ')}.` };
					const forModel = [...earlierTurns, ...(datasets.length === 0 ? [] : [page])];
					const callerContext = [...(model === null ? [] : forModel), ...request.callerContext];
					const items = model === null ? request.callerContext : [];
					await withAttached(platform, caller, namespace.owner, items, signal, async (attached) => {
						const readable = [...context.datasets, ...(attached.context?.datasets ?? [])];
						const before = earlierOf(turns, readable, model);
						const given = { datasets, callerContext, attached, takesData: request.takesData };
						const asked: PlannerInput = { question, context, ...given, ...before, work };
						const understands = async (text: string) =>
							(await understandAny(tools.writerFor(null), { ...asked, question: text })) !== null;
						const meant = model === null ? await meantBy(question, turns.at(-1), understands) : question;
						// An offered question replaces the one that wasn't answered.
						const isOffered = turns.at(-1)?.unclear?.suggestions.includes(meant) === true;
						const earlier = isOffered ? asked.earlier.slice(0, -1) : asked.earlier;
						const known: PlannerInput = { ...asked, question: meant, earlier };
						const sent = await sentTurns(tools, model, earlierTurns, known);
						const input = { ...known, earlier: [...known.earlier, ...sent] };
						const { turn, finish } = await converse(tools, { ...request, model }, input, report, progress);
						// Stored before the task completes, because the caller may continue right away. If storing fails, so does the task.
						await endTurn(platform, turnId, turn, sent);
						await finish();
					});
				};
				await answerWith(request.model).catch((error: unknown) => {
					if (!(error instanceof ModelError)) throw error;
					progress.failure = error;
					return answerWith(null);
				});
			},
		};
	},
});

const unclearIn = ({ about, suggestions = [] }: Refused) => ({ about: about ?? null, suggestions: [...suggestions] });

interface Outcome {
	readonly turn: ConversationTurn;
	/** Reports the answer, or why there is none, and completes the task. */
	finish(): Promise<void>;
}

/** How far an answer got before a model failed and the built-in reader took over. */
interface Progress {
	readonly begun: PlanStep[];
	isPlanned: boolean;
	failure: ModelError | null;
}

async function converse(
	tools: AgentTools,
	request: Request,
	input: PlannerInput,
	report: TaskReport,
	progress: Progress,
): Promise<Outcome> {
	const { model } = request;
	const { failure, begun } = progress;
	const writer = tools.writerFor(model);
	const planner =
		model === null ? builtinPlanner(writer) : modelPlanner(model, input.work.platform.settings.models.limits.steps);
	const plan = await planner.plan(input);
	const note = failure === null ? [] : [`*${modelFailed(failure)}*`];
	if (plan.kind === 'refused') {
		throwIfUnreadable(input.context);
		return refuse(input, plan, note, report);
	}
	await announce(report, request, begun, plan.steps, progress.isPlanned ? 'The built-in reader starts over.' : null);
	progress.isPlanned = true;
	const { done, failed } = await runSteps(writer, planner, input, plan, request, report, begun);
	const [first] = failed;
	if (done.length === 0 && first !== undefined) {
		if (first.refused === null) throw new ModelError('invalid', `${who(model)} couldn’t write a working query.`);
		return refuse(input, first.refused, note, report);
	}
	const pieces = answerPieces(report);
	const answer = await planner.answer(input, plan, done, pieces.add);
	const notes = failed.map(({ why }) => `Not answered: ${why}`);
	return {
		turn: turnOf(input, plan, done),
		async finish() {
			const text = [answer.text, ...notes].join('\n\n');
			await pieces.end({ ...answer, text: [...note, text].join('\n\n') });
			await report.completed();
		},
	};
}

const who = (model: Request['model']): string => `The model ${model?.name} (${model?.provider})`;

const refuse = (
	{ question, context }: PlannerInput,
	refused: Refused,
	note: readonly string[],
	report: TaskReport,
): Outcome => ({
	turn: { ...unanswered(question, refused.message), unclear: unclearIn(refused) },
	finish: () => report.completed([...note, refusalText(refused)].join('\n\n'), unknownTermOf(refused, context)),
});

/** Reports the steps, started and pending. @param change how a revised plan differs */
async function announce(
	report: TaskReport,
	{ takesData }: Request,
	begun: readonly PlanStep[],
	waiting: readonly PlannedStep[],
	change: string | null,
): Promise<void> {
	const steps = [...begun, ...waiting].map(({ instruction, reasoning }, at) => ({
		index: at + 1,
		instruction,
		reasoning,
	}));
	const lines = steps.map(({ index, instruction }) => `${index}. ${instruction}`).join('\n');
	const text = change === null ? lines : `${change}\n\n${lines}`;
	const data = change === null ? { steps } : { steps, [revisedMember]: change };
	await report.working([{ text }, ...(takesData ? [{ data }] : [])]);
}

/** Runs the steps in order, including those a revision puts in their place. A step without a result is skipped. */
async function runSteps(
	writer: QueryWriter,
	planner: Planner,
	input: PlannerInput,
	plan: Plan,
	request: Request,
	report: TaskReport,
	begun: PlanStep[],
) {
	const done: DoneStep[] = [];
	const failed: (FailedStep & { refused: Refused | null })[] = [];
	let waiting = plan.steps;
	for (let [step] = waiting; step !== undefined; [step] = waiting) {
		waiting = waiting.slice(1);
		const { instruction, reasoning } = step;
		const index = begun.length + 1;
		begun.push({ index, instruction, reasoning });
		await report.working([{ text: instruction }]);
		const work = { ...input.work, context: plan.reads ?? input.context };
		const answered = await writeAndRun(work, {
			writer: step.query === undefined ? writer : startingWith(step, writer),
			question: instruction,
			earlier: [...input.earlier, ...done.map(turnOfStep)],
		}).catch((error: unknown) => {
			// A model can plan around a failed step.
			const isOfStep = error instanceof AgentFailure || (error instanceof QueryError && error.kind === 'limit');
			if (planner.revise === undefined || !isOfStep) throw error;
			return { kind: 'failed', message: error.message } as const;
		});
		if ('kind' in answered) {
			failed.push({ step, why: answered.message, refused: answered.kind === 'refused' ? answered : null });
		} else {
			const { query, ...rows } = answered;
			done.push({ index, step, query, rows });
			await report.artifact({
				artifactId: `step-${index}`,
				name: `Step ${index}`,
				parts: request.takesData
					? [{ text: query.sql }, rowsData(rows)]
					: [{ text: `\`\`\`sql\n${query.sql}\n\`\`\`\n\n${rowsTable(rows)}` }],
				metadata: {
					...{ index, instruction, reasoning, ...answeredBy(request.model) },
					...(step.role === 'answer'
						? await understandingOf(query, {
								...{ question: input.question, context: work.context, signal: work.signal },
								writer: request.model === null ? writer : null,
							})
						: {}),
				},
			});
		}
		if (planner.revise === undefined) continue;
		const { steps, change } = await planner.revise(input, done, failed, waiting).catch((error: unknown) => {
			// All planned steps are done, so answer from their results.
			if (!(error instanceof ModelError) || done.length === 0 || waiting.length > 0) throw error;
			return { steps: waiting, change: null };
		});
		waiting = steps;
		if (change !== null) await announce(report, request, begun, waiting, change);
	}
	return { done, failed };
}

/** A writer that returns the planned query first. If the engine refuses that one, the bug is ours, not the question's. */
const startingWith = (step: PlannedStep, writer: QueryWriter): QueryWriter => ({
	write: async (question, context, options) => {
		if (step.query !== undefined && options.repair === undefined) return step.query;
		const again = await writer.write(question, context, options);
		if (again.kind === 'query') return again;
		throw new AgentFailure(`The step "${step.instruction}" failed. Rephrase the question, or ask for less at a time.`);
	},
});

const turnOfStep = ({ step, query, rows }: DoneStep) => ({
	question: step.instruction,
	sql: query.sql,
	reading: query.reading,
	understood: query.understood,
	columns: rows.columns,
	datasets: query.datasets,
});

/** A conversation continues from the step that answered the question, not from exploratory ones, and after "why?" from what was explained. */
function turnOf({ question, earlier }: PlannerInput, plan: Plan, done: readonly DoneStep[]): ConversationTurn {
	const explained =
		done.length > 0 && done.every((step) => step.step.role === 'part') ? earlier.findLast(hasQuery) : undefined;
	if (explained !== undefined) {
		const { understood = null, columns, datasets } = explained;
		return { ...explained, unclear: null, understood, columns: [...columns], datasets: [...datasets] };
	}
	const answering = done.findLast((step) => step.step.role === 'answer') ?? done.at(-1);
	return {
		question: plan.question || question,
		sql: answering?.query.sql ?? null,
		reading: answering?.query.reading ?? '',
		unclear: null,
		understood: answering?.query.understood ?? null,
		columns: answering?.rows.columns.map(({ name, type }) => ({ name, type })) ?? [],
		datasets: [...(answering?.query.datasets ?? [])],
	};
}
