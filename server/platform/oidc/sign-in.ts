import type { User } from '#contract/user.ts';
import { forgetUser } from '../access/end-user.ts';
import { markUsed } from '../access/sign-in.ts';
import { recordAudit } from '../state/audit-trail.ts';
import type { Platform } from '../state/platform.ts';
import type { Attempt } from './attempt.ts';
import { personOf } from './person.ts';
import type { Provider } from './provider.ts';
import { refusalOf, SignInRefusal } from './refusal.ts';
import { userOf } from './user-of.ts';

/** The user that the provider's response proves, made at the first sign-in. A refusal is recorded. @throws SignInRefusal */
export async function finishAttempt(
	platform: Platform,
	provider: Provider,
	attempt: Attempt,
	search: string,
): Promise<User> {
	try {
		const now = platform.now();
		if (attempt.expires <= now.getTime()) {
			throw new SignInRefusal('This sign-in has expired: it took longer than 10 minutes. Sign in again.');
		}
		const isFirst = await platform.catalog.write((tx) => markUsed(tx, attempt.id, new Date(attempt.expires), now));
		if (!isFirst) throw new SignInRefusal('This response was already used. Sign in again.');
		const person = personOf(provider.settings, await provider.claimsOf(attempt, search));
		const { user, isLess } = await platform.catalog.write((tx) => userOf(tx, provider.settings, person, now));
		if (isLess) forgetUser(platform, user.id, true);
		return user;
	} catch (error) {
		const refusal = error instanceof SignInRefusal ? error : null;
		if (refusal === null) throw error;
		await recordRefusal(platform, refusal);
		throw refusal;
	}
}

/** Adds a refusal to the audit log, and its cause to the service's. */
export async function recordRefusal(platform: Platform, error: unknown): Promise<SignInRefusal> {
	const refusal = refusalOf(error);
	if (refusal.status === 502)
		platform.log.error(`A sign-in with OpenID Connect failed: ${refusal.message}`, refusal.cause);
	await platform.catalog.write((tx) =>
		recordAudit(tx, {
			...{ at: platform.now(), actor: refusal.who || 'unknown', action: 'signIn', resource: refusal.who },
			detail: `OpenID Connect: ${refusal.message}`,
			...(refusal.status === 502
				? { outcome: 'failed' as const, code: 'INTERNAL' }
				: { outcome: 'denied' as const, code: 'UNAUTHORIZED' }),
		}),
	);
	return refusal;
}
