import { eq } from 'drizzle-orm';
import { foldName } from '#contract/ids.ts';
import type { User } from '#contract/user.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { checkPassphrase } from '../access/passphrase.ts';
import { redeemCode } from '../access/sign-in.ts';
import { issueSignIn } from '../access/token-admin.ts';
import { ServiceError, unauthorized } from '../core/service-error.ts';
import { recordAudit } from '../state/audit-trail.ts';
import type { Platform } from '../state/platform.ts';
import { durationText } from '../state/request-limit.ts';
import type { Watched } from '../state/sign-in-throttle.ts';
import { makeCode } from './authorization-code.ts';
import { type AuthorizeRequest, addressBack } from './authorization-request.ts';
import { idToken } from './id-token.ts';

/** How a user authenticates on the authorization page. */
export type Proof =
	| { readonly kind: 'passphrase'; readonly username: string; readonly passphrase: string }
	| { readonly kind: 'code'; readonly code: string };

/** Signs in and returns the redirect. @param from the client's address for throttling, may be empty @throws UNAUTHORIZED, RATE_LIMITED */
export async function authorize(
	platform: Platform,
	request: AuthorizeRequest,
	proof: Proof,
	from: string,
): Promise<string> {
	if (!platform.settings[proof.kind === 'code' ? 'signInLinks' : 'passphrases'])
		throw unauthorized(turnedOff[proof.kind]);
	const watched = watchedNames(proof, from);
	// Counted before the result is known, so that concurrent attempts don't all pass.
	const seconds = await platform.throttle.enter(watched);
	if (seconds > 0)
		throw new ServiceError('RATE_LIMITED', `Too many sign-in attempts. Try again in ${durationText(seconds)}.`);
	// Outside the transaction, because hashing is deliberately slow.
	const known = proof.kind === 'passphrase' ? await whoKnows(platform, proof) : null;
	const answer = await platform.catalog.write(async (tx) => {
		const user = known ?? (await redeemCode(platform, tx, proof.kind === 'code' ? proof.code : ''));
		return answerFor(platform, tx, request, user);
	});
	await platform.throttle.succeeded(watched);
	return addressBack(platform.settings, request, answer);
}

const turnedOff = {
	passphrase: 'Passphrases are turned off on this service. Sign in another way.',
	code: 'Sign-in links are turned off on this service. Sign in another way.',
} as const;

/** The redirect for a user already authenticated by the provider. */
export async function authorizeUser(platform: Platform, request: AuthorizeRequest, user: User): Promise<string> {
	const answer = await platform.catalog.write((tx) => answerFor(platform, tx, request, user));
	return addressBack(platform.settings, request, answer);
}

async function answerFor(
	platform: Platform,
	tx: Db,
	request: AuthorizeRequest,
	user: User,
): Promise<Record<string, string>> {
	const { redirectUri, challenge, nonce, openid } = request;
	if (challenge !== null) {
		const claim = { userId: user.id, redirectUri, challenge, nonce, openid };
		return { code: makeCode(platform.keys, claim, platform.now()) };
	}
	const issued = await issueSignIn(platform, tx, user);
	return {
		access_token: issued.token,
		token_type: 'Bearer',
		expires_in: String(platform.settings.tokenSeconds),
		...(openid ? { scope: 'openid' } : {}),
		...(request.response === 'id_token token'
			? { id_token: await idToken(platform, user, { nonce, accessToken: issued.token, expiresAt: issued.expiresAt }) }
			: {}),
	};
}

async function whoKnows(
	platform: Platform,
	{ username, passphrase }: Extract<Proof, { kind: 'passphrase' }>,
): Promise<User> {
	const { db } = platform.catalog;
	const [user] = await db
		.select()
		.from(users)
		.where(eq(users.folded, foldName(username)));
	const isRight = await checkPassphrase(passphrase, user?.passphrase ?? null);
	if (user === undefined || !isRight || user.disabledAt !== null) {
		// Not awaited: response times must not reveal which usernames exist.
		if (user !== undefined) noteDenied(platform, user, isRight ? 'the user is disabled' : 'incorrect passphrase');
		throw unauthorized(
			isRight ? 'This account is disabled. Ask your admin to enable it.' : 'Incorrect username or passphrase.',
		);
	}
	const { id, username: written, name, email } = user;
	return { id, username: written, name, email };
}

/** Attempts are throttled, so they can't flood the log. */
function noteDenied(
	{ catalog, log, now }: Platform,
	{ id, username }: typeof users.$inferSelect,
	detail: string,
): void {
	const who = { actorId: id, actor: username, action: 'signIn', resource: username };
	const entry = { at: now(), ...who, detail, outcome: 'denied' as const, code: 'UNAUTHORIZED' };
	catalog
		.write((tx) => recordAudit(tx, entry))
		.catch((error: unknown) => log.error('A rejected sign-in couldn’t be added to the audit log.', error));
}

/** Lenient about one user's typos; also throttles a username tried from many addresses, and an address that tries many usernames. */
function watchedNames(proof: Proof, from: string): Watched[] {
	const address = from === '' ? [] : [{ name: `from ${from}`, free: 30 }];
	if (proof.kind === 'code') return address;
	const user = foldName(proof.username).slice(0, 128);
	return [...address, { name: `user ${user}`, free: 20 }, { name: `user ${user} from ${from}`, free: 5 }];
}
