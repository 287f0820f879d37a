import { randomUUID } from 'node:crypto';
import type { Artifact, Part, StreamEvent, Task, TaskState, TaskStatus } from '#contract/agents/events.ts';

interface TaskRef {
	readonly taskId: string;
	readonly contextId: string;
}

export type TaskReport = ReturnType<typeof reportTo>;

/** Reports an agent's progress; each call resolves when the client has room for more. */
export function reportTo({ taskId, contextId }: TaskRef, now: () => Date, emit: (event: StreamEvent) => Promise<void>) {
	const status = (state: TaskState, parts?: readonly Part[]): TaskStatus => ({
		state,
		timestamp: now().toISOString(),
		...(parts === undefined
			? {}
			: { message: { messageId: randomUUID(), role: 'ROLE_AGENT', parts: [...parts], taskId, contextId } }),
	});
	const update = (state: TaskState, parts?: readonly Part[]) =>
		emit({ statusUpdate: { taskId, contextId, status: status(state, parts) } });
	return {
		/** The task itself; always the first event. */
		submitted: () =>
			emit({ task: { id: taskId, contextId, status: status('TASK_STATE_SUBMITTED'), artifacts: [], history: [] } }),
		working: (parts?: readonly Part[]) => update('TASK_STATE_WORKING', parts),
		/** @param piece how an artifact sent in pieces continues; absent for a complete one, which replaces earlier pieces */
		artifact: (artifact: Artifact, piece: { append?: boolean; lastChunk?: boolean } = {}) =>
			emit({ artifactUpdate: { taskId, contextId, artifact, ...piece } }),
		/**
		 * @param text why there is no result, if a question was refused
		 * @param metadata of the part with that text
		 */
		completed: (text?: string, metadata?: Part['metadata']) =>
			update(
				'TASK_STATE_COMPLETED',
				text === undefined ? undefined : [{ text, ...(metadata === undefined ? {} : { metadata }) }],
			),
		failed: (text: string) => update('TASK_STATE_FAILED', [{ text }]),
	};
}

/** Combines the events of a task into the task that `SendMessage` returns. */
export function collectTask({ taskId, contextId }: TaskRef): { task: Task; add(event: StreamEvent): Promise<void> } {
	const artifacts: Artifact[] = [];
	const task: Task = { id: taskId, contextId, status: { state: 'TASK_STATE_SUBMITTED' }, artifacts, history: [] };
	return {
		task,
		async add(event) {
			if ('statusUpdate' in event) task.status = (event.statusUpdate as { status: TaskStatus }).status;
			if (!('artifactUpdate' in event)) return;
			const { artifact, append } = event.artifactUpdate as { artifact: Artifact; append?: boolean };
			const before = artifacts.findIndex((candidate) => candidate.artifactId === artifact.artifactId);
			const begun = artifacts[before];
			if (begun === undefined) artifacts.push(artifact);
			else artifacts[before] = append === true ? joined(begun, artifact) : artifact;
		},
	};
}

/** Appends a piece to a text artifact. */
const joined = (begun: Artifact, piece: Artifact): Artifact => ({
	...begun,
	...piece,
	parts: [{ text: [...begun.parts, ...piece.parts].map(({ text = '' }) => text).join('') }],
});
