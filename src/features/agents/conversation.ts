import type { AgentArtifact, AgentEvent, AgentMessage, AgentPart } from '../../a2a/events.ts';
import { isFinal, isTerminal } from '../../a2a/events.ts';

/** A question: what was asked, of whom, and what it continues. Complete before anything is sent. */
export interface TurnStart {
	readonly id: string;
	readonly conversation: string;
	readonly question: string;
	/** Name of the agent in the list, and its endpoint. */
	readonly agent: string;
	readonly url: string;
	readonly namespace: string;
	readonly model: string | null;
	readonly provider: string | null;
	/** The previous turn; null starts a conversation. Turns with the same one are branches. */
	readonly after: string | null;
	/** ms since 1970. */
	readonly at: number;
	/** First of the turns asked side by side with the same question; null if asked alone. */
	readonly beside: string | null;
	/** Titles of the caller context sent. */
	readonly context: readonly string[];
}

/** How an answer ended. `said`: the agent sent a final state; the others didn't get that far. */
export type Ending =
	| { readonly kind: 'said'; readonly state: string }
	| { readonly kind: 'stopped' }
	/** The stream ended or broke off before a final state. */
	| { readonly kind: 'cut'; readonly message: string }
	/** It continues in another tab of this browser. */
	| { readonly kind: 'elsewhere' }
	| {
			readonly kind: 'refused';
			readonly message: string;
			/** Code of the HTTP or JSON-RPC error, as displayed. */
			readonly code: string;
			readonly requestId: string | null;
			readonly data?: unknown;
	  };

/** A message or artifact of an agent, in order of its start. `at` and `endedAt` in ms since 1970. */
export type Entry =
	| { readonly kind: 'status'; readonly at: number; readonly state: string; readonly parts: readonly AgentPart[] }
	| {
			readonly kind: 'artifact';
			readonly at: number;
			readonly endedAt: number;
			readonly artifact: AgentArtifact;
			/** Whether more pieces may arrive. */
			readonly isOpen: boolean;
	  }
	| { readonly kind: 'message'; readonly at: number; readonly parts: readonly AgentPart[] }
	| { readonly kind: 'unknown'; readonly at: number; readonly raw: unknown };

export interface Turn extends TurnStart {
	readonly entries: readonly Entry[];
	/** Number of entries over the limit. */
	readonly dropped: number;
	readonly taskId: string | null;
	readonly contextId: string | null;
	/** The last state received. */
	readonly state: string | null;
	/** Null while the answer is running. */
	readonly ending: Ending | null;
	readonly endedAt: number | null;
	/** Number of events received. Each update creates a new turn object. */
	readonly events: number;
}

/** Maximum entries kept per answer. */
export const maxEntries = 2_000;

export const begin = (start: TurnStart): Turn => ({
	...start,
	entries: [],
	dropped: 0,
	taskId: null,
	contextId: null,
	state: null,
	ending: null,
	endedAt: null,
	events: 0,
});

export interface Received {
	readonly event: AgentEvent;
	/** ms since 1970. */
	readonly at: number;
}

/** Applies received events in one copy, so long streams stay cheap. */
export function fold(turn: Turn, received: readonly Received[]): Turn {
	if (received.length === 0) return turn;
	const draft: Draft = { ...turn, entries: [...turn.entries], growing: null };
	for (const { event, at } of received) take(draft, event, at);
	settle(draft);
	const { growing, ...next } = draft;
	return { ...next, events: turn.events + received.length };
}

/** Ends a turn, keeping what arrived. If the agent had already ended it, a stop or a lost connection changes nothing. */
export function end(turn: Turn, ending: Ending, at: number): Turn {
	const entries = turn.entries.map((entry) =>
		entry.kind === 'artifact' && entry.isOpen ? { ...entry, isOpen: false } : entry,
	);
	const { state } = turn;
	const isEndedByAgent = state !== null && isTerminal(state) && (ending.kind === 'stopped' || ending.kind === 'cut');
	return { ...turn, entries, ending: isEndedByAgent ? { kind: 'said', state } : ending, endedAt: at };
}

export const partSaved = 'The partial answer was saved.';
export const askAgain = 'Ask again for a complete answer.';
export const lostMessage = `The connection was lost before the answer was complete. ${partSaved} ${askAgain}`;

/** How a stream without errors ended, from its last state. */
export const endingOf = ({ state, entries }: Turn): Ending => {
	if (state !== null && isTerminal(state)) return { kind: 'said', state };
	// An agent may answer with a message and no task.
	if (state === null && entries.some((entry) => entry.kind === 'message')) {
		return { kind: 'said', state: 'TASK_STATE_COMPLETED' };
	}
	return { kind: 'cut', message: lostMessage };
};

type Draft = { -readonly [K in keyof Turn]: Turn[K] } & { entries: Entry[]; growing: Growing | null };

/** An artifact still receiving pieces. It has its own lists, so the cost of a piece depends only on its size. */
interface Growing {
	/** Index of its entry in the turn. */
	readonly index: number;
	readonly at: number;
	readonly artifact: AgentArtifact;
	parts: AgentPart[];
	endedAt: number;
	isOpen: boolean;
}

/** Writes growing artifacts to their entries. */
function settle(turn: Draft): void {
	if (turn.growing === null) return;
	const { index, at, artifact, parts, endedAt, isOpen } = turn.growing;
	turn.entries[index] = { kind: 'artifact', at, endedAt, artifact: { ...artifact, parts }, isOpen };
	turn.growing = null;
}

function take(turn: Draft, event: AgentEvent, at: number): void {
	if (event.kind === 'unknown') {
		add(turn, { kind: 'unknown', at, raw: event.raw });
		return;
	}
	const { taskId, contextId } = event.kind === 'message' ? event.message : event;
	turn.taskId = taskId || turn.taskId;
	turn.contextId = contextId || turn.contextId;
	if (event.kind === 'task') takeTask(turn, event, at);
	else if (event.kind === 'status') status(turn, event.status.state, event.status.message, at);
	else if (event.kind === 'artifact') addArtifact(turn, event.artifact, event, at);
	else add(turn, { kind: 'message', at, parts: event.message.parts });
}

/** Takes over a task's current state: the agent's messages since the question, and its artifacts. */
function takeTask(turn: Draft, { status: now, artifacts, history }: Extract<AgentEvent, { kind: 'task' }>, at: number) {
	const question = history.findLastIndex((message) => message.role === 'ROLE_USER');
	const isNow = (message: AgentMessage) =>
		message.messageId !== undefined && message.messageId === now.message?.messageId;
	for (const message of history.slice(question + 1)) {
		if (message.role === 'ROLE_AGENT' && !isNow(message)) status(turn, 'TASK_STATE_WORKING', message, at);
	}
	// A task resumed by a reply still contains its earlier question.
	status(turn, now.state, history.slice(0, question).some(isNow) ? undefined : now.message, at);
	for (const artifact of artifacts) addArtifact(turn, artifact, { append: false, isLast: true }, at);
}

function status(turn: Draft, state: string, message: AgentMessage | undefined, at: number): void {
	if (turn.state === null || !isFinal(turn.state)) turn.state = state;
	if (message !== undefined || isTerminal(state)) {
		add(turn, { kind: 'status', at, state, parts: message?.parts ?? [] });
	}
}

function add(turn: Draft, entry: Entry): void {
	if (turn.entries.length < maxEntries) turn.entries.push(entry);
	else turn.dropped += 1;
}

/** A piece extends the artifact with its id; a whole one replaces it or is new. */
function addArtifact(
	turn: Draft,
	artifact: AgentArtifact,
	{ append, isLast }: { readonly append: boolean; readonly isLast: boolean },
	at: number,
): void {
	const growing = growingOf(turn, artifact);
	if (growing === null) {
		const whole = { ...artifact, parts: joinParts(artifact) };
		add(turn, { kind: 'artifact', at, endedAt: at, artifact: whole, isOpen: append && !isLast });
		return;
	}
	if (append) for (const [index, part] of artifact.parts.entries()) addPart(growing.parts, part, index === 0);
	else growing.parts = joinParts(artifact);
	growing.endedAt = at;
	growing.isOpen = append && !isLast;
}

/** The artifact to extend or replace, or null for a new one. */
function growingOf(turn: Draft, artifact: AgentArtifact): Growing | null {
	const before = turn.growing?.artifact;
	if (before?.artifactId === artifact.artifactId && before.name === artifact.name && artifact.metadata === undefined) {
		return turn.growing;
	}
	settle(turn);
	const index = turn.entries.findLastIndex(
		(entry) => entry.kind === 'artifact' && entry.artifact.artifactId === artifact.artifactId,
	);
	const entry = turn.entries[index];
	if (entry?.kind !== 'artifact') return null;
	const { at, endedAt, isOpen } = entry;
	turn.growing = {
		...{ index, at, endedAt, isOpen },
		artifact: { ...entry.artifact, ...artifact },
		parts: [...entry.artifact.parts],
	};
	return turn.growing;
}

/**
 * Appends text to text of the same file, and rows to rows; anything else becomes a new part.
 * @param isPiece whether it may extend the rows before it; parts that arrive together are separate tables
 */
function addPart(parts: AgentPart[], part: AgentPart, isPiece: boolean): void {
	const last = parts.at(-1);
	const joined = last === undefined ? null : joinPart(last, part, isPiece);
	if (joined === null) parts.push(part);
	else parts[parts.length - 1] = joined;
}

function joinPart(last: AgentPart, part: AgentPart, isPiece: boolean): AgentPart | null {
	const isSameFile = last.filename === part.filename;
	if (last.text !== undefined && part.text !== undefined && part.data === undefined && isSameFile) {
		return { ...last, text: last.text + part.text };
	}
	const [rows, more] = [rowsOf(last.data), rowsOf(part.data)];
	if (!isPiece || rows === null || more === null || !haveCommonColumn(rows, more)) return null;
	return { ...last, data: { ...(last.data as object), ...(part.data as object), rows: [...rows, ...more] } };
}

/** Whether rows can be in one table. Rows that aren't objects share a single column. */
function haveCommonColumn(rows: readonly unknown[], more: readonly unknown[]): boolean {
	const [before, after] = [rows[0], more[0]].map((row) =>
		typeof row === 'object' && row !== null ? Object.keys(row) : null,
	);
	if (!before || !after) return !before === !after || rows.length === 0 || more.length === 0;
	return before.some((name) => after.includes(name));
}

/** Artifacts with at most one table (interface, "Events"). */
const ofOneTable = /^(result-data|step-\d+)$/;

/**
 * Merges the parts of a whole artifact. A non-streaming agent may send one part per piece: texts are joined, and rows
 * if the artifact can only have one table.
 */
function joinParts({ artifactId, parts }: AgentArtifact): AgentPart[] {
	const joinsRows = ofOneTable.test(artifactId);
	const joined: AgentPart[] = [];
	// A separate list for the rows of the last part, to avoid copying rows for every part.
	let rows: unknown[] | null = null;
	for (const part of parts) {
		const more = rowsOf(part.data);
		const last = joined.at(-1);
		if (!joinsRows || more === null || rows === null || last === undefined || !haveCommonColumn(rows, more)) {
			addPart(joined, part, false);
			rows = more === null ? null : [...more];
			continue;
		}
		for (const row of more) rows.push(row);
		joined[joined.length - 1] = { ...last, data: { ...(last.data as object), ...(part.data as object), rows } };
	}
	return joined;
}

export function rowsOf(data: unknown): readonly unknown[] | null {
	if (typeof data !== 'object' || data === null || !('rows' in data)) return null;
	return Array.isArray(data.rows) ? data.rows : null;
}
