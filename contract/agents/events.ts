import * as z from 'zod/mini';
import { Timestamp } from '../ids.ts';

/** States the embedded service sends. Other A2A 1.0 states are accepted too. */
export const taskStates = [
	'TASK_STATE_SUBMITTED',
	'TASK_STATE_WORKING',
	'TASK_STATE_COMPLETED',
	'TASK_STATE_FAILED',
] as const;
export type TaskState = (typeof taskStates)[number];

/** A part holds either `text` or `data`; there is no discriminator (interface, "Events"). */
export const Part = z.looseObject({
	text: z.optional(z.string()),
	data: z.optional(z.unknown()),
	metadata: z.optional(z.record(z.string(), z.unknown())),
});
export type Part = z.infer<typeof Part>;

export const AgentMessage = z.looseObject({
	messageId: z.string(),
	role: z.string(),
	parts: z.array(Part),
	metadata: z.optional(z.record(z.string(), z.unknown())),
});
export type AgentMessage = z.infer<typeof AgentMessage>;

export const TaskStatus = z.looseObject({
	state: z.string(),
	timestamp: z.optional(Timestamp),
	message: z.optional(AgentMessage),
});
export type TaskStatus = z.infer<typeof TaskStatus>;

export const Artifact = z.looseObject({
	artifactId: z.string(),
	name: z.optional(z.string()),
	parts: z.array(Part),
	metadata: z.optional(z.record(z.string(), z.unknown())),
});
export type Artifact = z.infer<typeof Artifact>;

export const Task = z.looseObject({
	id: z.string(),
	contextId: z.string(),
	status: TaskStatus,
	artifacts: z.optional(z.array(Artifact)),
	history: z.optional(z.array(AgentMessage)),
});
export type Task = z.infer<typeof Task>;

const taskRef = { taskId: z.string(), contextId: z.string() };

/** `result` of a streamed response: exactly one of these members. */
export const StreamEvent = z.union([
	z.looseObject({ task: Task }),
	z.looseObject({ statusUpdate: z.looseObject({ ...taskRef, status: TaskStatus }) }),
	z.looseObject({
		artifactUpdate: z.looseObject({
			...taskRef,
			artifact: Artifact,
			append: z.optional(z.boolean()),
			lastChunk: z.optional(z.boolean()),
		}),
	}),
	z.looseObject({ message: AgentMessage }),
]);
export type StreamEvent = z.infer<typeof StreamEvent>;
