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
	readonly questions: number;
}

/** A question and its answer. `asked` and `ending` are JSON of the agents feature. `asked.at`: ms since 1970. */
export interface StoredTurn {
	readonly id: string;
	readonly conversation: string;
	readonly asked: { readonly at: number };
	/** Null while the answer is running, and forever if the page closed before its end. */
	readonly ending: unknown;
	readonly endedAt: number | null;
	/** Frames over the limit that weren't stored. */
	readonly framesDropped: number;
}

/** Raw traffic. `at` in ms since 1970. */
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
	/** Frames are stored in batches: reading them one by one would take longer than receiving them. */
	frames: { key: [string, number]; value: { turn: string; batch: number; frames: readonly StoredFrame[] } };
}

const ConversationChange = z.object({
	service: z.string(),
	user: z.string(),
	id: z.string(),
	/** A question just asked and the turn it follows; null: another change. */
	asked: z.nullable(z.object({ turn: z.string(), after: z.nullable(z.string()) })),
});
const change = tabEvent('conversations/1', ConversationChange);

/** Notifies the console's other tabs that a stored conversation changed. */
export const sayConversationChanged = change.postToOthers;

/** Calls back when a conversation changes in another tab. Returns an unsubscribe function. */
export const watchConversations = change.watch;

/** Limits per answer: frames, and UTF-16 units. */
export const maxFrames = 200_000;
export const maxFrameLength = 64 * 1_024 * 1_024;

const database = databaseOf<Schema>('conversations', 1, (db) => {
	db.createObjectStore('conversations', { keyPath: ['service', 'user', 'id'] });
	db.createObjectStore('turns', { keyPath: 'id' }).createIndex('conversation', 'conversation');
	db.createObjectStore('frames', { keyPath: ['turn', 'batch'] });
});

/** Conversations of a scope, most recent first. */
export async function listConversations(scope: Scope): Promise<ConversationMark[]> {
	const marks = await (await database()).getAll('conversations', rangeOf(scope));
	return marks.sort((a, b) => b.updatedAt - a.updatedAt);
}

/** A conversation and its turns, oldest first; null if this browser doesn't have it. */
export async function readConversation(
	scope: Scope,
	id: string,
): Promise<{ mark: ConversationMark; turns: StoredTurn[] } | null> {
	const db = await database();
	const mark = await db.get('conversations', [scope.service, scope.user, id]);
	if (mark === undefined) return null;
	const turns = await db.getAllFromIndex('turns', 'conversation', id);
	// The database sorts by random ids.
	return { mark, turns: turns.sort((a, b) => a.asked.at - b.asked.at) };
}

/** All stored turns of all users, for searches through all questions. */
export async function listTurns(): Promise<StoredTurn[]> {
	return await (await database()).getAll('turns');
}

export async function keepConversation(scope: Scope, mark: ConversationMark): Promise<void> {
	for (const [turn, conversation] of gone) if (conversation === mark.id) gone.delete(turn);
	await (await database()).put('conversations', { ...mark, service: scope.service, user: scope.user });
}

/** Turns of conversations removed here, by id, so that an answer still being written doesn't reappear. */
const gone = new Map<string, string>();

export async function keepTurn(turn: StoredTurn): Promise<void> {
	if (gone.has(turn.id)) return;
	await (await database()).put('turns', turn);
}

/** Stores frames of a turn. @param batch 0-based */
export async function keepFrames(turn: string, batch: number, frames: readonly StoredFrame[]): Promise<void> {
	if (gone.has(turn)) return;
	await (await database()).put('frames', { turn, batch, frames });
}

const batchesOf = (turn: string) => IDBKeyRange.bound([turn], [turn, []]);

/** A turn's frames in order, in batches, since an answer may have hundreds of thousands. */
export async function* readFrames(turn: string): AsyncGenerator<readonly StoredFrame[], void, void> {
	const db = await database();
	for (const key of await db.getAllKeys('frames', batchesOf(turn))) {
		const batch = await db.get('frames', key);
		if (batch !== undefined) yield batch.frames;
	}
}

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

export async function removeConversations(scope: Scope): Promise<void> {
	for (const { id } of await listConversations(scope)) await removeConversation(scope, id);
}
