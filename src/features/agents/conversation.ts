import type { AgentArtifact, AgentEvent, AgentMessage, AgentPart } from '../../a2a/events.ts';
import { isFinal, isTerminal } from '../../a2a/events.ts';

/** What was asked, of whom, and what it goes on with. It is settled before anything is sent. */
export interface TurnStart {
	readonly id: string;
	readonly conversation: string;
	readonly question: string;
	/** Name of the agent in the service's list, and its endpoint. */
	readonly agent: string;
	readonly url: string;
	readonly namespace: string;
	readonly model: string | null;
	readonly provider: string | null;
	/** The turn that this one follows; null begins a conversation. Turns with the same one are branches. */
	readonly after: string | null;
	/** ms since 1970. */
	readonly at: number;
	/** The first of the turns that were asked side by side with the same question; null where it was asked alone. */
	readonly beside: string | null;
	/** Titles of what was sent along as caller context. */
	readonly context: readonly string[];
}

/** How an answer ended. `said`: the agent ended it in a state; the others did not get that far. */
export type Ending =
	| { readonly kind: 'said'; readonly state: string }
	| { readonly kind: 'stopped' }
	/** The stream ended or broke off before a state that ends it. */
	| { readonly kind: 'cut'; readonly message: string }
	/** It goes on, in another tab of this browser. */
	| { readonly kind: 'elsewhere' }
	| {
			readonly kind: 'refused';
			readonly message: string;
			/** Of the HTTP or JSON-RPC error, as it is shown. */
			readonly code: string;
			readonly requestId: string | null;
			readonly data?: unknown;
	  };

/** A message or artifact of an agent, in the order in which it began. `at` and `endedAt` in ms since 1970. */
export type Entry =
	| { readonly kind: 'status'; readonly at: number; readonly state: string; readonly parts: readonly AgentPart[] }
	| {
			readonly kind: 'artifact';
			readonly at: number;
			readonly endedAt: number;
			readonly artifact: AgentArtifact;
			/** More pieces may come. */
			readonly isOpen: boolean;
	  }
	| { readonly kind: 'message'; readonly at: number; readonly parts: readonly AgentPart[] }
	| { readonly kind: 'unknown'; readonly at: number; readonly raw: unknown };

export interface Turn extends TurnStart {
	readonly entries: readonly Entry[];
	/** Entries beyond what is kept. */
	readonly dropped: number;
	readonly taskId: string | null;
	readonly contextId: string | null;
	/** The last state that was received. */
	readonly state: string | null;
	/** Null while the answer goes on. */
	readonly ending: Ending | null;
	readonly endedAt: number | null;
	/** A later version of this turn is another object. */
	readonly events: number;
}

/** Entries that are kept of one answer. */
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

/** Adds what was received since; one copy for all of it, so that long streams stay cheap. */
export function fold(turn: Turn, received: readonly Received[]): Turn {
	if (received.length === 0) return turn;
	const draft: Draft = { ...turn, entries: [...turn.entries], growing: null };
	for (const { event, at } of received) take(draft, event, at);
	settle(draft);
	const { growing, ...next } = draft;
	return { ...next, events: turn.events + received.length };
}

/** Ends a turn; what came stays. Where the agent had ended it, stopping it or a connection that broke changes nothing. */
export function end(turn: Turn, ending: Ending, at: number): Turn {
	const entries = turn.entries.map((entry) =>
		entry.kind === 'artifact' && entry.isOpen ? { ...entry, isOpen: false } : entry,
	);
	const { state } = turn;
	const isEndedByAgent = state !== null && isTerminal(state) && (ending.kind === 'stopped' || ending.kind === 'cut');
	return { ...turn, entries, ending: isEndedByAgent ? { kind: 'said', state } : ending, endedAt: at };
}

/** How a stream ended that brought no error: by the last state that was received. */
export const endingOf = ({ state, entries }: Turn): Ending => {
	if (state !== null && isTerminal(state)) return { kind: 'said', state };
	// An agent may answer with a message and no task at all.
	if (state === null && entries.some((entry) => entry.kind === 'message')) {
		return { kind: 'said', state: 'TASK_STATE_COMPLETED' };
	}
	const message = 'The stream ended before the answer was complete. The part that arrived is kept.';
	return { kind: 'cut', message };
};

type Draft = { -readonly [K in keyof Turn]: Turn[K] } & { entries: Entry[]; growing: Growing | null };

/** An artifact to which pieces are being added: its own lists, so that a piece costs what the piece is. */
interface Growing {
	/** Where its entry is in the turn's. */
	readonly index: number;
	readonly at: number;
	readonly artifact: AgentArtifact;
	parts: AgentPart[];
	endedAt: number;
	isOpen: boolean;
}

/** Puts what has grown into its entry. */
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

/** A task as it stands: the agent's messages since the question, in order, and its artifacts. */
function takeTask(turn: Draft, { status: now, artifacts, history }: Extract<AgentEvent, { kind: 'task' }>, at: number) {
	const question = history.findLastIndex((message) => message.role === 'ROLE_USER');
	const isNow = (message: AgentMessage) =>
		message.messageId !== undefined && message.messageId === now.message?.messageId;
	for (const message of history.slice(question + 1)) {
		if (message.role === 'ROLE_AGENT' && !isNow(message)) status(turn, 'TASK_STATE_WORKING', message, at);
	}
	// A task that goes on with a reply still says what it asked before.
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

/** A piece goes on with the artifact of its id; a whole one stands in its place, or is new. */
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

/** What an artifact goes on with, or stands in the place of; null for a new one. */
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
 * Text goes on with text of the same file, rows with rows; anything else follows as a part of its own.
 * @param isPiece whether it may go on with the rows before it: of several parts that come together each is a table of its own
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

/** Whether rows may be of one table; rows that are no objects have the same single column. */
function haveCommonColumn(rows: readonly unknown[], more: readonly unknown[]): boolean {
	const [before, after] = [rows[0], more[0]].map((row) =>
		typeof row === 'object' && row !== null ? Object.keys(row) : null,
	);
	if (!before || !after) return !before === !after || rows.length === 0 || more.length === 0;
	return before.some((name) => after.includes(name));
}

/** Artifacts that hold one table at most (interface, "Events"). */
const ofOneTable = /^(result-data|step-\d+)$/;

/**
 * The parts of a whole artifact. An agent that does not stream may send one part for each piece: texts are joined, and rows
 * where the artifact is known to hold one table.
 */
function joinParts({ artifactId, parts }: AgentArtifact): AgentPart[] {
	const joinsRows = ofOneTable.test(artifactId);
	const joined: AgentPart[] = [];
	// A list of its own for the rows of the last part, so that many parts of rows are not copied again and again.
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

/** The rows of a data part, or null. */
export function rowsOf(data: unknown): readonly unknown[] | null {
	if (typeof data !== 'object' || data === null || !('rows' in data)) return null;
	return Array.isArray(data.rows) ? data.rows : null;
}
