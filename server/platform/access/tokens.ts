import { randomUUID } from 'node:crypto';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import type { IssuedToken } from '#contract/sign-in.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { type TokenPermission, tokens } from '../../store/catalog/schema/tokens.ts';
import { users } from '../../store/catalog/schema/users.ts';
import type { Caller } from '../core/caller.ts';
import { ServiceError, unauthorized } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';

const issuer = 'dataset-console';
const audience = 'dataset-console/api';

export interface NewToken {
	readonly userId: string;
	readonly name: string;
	/** Null if the token has all rights of its user. */
	readonly permissions: readonly TokenPermission[] | null;
	readonly seconds: number;
	/** A UUID; generated if absent. */
	readonly id?: string;
}

/** Issues a token within a transaction. Its text is returned once and not stored. */
export async function issueToken(
	platform: Pick<Platform, 'keys' | 'now'>,
	tx: Db,
	wanted: NewToken,
): Promise<IssuedToken> {
	const id = wanted.id ?? randomUUID();
	const createdAt = platform.now();
	const expiresAt = new Date(Math.floor(createdAt.getTime() / 1000 + wanted.seconds) * 1000);
	await tx.insert(tokens).values({
		id,
		userId: wanted.userId,
		name: wanted.name,
		restricted: wanted.permissions !== null,
		permissions: [...(wanted.permissions ?? [])],
		createdAt,
		expiresAt,
	});
	const token = await new SignJWT()
		.setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: platform.keys.signing.id })
		.setIssuer(issuer)
		.setAudience(audience)
		.setSubject(wanted.userId)
		.setJti(id)
		.setIssuedAt(createdAt)
		.setExpirationTime(expiresAt)
		.sign(platform.keys.signing.key);
	return { token, expiresAt: expiresAt.toISOString() };
}

/** The caller of a token. @throws ServiceError UNAUTHORIZED */
export function authenticate(platform: Platform, token: string): Promise<Caller> {
	const now = platform.now();
	return platform.tokens.callerOf(token, now, async () => {
		const tokenId = await verifiedId(platform, token, now);
		const caller = await callerOfToken(platform, tokenId);
		if (caller === null) throw await refusalOf(platform, tokenId);
		return caller;
	});
}

/** Why a token that this service signed is no longer valid; a sub_error reports that its user is locked out. */
async function refusalOf(platform: Platform, tokenId: string): Promise<ServiceError> {
	const [user] = await platform.catalog.db
		.select({ username: users.username, disabledAt: users.disabledAt })
		.from(users)
		.innerJoin(tokens, eq(users.id, tokens.userId))
		.where(eq(tokens.id, tokenId));
	if (user?.disabledAt == null)
		return unauthorized('This access token was revoked. Sign in again, or use another token.');
	const message = `Your account ${user.username} is disabled on this service. Ask your admin to enable it.`;
	return new ServiceError('UNAUTHORIZED', message, [{ code: 'FORBIDDEN', message }]);
}

/** The caller behind a token that was issued and not revoked, expired or not, unless the user is locked out; otherwise null. */
export const callerOfToken = (platform: Pick<Platform, 'catalog'>, tokenId: string): Promise<Caller | null> =>
	findCaller(platform, and(eq(tokens.id, tokenId), isNull(tokens.revokedAt), isNull(users.disabledAt)));

/** The caller of a token that is no longer valid because it was revoked; null if unknown. */
export async function formerCaller(platform: Platform, token: string): Promise<Caller | null> {
	const id = await verifiedId(platform, token, platform.now()).catch(() => null);
	return id === null ? null : findCaller(platform, eq(tokens.id, id));
}

async function findCaller(platform: Pick<Platform, 'catalog'>, where: SQL | undefined): Promise<Caller | null> {
	const [row] = await platform.catalog.db
		.select({ token: tokens, username: users.username, name: users.name, email: users.email, admin: users.admin })
		.from(tokens)
		.innerJoin(users, eq(users.id, tokens.userId))
		.where(where);
	if (row === undefined) return null;
	return {
		userId: row.token.userId,
		username: row.username,
		name: row.name,
		email: row.email,
		admin: row.admin,
		tokenId: row.token.id,
		tokenName: row.token.name,
		permissions: row.token.restricted ? row.token.permissions : null,
		tokenExpiresAt: row.token.expiresAt,
	};
}

/** The caller's current state; null if its token was revoked or has expired in the meantime. */
export async function callerNow(platform: Platform, { tokenId }: Caller): Promise<Caller | null> {
	const caller = await callerOfToken(platform, tokenId);
	return caller !== null && caller.tokenExpiresAt > platform.now() ? caller : null;
}

/** Revokes a token; the next request with it is refused. */
export async function revokeToken(platform: Platform, tokenId: string): Promise<void> {
	await platform.catalog.write((tx) =>
		tx.update(tokens).set({ revokedAt: platform.now() }).where(eq(tokens.id, tokenId)),
	);
	platform.tokens.forget(tokenId);
	platform.revocations.token(tokenId);
}

async function verifiedId(platform: Platform, token: string, now: Date): Promise<string> {
	try {
		const keys = platform.keys.verifying(now);
		const find: JWTVerifyGetKey = ({ kid }) => {
			const found = kid === undefined ? keys.at(-1) : keys.find((key) => key.id === kid);
			if (found === undefined) throw new errors.JWKSNoMatchingKey();
			return found.key;
		};
		const { payload } = await jwtVerify(token, find, {
			issuer,
			audience,
			algorithms: ['ES256'],
			requiredClaims: ['jti', 'exp'],
			currentDate: now,
		});
		return payload.jti ?? '';
	} catch (error) {
		if (error instanceof errors.JWTExpired) {
			throw unauthorized('This access token has expired. Sign in again, or use another token.');
		}
		throw unauthorized('This isn’t an access token for this service. Sign in again, or use another token.');
	}
}
