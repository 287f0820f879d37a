import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import { databaseOf, rangeOf } from './database.ts';
import { tabEvent } from './tab-event.ts';
import type { Scope } from './web-storage.ts';

/** A conversation in a list. Times in ms since 1970. */
export interface ConversationMark {
	readonly id: string;
	readonly title: string;
	readonly createdAt: number;
	readonly updatedAt: number;
	/** Questions that were asked in it. */
	readonly questions: number;
}

/** One question and its answer; `asked` and `ending` are the agents feature's, as JSON. `asked.at`: ms since 1970. */
export interface StoredTurn {
	readonly id: string;
	readonly conversation: string;
	readonly asked: { readonly at: number };
	/** Null while the answer goes on, and for ever when the page went away meanwhile. */
	readonly ending: unknown;
	readonly endedAt: number | null;
	/** Frames that came after the cap and were not kept. */
	readonly framesDropped: number;
}

/** What went over the wire. `at` in ms since 1970. */
export interface StoredFrame {
	readonly at: number;
	readonly direction: 'sent' | 'received';
	readonly text: string;
}

interface Schema extends DBSchema {
	conversations: {
		key: [string, string, string];
		value: ConversationMark & Scope;
	};
	turns: { key: string; value: StoredTurn; indexes: { conversation: string } };
	/** Frames are kept a batch at a time: one by one they would take longer to read than to come. */
	frames: { key: [string, number]; value: { turn: string; batch: number; frames: readonly StoredFrame[] } };
}

const ConversationChange = z.object({
	service: z.string(),
	user: z.string(),
	id: z.string(),
	/** A question that was just asked, and the one it follows; null: something else changed. */
	asked: z.nullable(z.object({ turn: z.string(), after: z.nullable(z.string()) })),
});
const change = tabEvent('conversations/1', ConversationChange);

/** Tells the other tabs of this console that what is kept of a conversation changed. */
export const sayConversationChanged = change.postToOthers;

/** Calls back when a conversation changed in another tab. Returns a function that stops it. */
export const watchConversations = change.watch;

/** What is kept of one answer's wire: frames, and UTF-16 units. */
export const maxFrames = 200_000;
export const maxFrameLength = 64 * 1_024 * 1_024;

const database = databaseOf<Schema>('conversations', 1, (db) => {
	db.createObjectStore('conversations', { keyPath: ['service', 'user', 'id'] });
	db.createObjectStore('turns', { keyPath: 'id' }).createIndex('conversation', 'conversation');
	db.createObjectStore('frames', { keyPath: ['turn', 'batch'] });
});

/** The conversations of a scope, the one that was asked in last first. */
export async function listConversations(scope: Scope): Promise<ConversationMark[]> {
	const marks = await (await database()).getAll('conversations', rangeOf(scope));
	return marks.sort((a, b) => b.updatedAt - a.updatedAt);
}

/** A conversation and its turns, oldest first; null where this browser has none of that id. */
export async function readConversation(
	scope: Scope,
	id: string,
): Promise<{ mark: ConversationMark; turns: StoredTurn[] } | null> {
	const db = await database();
	const mark = await db.get('conversations', [scope.service, scope.user, id]);
	if (mark === undefined) return null;
	const turns = await db.getAllFromIndex('turns', 'conversation', id);
	// The database orders them by their random ids.
	return { mark, turns: turns.sort((a, b) => a.asked.at - b.asked.at) };
}

/** Every kept turn, whosever it is: for what looks through all questions. */
export async function listTurns(): Promise<StoredTurn[]> {
	return await (await database()).getAll('turns');
}

export async function keepConversation(scope: Scope, mark: ConversationMark): Promise<void> {
	for (const [turn, conversation] of gone) if (conversation === mark.id) gone.delete(turn);
	await (await database()).put('conversations', { ...mark, service: scope.service, user: scope.user });
}

/** Turns of conversations that were removed here, by their ids: an answer that is still being written must not come back. */
const gone = new Map<string, string>();

export async function keepTurn(turn: StoredTurn): Promise<void> {
	if (gone.has(turn.id)) return;
	await (await database()).put('turns', turn);
}

/** Keeps frames of a turn. @param batch counts from 0 */
export async function keepFrames(turn: string, batch: number, frames: readonly StoredFrame[]): Promise<void> {
	if (gone.has(turn)) return;
	await (await database()).put('frames', { turn, batch, frames });
}

const batchesOf = (turn: string) => IDBKeyRange.bound([turn], [turn, []]);

/** The frames of a turn in the order in which they went, a batch at a time: an answer may have hundreds of thousands. */
export async function* readFrames(turn: string): AsyncGenerator<readonly StoredFrame[], void, void> {
	const db = await database();
	for (const key of await db.getAllKeys('frames', batchesOf(turn))) {
		const batch = await db.get('frames', key);
		if (batch !== undefined) yield batch.frames;
	}
}

/** Forgets a conversation, with its turns and frames. */
export async function removeConversation(scope: Scope, id: string): Promise<void> {
	const db = await database();
	const transaction = db.transaction(['conversations', 'turns', 'frames'], 'readwrite');
	const turns = transaction.objectStore('turns');
	for (const turn of await turns.index('conversation').getAllKeys(id)) {
		gone.set(turn, id);
		void transaction.objectStore('frames').delete(batchesOf(turn));
		void turns.delete(turn);
	}
	void transaction.objectStore('conversations').delete([scope.service, scope.user, id]);
	await transaction.done;
}

/** Forgets every conversation of a person at a service. */
export async function removeConversations(scope: Scope): Promise<void> {
	for (const { id } of await listConversations(scope)) await removeConversation(scope, id);
}
