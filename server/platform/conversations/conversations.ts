import { createHash, randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gte, inArray, lt, ne } from 'drizzle-orm';
import { Uuid } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { conversations, conversationTurns } from '../../store/catalog/schema/conversations.ts';
import type { Caller } from '../core/caller.ts';
import { storable } from '../core/storable.ts';
import type { Platform } from '../state/platform.ts';

export type ConversationTurn = Omit<typeof conversationTurns.$inferSelect, 'id' | 'conversationId' | 'parentId' | 'at'>;

/** Maximum turns kept per conversation, newest first. */
const keptTurns = 200;
/** Maximum earlier turns of a branch that a question builds on. */
export const branchTurns = 20;

/** The turns that a question continues, oldest first: one branch of a conversation. */
export interface Branch {
	readonly contextId: string;
	/** The id of the last turn; null if there is none. */
	readonly leaf: string | null;
	readonly turns: readonly ConversationTurn[];
}

const oldest = ({ settings, now }: Pick<Platform, 'settings' | 'now'>): Date =>
	new Date(now().getTime() - settings.conversations.keepMs);

/** The id of a conversation of the caller's: by its own id, or by the last known one of some turns; null if it's no longer kept. */
export async function findConversation(
	platform: Platform,
	caller: Caller,
	by: { readonly contextId: string } | { readonly turnIds: readonly string[] },
): Promise<string | null> {
	const { db } = platform.catalog;
	const ids = 'contextId' in by ? [by.contextId] : by.turnIds;
	const uuids = ids.filter((id) => Uuid.safeParse(id).success);
	if (uuids.length === 0) return null;
	const isOwn = and(eq(conversations.userId, caller.userId), gte(conversations.updatedAt, oldest(platform)));
	const { id } = conversations;
	if ('contextId' in by) {
		const [found] = await db
			.select({ id })
			.from(conversations)
			.where(and(inArray(id, uuids), isOwn));
		return found?.id ?? null;
	}
	const { id: turnId, conversationId } = conversationTurns;
	const found = await db
		.select({ id, turnId })
		.from(conversations)
		.innerJoin(conversationTurns, eq(conversationId, id))
		.where(and(inArray(turnId, uuids), isOwn));
	const byTurn = new Map(found.map((row) => [row.turnId, row.id]));
	const last = uuids.findLast((uuid) => byTurn.has(uuid.toLowerCase()));
	return last === undefined ? null : (byTurn.get(last.toLowerCase()) ?? null);
}

/**
 * The branch of a conversation that ends with a turn.
 * @param turnIds the last of these that the conversation has is that turn; if none are given, it's the newest turn. Null if the conversation has
 * none of them
 */
export async function findBranch(
	{ catalog: { db } }: Platform,
	contextId: string,
	turnIds: readonly string[],
): Promise<Branch | null> {
	const all = await db
		.select({ id: conversationTurns.id, parentId: conversationTurns.parentId })
		.from(conversationTurns)
		.where(eq(conversationTurns.conversationId, contextId))
		.orderBy(asc(conversationTurns.at), asc(conversationTurns.id));
	const byId = new Map(all.map((turn) => [turn.id, turn]));
	const leaf = turnIds.length === 0 ? all.at(-1) : byId.get(turnIds.findLast((id) => byId.has(id)) ?? '');
	if (leaf === undefined) return turnIds.length === 0 ? { contextId, leaf: null, turns: [] } : null;
	const path: string[] = [];
	for (let at: typeof leaf | undefined = leaf; at !== undefined && path.length < branchTurns; ) {
		path.unshift(at.id);
		byId.delete(at.id);
		at = at.parentId === null ? undefined : byId.get(at.parentId);
	}
	const found = await db.select().from(conversationTurns).where(inArray(conversationTurns.id, path));
	const turns = path.flatMap((id) => found.filter((turn) => turn.id === id));
	return {
		contextId,
		leaf: leaf.id,
		turns: turns.map(({ id: _id, conversationId: _of, parentId: _parent, at: _at, ...turn }) => turn),
	};
}

/** Starts a conversation and returns its contextId. Removes the user's oldest ones above the limit. */
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

/** The turn id of a message, a UUID of version 8. A message is a single turn: the database refuses a second one with the same id. */
function turnIdOf(contextId: string, messageId: string): string {
	const digest = createHash('sha256').update(`${contextId} ${messageId.toLowerCase()}`).digest('hex');
	return digest.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-8$3-a$4-');
}

const unanswered = { sql: null, reading: '', unclear: null, understood: null, columns: [], datasets: [] };

/**
 * Adds an unanswered question to a branch and returns its turn's id; null if the conversation already has that message. A conversation removed in the
 * meantime stays removed.
 */
export async function beginTurn(
	platform: Platform,
	{ contextId, leaf }: Pick<Branch, 'contextId' | 'leaf'>,
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
			.values({ ...unanswered, question: storable(question), id, conversationId: contextId, parentId: leaf, at })
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

/** Stores a question's outcome. @param earlier turns supplied by the caller, oldest first */
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
			.returning({
				conversationId: conversationTurns.conversationId,
				parentId: conversationTurns.parentId,
				at: conversationTurns.at,
			});
		if (ended === undefined || earlier.length === 0) return;
		const { conversationId, at } = ended;
		const given = earlier.map((turn) => ({ ...storable(turn), id: randomUUID(), conversationId }));
		await tx.insert(conversationTurns).values(
			given.map((turn, index) => ({
				...turn,
				parentId: given[index - 1]?.id ?? ended.parentId,
				at: new Date(at.getTime() - earlier.length + index),
			})),
		);
		await tx
			.update(conversationTurns)
			.set({ parentId: given.at(-1)?.id ?? null })
			.where(eq(conversationTurns.id, id));
	});
}

export async function removeOldConversations(tx: Db, platform: Pick<Platform, 'settings' | 'now'>): Promise<void> {
	await tx.delete(conversations).where(lt(conversations.updatedAt, oldest(platform)));
}
