import { createHash, randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gte, inArray, lt, ne } from 'drizzle-orm';
import { Uuid } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { conversations, conversationTurns } from '../../store/catalog/schema/conversations.ts';
import type { Caller } from '../core/caller.ts';
import { storable } from '../core/storable.ts';
import type { Platform } from '../state/platform.ts';

/** One question of a conversation and what became of it. */
export type ConversationTurn = Omit<typeof conversationTurns.$inferSelect, 'id' | 'conversationId' | 'at'>;

/** Turns of one conversation that are kept, the newest. */
export const keptTurns = 20;

const oldest = ({ settings, now }: Pick<Platform, 'settings' | 'now'>): Date =>
	new Date(now().getTime() - settings.conversations.keepMs);

/** The turns of a conversation of the caller's, oldest first; null where there is none that is still kept. */
export async function findConversation(
	platform: Platform,
	caller: Caller,
	contextId: string,
): Promise<ConversationTurn[] | null> {
	if (!Uuid.safeParse(contextId).success) return null;
	const { db } = platform.catalog;
	const isOwn = and(eq(conversations.id, contextId), eq(conversations.userId, caller.userId));
	const isKept = gte(conversations.updatedAt, oldest(platform));
	if ((await db.$count(conversations, and(isOwn, isKept))) === 0) return null;
	const turns = await db
		.select()
		.from(conversationTurns)
		.where(eq(conversationTurns.conversationId, contextId))
		.orderBy(asc(conversationTurns.at), asc(conversationTurns.id));
	return turns.map(({ id: _id, conversationId: _conversation, at: _at, ...turn }) => turn);
}

/** Begins a conversation. Where the user has more than are kept, the oldest go. Its contextId. */
export async function beginConversation(platform: Platform, caller: Caller): Promise<string> {
	const id = randomUUID();
	await platform.catalog.write(async (tx) => {
		await tx.insert(conversations).values({ id, userId: caller.userId, updatedAt: platform.now() });
		const over = tx
			.select({ id: conversations.id })
			.from(conversations)
			.where(eq(conversations.userId, caller.userId))
			.orderBy(desc(conversations.updatedAt), desc(conversations.id))
			.offset(platform.settings.conversations.most)
			.limit(1_000);
		await tx.delete(conversations).where(and(inArray(conversations.id, over), ne(conversations.id, id)));
	});
	return id;
}

/** One message is one turn of its conversation: the database refuses a second one with the same id. */
function turnIdOf(contextId: string, messageId: string): string {
	const digest = createHash('sha256').update(`${contextId} ${messageId.toLowerCase()}`).digest('hex');
	return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const unanswered = { sql: null, reading: '', understood: null, columns: [], datasets: [] };

/** Adds an unanswered question; null where the conversation already has that message. A conversation swept meanwhile stays removed. */
export async function beginTurn(
	platform: Platform,
	contextId: string,
	{ messageId, question }: { readonly messageId: string; readonly question: string },
): Promise<string | null> {
	const at = platform.now();
	const id = turnIdOf(contextId, messageId);
	return await platform.catalog.write(async (tx) => {
		const changed = await tx
			.update(conversations)
			.set({ updatedAt: at })
			.where(eq(conversations.id, contextId))
			.returning({ id: conversations.id });
		if (changed.length === 0) return id;
		const added = await tx
			.insert(conversationTurns)
			.values({ ...unanswered, question: storable(question), id, conversationId: contextId, at })
			.onConflictDoNothing()
			.returning({ id: conversationTurns.id });
		if (added.length === 0) return null;
		const over = tx
			.select({ id: conversationTurns.id })
			.from(conversationTurns)
			.where(eq(conversationTurns.conversationId, contextId))
			.orderBy(desc(conversationTurns.at), desc(conversationTurns.id))
			.offset(keptTurns)
			.limit(1_000);
		await tx.delete(conversationTurns).where(inArray(conversationTurns.id, over));
		return id;
	});
}

/** Stores a question's outcome. @param earlier turns that the caller gave when the conversation began, oldest first */
export async function endTurn(
	platform: Platform,
	id: string,
	turn: ConversationTurn,
	earlier: readonly ConversationTurn[],
): Promise<void> {
	await platform.catalog.write(async (tx) => {
		const [ended] = await tx
			.update(conversationTurns)
			.set(storable(turn))
			.where(eq(conversationTurns.id, id))
			.returning({ conversationId: conversationTurns.conversationId, at: conversationTurns.at });
		if (ended === undefined || earlier.length === 0) return;
		const { conversationId, at } = ended;
		await tx.insert(conversationTurns).values(
			earlier.map((turn, index) => ({
				...storable(turn),
				id: randomUUID(),
				conversationId,
				at: new Date(at.getTime() - earlier.length + index),
			})),
		);
	});
}

export async function removeOldConversations(tx: Db, platform: Pick<Platform, 'settings' | 'now'>): Promise<void> {
	await tx.delete(conversations).where(lt(conversations.updatedAt, oldest(platform)));
}
