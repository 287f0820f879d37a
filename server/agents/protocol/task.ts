import { randomUUID } from 'node:crypto';
import type { Artifact, Part, StreamEvent, Task, TaskState, TaskStatus } from '#contract/agents/events.ts';

/** What an agent reports while it works. Each call fulfils when the reader has room for more. */
export interface TaskReport {
	/** The task itself, before anything else. */
	submitted(): Promise<void>;
	working(parts?: readonly Part[]): Promise<void>;
	artifact(artifact: Artifact): Promise<void>;
	/** @param text why there is no result, where a question was refused */
	completed(text?: string): Promise<void>;
	failed(text: string): Promise<void>;
}

interface Place {
	readonly taskId: string;
	readonly contextId: string;
}

export function reportTo(
	{ taskId, contextId }: Place,
	now: () => Date,
	emit: (event: StreamEvent) => Promise<void>,
): TaskReport {
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
		submitted: () =>
			emit({ task: { id: taskId, contextId, status: status('TASK_STATE_SUBMITTED'), artifacts: [], history: [] } }),
		working: (parts) => update('TASK_STATE_WORKING', parts),
		artifact: (artifact) => emit({ artifactUpdate: { taskId, contextId, artifact } }),
		completed: (text) => update('TASK_STATE_COMPLETED', text === undefined ? undefined : [{ text }]),
		failed: (text) => update('TASK_STATE_FAILED', [{ text }]),
	};
}

/** Folds the events of a task into the task that `SendMessage` answers. */
export function collectTask({ taskId, contextId }: Place): { task: Task; add(event: StreamEvent): Promise<void> } {
	const artifacts: Artifact[] = [];
	const task: Task = { id: taskId, contextId, status: { state: 'TASK_STATE_SUBMITTED' }, artifacts, history: [] };
	return {
		task,
		async add(event) {
			if ('statusUpdate' in event) task.status = (event.statusUpdate as { status: TaskStatus }).status;
			if (!('artifactUpdate' in event)) return;
			const { artifact } = event.artifactUpdate as { artifact: Artifact };
			const before = artifacts.findIndex((candidate) => candidate.artifactId === artifact.artifactId);
			artifacts.splice(before < 0 ? artifacts.length : before, before < 0 ? 0 : 1, artifact);
		},
	};
}
