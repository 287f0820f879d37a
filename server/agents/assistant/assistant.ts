import { coordinateKey } from '#contract/dataset.ts';
import {
	beginConversation,
	beginTurn,
	type ConversationTurn,
	endTurn,
	findConversation,
	keptTurns,
} from '../../platform/conversations/conversations.ts';
import { withAttached } from '../attached/attached-rows.ts';
import type { Agent, Request } from '../protocol/agent.ts';
import { invalidParams } from '../protocol/rpc-error.ts';
import type { TaskReport } from '../protocol/task.ts';
import { refusalText, rowsData, rowsTable } from '../query/present.ts';
import { AgentFailure, type QueryWork, throwIfUnreadable, writeAndRun } from '../query/run-query.ts';
import type { AgentTools, ContextDataset, QueryWriter } from '../query/types.ts';
import { builtinPlanner, understand } from './builtin-planner.ts';
import { modelPlanner } from './model-planner.ts';
import {
	type DoneStep,
	type EarlierTurn,
	hasQuery,
	type Plan,
	type PlannedStep,
	type PlannerInput,
	type Refused,
} from './plan.ts';
import { isOfAttached, readings } from './readings.ts';

/** Plans steps, runs their queries, and answers from what they give. It goes on with earlier questions. */
export const assistant = (tools: AgentTools): Agent => ({
	name: 'assistant',
	description:
		'Answers questions about the datasets of a namespace: it plans steps, runs their queries, and says from which step each figure comes.',
	skill: {
		id: 'assistant',
		name: 'Assistant',
		description:
			'Finds data about a subject, describes datasets, computes, compares and breaks down, and takes up earlier answers.',
		tags: ['assistant', 'rag', 'query'],
	},
	details:
		'It searches descriptions, columns and values of the namespace and of datasets one declared link away that you may read. Send a contextId to go on with a conversation: "and only for …?", "by month", "why?".',
	suggests: ['description', 'join', 'comparison', 'trend', 'ranking'],
	callerContext: true,
	async begin(platform, request) {
		const { caller, contextId: given } = request;
		const turns = given === null ? [] : await findConversation(platform, caller, given);
		if (turns === null) {
			throw invalidParams(`There is no conversation with the contextId "${given}". Leave it out to begin a new one.`);
		}
		const contextId = given ?? (await beginConversation(platform, caller));
		const turnId = await beginTurn(platform, contextId, request);
		if (turnId === null) {
			throw invalidParams(
				`params.message.messageId ${request.messageId} was used before in this context. Give each message a new UUID.`,
			);
		}
		return {
			contextId,
			async run(report, signal) {
				await report.submitted();
				await report.working();
				const { namespace, datasets, question, model, earlierTurns } = request;
				const context = await tools.readContext(platform, caller, namespace, { question, signal });
				const work: QueryWork = { platform, caller, context, signal };
				// A model gets the caller's earlier questions as text; without one they are read again.
				const page = { title: 'The open page', text: `It shows ${datasets.join(', ')}.` };
				const forModel = [...earlierTurns, ...(datasets.length === 0 ? [] : [page])];
				const callerContext = [...(model === null ? [] : forModel), ...request.callerContext];
				const items = model === null ? request.callerContext : [];
				await withAttached(platform, caller, namespace.owner, items, signal, async (attached) => {
					const readable = [...context.datasets, ...(attached.context?.datasets ?? [])];
					const before = earlierOf(turns, readable, model);
					const known: PlannerInput = { question, context, datasets, ...before, callerContext, attached, work };
					const sent = await sentTurns(tools, request, known);
					const input = { ...known, earlier: [...known.earlier, ...sent] };
					const { turn, finish } = await converse(tools, request, input, report);
					// Stored before the task completes, because the caller may go on at once; a failure to store fails the task.
					await endTurn(platform, turnId, turn, sent);
					await finish();
				});
			},
		};
	},
});

/** The turns over datasets that are there. Without a model none where the last one was about attached rows that are not. */
function earlierOf(
	turns: readonly ConversationTurn[],
	datasets: readonly ContextDataset[],
	model: Request['model'],
): Pick<PlannerInput, 'earlier' | 'gone'> {
	const readable = new Set(datasets.map((dataset) => coordinateKey(dataset.coordinate)));
	const isKnown = (turn: EarlierTurn) => turn.datasets.every((of) => readable.has(coordinateKey(of)));
	const last = turns.findLast(hasQuery);
	const isGone = model === null && last !== undefined && isOfAttached(last) && !isKnown(last);
	if (isGone) return { earlier: [], gone: last };
	return { earlier: turns.filter(isKnown), gone: null };
}

/** Earlier questions that the caller sent along, as turns of this conversation. */
async function sentTurns(tools: AgentTools, request: Request, input: PlannerInput): Promise<ConversationTurn[]> {
	const sent: ConversationTurn[] = [];
	for (const { title: question } of request.earlierTurns.slice(-keptTurns)) {
		const none = { question, sql: null, reading: '', understood: null, columns: [], datasets: [] };
		const read =
			request.model === null
				? await understandAny(tools.writerFor(null), { ...input, question, earlier: [...input.earlier, ...sent] })
				: null;
		if (read?.kind !== 'query') sent.push(none);
		else {
			const { sql, reading, understood = null, datasets } = read;
			sent.push({ ...none, question: read.question, sql, reading, understood, datasets: [...datasets] });
		}
	}
	return sent;
}

/** An earlier question in the first context in which it is understood. */
async function understandAny(writer: QueryWriter, input: PlannerInput) {
	for (const reading of readings(input)) {
		const read = await understand(writer, reading, reading.question);
		if (read.kind === 'query') return read;
	}
	return null;
}

interface Outcome {
	readonly turn: ConversationTurn;
	/** Reports the answer, or why there is none, and completes the task. */
	finish(): Promise<void>;
}

async function converse(
	tools: AgentTools,
	request: Request,
	input: PlannerInput,
	report: TaskReport,
): Promise<Outcome> {
	const { model, takesData } = request;
	const writer = tools.writerFor(model);
	const planner = model === null ? builtinPlanner(writer) : modelPlanner(model);
	const plan = await planner.plan(input);
	if (plan.kind === 'refused') {
		throwIfUnreadable(input.context);
		return refuse(input, plan, report);
	}
	const steps = plan.steps.map(({ instruction, reasoning }, index) => ({ index: index + 1, instruction, reasoning }));
	await report.working([{ text: planText(plan) }, ...(takesData ? [{ data: { steps } }] : [])]);
	const { done, refusals } = await runSteps(writer, input, plan, request, report);
	const [refusal] = refusals;
	if (done.length === 0 && refusal !== undefined) return refuse(input, refusal, report);
	const answer = await planner.answer(input, plan, done);
	const notes = refusals.map((refusal) => `Not answered: ${refusal.message}`);
	const text = [answer, ...notes].join('\n\n');
	return {
		turn: turnOf(input, plan, done),
		async finish() {
			await report.artifact({ artifactId: 'answer', name: 'Answer', parts: [{ text }] });
			await report.completed();
		},
	};
}

const refuse = ({ question }: PlannerInput, refused: Refused, report: TaskReport): Outcome => ({
	turn: { question, sql: null, reading: refused.message, understood: null, columns: [], datasets: [] },
	finish: () => report.completed(refusalText(refused)),
});

const planText = ({ steps }: Plan): string =>
	steps.map((step, index) => `${index + 1}. ${step.instruction}`).join('\n');

/** Runs the steps in order; a step that its writer refuses is skipped, with the refusal returned. */
async function runSteps(
	writer: QueryWriter,
	input: PlannerInput,
	plan: Plan,
	{ takesData }: Request,
	report: TaskReport,
) {
	const done: DoneStep[] = [];
	const refusals: Refused[] = [];
	for (const [position, step] of plan.steps.entries()) {
		await report.working([{ text: step.instruction }]);
		const work = { ...input.work, context: plan.reads ?? input.context };
		const answered = await writeAndRun(work, {
			writer: step.query === undefined ? writer : startingWith(step, writer),
			question: step.instruction,
			earlier: [...input.earlier, ...done.map(turnOfStep)],
		});
		if ('kind' in answered) {
			refusals.push(answered);
			continue;
		}
		const { query, ...rows } = answered;
		const index = position + 1;
		done.push({ index, step, query, rows });
		const { instruction, reasoning } = step;
		await report.artifact({
			artifactId: `step-${index}`,
			name: `Step ${index}`,
			parts: takesData
				? [{ text: query.sql }, rowsData(rows)]
				: [{ text: `\`\`\`sql\n${query.sql}\n\`\`\`\n\n${rowsTable(rows)}` }],
			metadata: { index, instruction, reasoning },
		});
	}
	return { done, refusals };
}

/** A writer that gives the planned query first; one that the engine refuses is a fault of ours, not of the question. */
const startingWith = (step: PlannedStep, writer: QueryWriter): QueryWriter => ({
	write: async (question, context, options) => {
		if (step.query !== undefined && options.repair === undefined) return step.query;
		const again = await writer.write(question, context, options);
		if (again.kind === 'query') return again;
		throw new AgentFailure(`The step "${step.instruction}" does not run: ${options.repair?.error ?? again.message}`);
	},
});

const turnOfStep = ({ step, query, rows }: DoneStep) => ({
	question: step.instruction,
	sql: query.sql,
	reading: query.reading,
	understood: query.understood,
	columns: rows.columns,
});

/** A conversation goes on from what answered the question, not from the looks around it, and after "why?" from what was explained. */
function turnOf({ question, earlier }: PlannerInput, plan: Plan, done: readonly DoneStep[]): ConversationTurn {
	const explained =
		done.length > 0 && done.every((step) => step.step.role === 'part') ? earlier.findLast(hasQuery) : undefined;
	if (explained !== undefined) {
		const { understood = null, columns, datasets } = explained;
		return { ...explained, understood, columns: [...columns], datasets: [...datasets] };
	}
	const answering = done.findLast((step) => step.step.role === 'answer') ?? done.at(-1);
	return {
		question: plan.question || question,
		sql: answering?.query.sql ?? null,
		reading: answering?.query.reading ?? '',
		understood: answering?.query.understood ?? null,
		columns: answering?.rows.columns.map(({ name, type }) => ({ name, type })) ?? [],
		datasets: [...(answering?.query.datasets ?? [])],
	};
}
