/** Part of a message or artifact: text, data, or something known only in its raw form. */
export interface AgentPart {
	readonly text?: string;
	readonly data?: unknown;
	readonly metadata?: Readonly<Record<string, unknown>>;
	readonly [member: string]: unknown;
}

/** The task and context something belongs to. */
interface TaskRef {
	readonly taskId?: string;
	readonly contextId?: string;
}

export interface AgentMessage extends TaskRef {
	readonly messageId?: string;
	readonly role?: string;
	readonly parts: readonly AgentPart[];
}

export interface AgentStatus {
	readonly state: string;
	readonly message?: AgentMessage;
}

export interface AgentArtifact {
	readonly artifactId: string;
	readonly name?: string;
	readonly parts: readonly AgentPart[];
	readonly metadata?: Readonly<Record<string, unknown>>;
}

/** An event in one response (interface, "Events"). Anything else is kept as it came. */
export type AgentEvent =
	| ({
			readonly kind: 'task';
			readonly status: AgentStatus;
			readonly artifacts: readonly AgentArtifact[];
			readonly history: readonly AgentMessage[];
	  } & TaskRef)
	| ({ readonly kind: 'status'; readonly status: AgentStatus } & TaskRef)
	| ({
			readonly kind: 'artifact';
			readonly artifact: AgentArtifact;
			readonly append: boolean;
			readonly isLast: boolean;
	  } & TaskRef)
	| { readonly kind: 'message'; readonly message: AgentMessage }
	| { readonly kind: 'unknown'; readonly raw: unknown };

type Raw = Readonly<Record<string, unknown>>;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the event of a result. Only checks the envelope, since streams are long and rows stay unparsed. Members of the
 * wrong type are dropped.
 */
export function toEvent(result: unknown): AgentEvent {
	const unknown: AgentEvent = { kind: 'unknown', raw: result };
	if (!isRaw(result)) return unknown;
	if (isRaw(result.statusUpdate)) {
		const status = toStatus(result.statusUpdate.status);
		return status === null ? unknown : { kind: 'status', status, ...taskRefOf(result.statusUpdate) };
	}
	if (isRaw(result.artifactUpdate)) {
		const update = result.artifactUpdate;
		const artifact = toArtifact(update.artifact);
		if (artifact === null) return unknown;
		const [append, isLast] = [update.append === true, update.lastChunk === true];
		return { kind: 'artifact', artifact, append, isLast, ...taskRefOf(update) };
	}
	if (isRaw(result.task)) {
		const { task } = result;
		const status = toStatus(task.status);
		if (status === null) return unknown;
		const artifacts = listOf(task.artifacts, toArtifact);
		const history = listOf(task.history, toMessage);
		return { kind: 'task', status, artifacts, history, ...taskRefOf({ ...task, taskId: task.id }) };
	}
	const message = toMessage(result.message);
	return message === null ? unknown : { kind: 'message', message };
}

function toStatus(value: unknown): AgentStatus | null {
	if (!isRaw(value) || typeof value.state !== 'string') return null;
	const message = toMessage(value.message);
	return { state: value.state, ...(message === null ? {} : { message }) };
}

function toArtifact(value: unknown): AgentArtifact | null {
	if (!isRaw(value) || typeof value.artifactId !== 'string') return null;
	return {
		artifactId: value.artifactId,
		parts: listOf(value.parts, toPart),
		...(typeof value.name === 'string' ? { name: value.name } : {}),
		...(isRaw(value.metadata) ? { metadata: value.metadata } : {}),
	};
}

function toMessage(value: unknown): AgentMessage | null {
	if (!isRaw(value) || !Array.isArray(value.parts)) return null;
	return {
		parts: listOf(value.parts, toPart),
		...(typeof value.messageId === 'string' ? { messageId: value.messageId } : {}),
		...(typeof value.role === 'string' ? { role: value.role } : {}),
		...taskRefOf(value),
	};
}

const toPart = (value: unknown): AgentPart | null => {
	if (!isRaw(value)) return null;
	const { text, metadata, ...rest } = value;
	// Some agents send null for absent members.
	const given = Object.values(rest).includes(null)
		? Object.fromEntries(Object.entries(rest).filter(([, member]) => member !== null))
		: rest;
	return {
		...given,
		...(typeof text === 'string' ? { text } : {}),
		...(isRaw(metadata) ? { metadata } : {}),
	};
};

const taskRefOf = ({ taskId, contextId }: Raw): TaskRef => ({
	...(typeof taskId === 'string' ? { taskId } : {}),
	...(typeof contextId === 'string' ? { contextId } : {}),
});

function listOf<T>(value: unknown, read: (item: unknown) => T | null): T[] {
	if (!Array.isArray(value)) return [];
	return value.flatMap((item) => read(item) ?? []);
}

/** The agent waits for a reply, which continues the same task. */
export const inputRequired = 'TASK_STATE_INPUT_REQUIRED';

/** Final states of A2A 1.0. */
const ended = new Set(['COMPLETED', 'FAILED', 'CANCELED', 'REJECTED'].map((value) => `TASK_STATE_${value}`));
/** States that wait for the user: the stream ends, the conversation continues. */
const waiting = new Set([inputRequired, 'TASK_STATE_AUTH_REQUIRED']);

/** Whether a task waits for the user's next message. */
export const isWaiting = (state: string | null): boolean => state !== null && waiting.has(state);

/** Whether the stream ends once a task reaches this state. */
export const isTerminal = (state: string): boolean => ended.has(state) || waiting.has(state);

export const isFinal = (state: string): boolean => ended.has(state);

/**
 * Whether an event is the last one of interest, even if the agent keeps the stream open. Not for a sign-in request,
 * which may be completed elsewhere, nor for a task that was waiting and is resent before it continues.
 */
export const endsStream = (event: AgentEvent): boolean =>
	(event.kind === 'status' || event.kind === 'task') &&
	(isFinal(event.status.state) || (event.kind === 'status' && event.status.state === inputRequired));
