import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { type PageQuery, Uuid } from '#contract/ids.ts';
import type { IssuedToken } from '#contract/sign-in.ts';
import type { CreatedToken, ListedToken, NewToken, TokenChange, TokenPermissions } from '#contract/token.ts';
import type { User } from '#contract/user.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { accessLog, tokens } from '../../store/catalog/schema/tokens.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { assertUnrestricted, type Caller } from '../core/caller.ts';
import { mapPage, type Page, pageByTime } from '../core/page.ts';
import { notFound } from '../core/service-error.ts';
import { storable } from '../core/storable.ts';
import { recordAudit } from '../state/audit-trail.ts';
import type { Platform } from '../state/platform.ts';
import { issueToken } from './tokens.ts';

type Row = typeof tokens.$inferSelect;

/** How long expired tokens are listed, so that users see why something stopped working. */
const listedExpiredMs = 7 * 86_400_000;
/** Shorter-lived tokens, such as those from sign-in, aren't listed once they expire. */
const shortSeconds = 86_400;

/** The caller's unrevoked tokens, newest first: valid ones, and recently expired ones. */
export async function listTokens(platform: Platform, caller: Caller, query: PageQuery): Promise<Page<ListedToken>> {
	const page = pageByTime(query, 100, [tokens.createdAt, tokens.id]);
	assertUnrestricted(caller, 'list tokens');
	const now = platform.now();
	const isNew = gt(tokens.expiresAt, new Date(now.getTime() - listedExpiredMs));
	const isLong = sql`${tokens.expiresAt} - ${tokens.createdAt} > make_interval(secs => ${shortSeconds})`;
	const isListed = and(isNull(tokens.revokedAt), or(gt(tokens.expiresAt, now), and(isNew, isLong)));
	const rows = await platform.catalog.db
		.select()
		.from(tokens)
		.where(and(eq(tokens.userId, caller.userId), isListed, page.where))
		.orderBy(...page.order)
		.limit(page.most);
	return mapPage(
		page.of(rows, (row) => [row.createdAt, row.id]),
		(row) => present(caller, row),
	);
}

/** Events of the caller's tokens, newest first, including sign-ins. */
export async function listTokenChanges(
	platform: Platform,
	caller: Caller,
	query: PageQuery,
): Promise<Page<TokenChange>> {
	const page = pageByTime(query, 100, [accessLog.at, accessLog.id]);
	assertUnrestricted(caller, 'list tokens');
	const rows = await platform.catalog.db
		.select({ log: accessLog, tokenId: tokens.id, name: tokens.name, by: users.username })
		.from(accessLog)
		.innerJoin(tokens, eq(tokens.id, accessLog.tokenId))
		.innerJoin(users, eq(users.id, accessLog.byUserId))
		.where(and(eq(accessLog.subjectId, caller.userId), page.where))
		.orderBy(...page.order)
		.limit(page.most);
	return mapPage(
		page.of(rows, ({ log }) => [log.at, log.id]),
		({ log: { at, action, byTokenId }, ...names }) => ({ at: at.toISOString(), action, ...names, byTokenId }),
	);
}

/** The permissions of a token: any of the caller's own; a restricted token sees only itself. */
export async function getTokenPermissions(platform: Platform, caller: Caller, id: string): Promise<TokenPermissions> {
	const { restricted, permissions } = present(caller, await own(platform.catalog.db, caller, id));
	return { restricted, permissions };
}

/** Creates a token for the caller, restricted if entries are given. */
export async function createToken(platform: Platform, caller: Caller, wanted: NewToken): Promise<CreatedToken> {
	assertUnrestricted(caller, 'create tokens');
	return platform.catalog.write(async (tx) => {
		const issued = await issueToken(platform, tx, {
			userId: caller.userId,
			name: storable(wanted.name),
			permissions: wanted.permissions ?? null,
			seconds: wanted.expiresInSeconds,
		});
		const id = decodeJwt(issued.token).jti ?? '';
		await record(tx, caller, 'token-created', id, platform.now());
		return { ...present(caller, await own(tx, caller, id)), token: issued.token };
	});
}

/** A sign-in token, with all rights of its user. */
export async function issueSignIn(
	platform: Platform,
	tx: Db,
	user: Pick<User, 'id' | 'username'>,
	id: string = randomUUID(),
): Promise<IssuedToken> {
	const wanted = { userId: user.id, name: 'Sign-in', permissions: null, seconds: platform.settings.tokenSeconds, id };
	const issued = await issueToken(platform, tx, wanted);
	await record(tx, { userId: user.id, tokenId: null }, 'token-created', id, platform.now());
	await recordAudit(tx, {
		...{ at: platform.now(), actorId: user.id, actor: user.username, tokenId: id, tokenName: wanted.name },
		...{ action: 'signIn', resource: user.username, detail: '', outcome: 'done' },
	});
	return issued;
}

/** Ends a token, and with it all requests, streams and signed URLs that use it. A restricted token may end itself. */
export async function endToken(platform: Platform, caller: Caller, id: string): Promise<void> {
	await platform.catalog.write(async (tx) => {
		await own(tx, caller, id);
		if (id !== caller.tokenId) assertUnrestricted(caller, 'revoke other tokens');
		await tx.update(tokens).set({ revokedAt: platform.now() }).where(eq(tokens.id, id));
		await record(tx, caller, 'token-revoked', id, platform.now());
	});
	platform.tokens.forget(id);
	platform.revocations.token(id);
}

async function own(db: Db, caller: Caller, id: string): Promise<Row> {
	const isOwn = and(eq(tokens.id, id), eq(tokens.userId, caller.userId), isNull(tokens.revokedAt));
	const [row] = Uuid.safeParse(id).success ? await db.select().from(tokens).where(isOwn) : [];
	if (row === undefined || (caller.permissions !== null && row.id !== caller.tokenId)) {
		throw notFound(`Token ${id} doesn’t exist, isn’t yours, or was revoked.`);
	}
	return row;
}

const everything = [{ username: '*', namespace: '*', dataset: '*', access: 'write' as const }];

const present = (caller: Caller, row: Row): ListedToken => ({
	id: row.id,
	name: row.name,
	restricted: row.restricted,
	permissions: row.restricted ? row.permissions.map((permission) => ({ ...permission })) : everything,
	createdAt: row.createdAt.toISOString(),
	expiresAt: row.expiresAt.toISOString(),
	current: row.id === caller.tokenId,
	lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
	lastUsedAddress: row.lastUsedAddress || null,
});

async function record(
	tx: Db,
	caller: { readonly userId: string; readonly tokenId: string | null },
	action: 'token-created' | 'token-revoked',
	tokenId: string,
	at: Date,
): Promise<void> {
	const { userId, tokenId: byTokenId } = caller;
	await tx
		.insert(accessLog)
		.values({ id: randomUUID(), at, action, byUserId: userId, byTokenId, subjectId: userId, tokenId });
}
