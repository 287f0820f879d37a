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

/** The user that the provider's response authenticates, created at the first sign-in. Refusals are recorded. @throws SignInRefusal */
export async function finishAttempt(
	platform: Platform,
	{ provider, refusals }: { readonly provider: Provider; readonly refusals: Refusals },
	attempt: Attempt,
	search: string,
): Promise<User> {
	try {
		const now = platform.now();
		if (attempt.expires <= now.getTime()) {
			throw new SignInRefusal('This sign-in has expired because it took longer than 10 minutes. Sign in again.');
		}
		const isFirst = await platform.catalog.write((tx) => markUsed(tx, attempt.id, new Date(attempt.expires), now));
		if (!isFirst) throw new SignInRefusal('This response was already used. Sign in again.');
		const person = personOf(provider.settings, await provider.claimsOf(attempt, search));
		const { user, change } = await platform.catalog.write((tx) => userOf(tx, provider.settings, person, now));
		if (change !== 'none') forgetUser(platform, user.id, change === 'less');
		return user;
	} catch (error) {
		if (!(error instanceof SignInRefusal)) throw error;
		await refusals.record(error);
		throw error;
	}
}

export type Refusals = ReturnType<typeof createRefusals>;

const anonymousMs = 60_000;

/**
 * Adds refusals to the audit log, and their causes to the service's log. Unauthenticated requests could flood both, so they are limited to one entry
 * per minute, with the number of omitted ones.
 */
export function createRefusals(platform: Platform) {
	let last = Number.NEGATIVE_INFINITY;
	let leftOut = 0;
	return {
		async record(error: unknown): Promise<SignInRefusal> {
			const refusal = refusalOf(error);
			const isProven = refusal.status === 403;
			const now = platform.now();
			if (!isProven && Math.abs(now.getTime() - last) < anonymousMs) {
				leftOut += 1;
				return refusal;
			}
			const others =
				isProven || leftOut === 0
					? ''
					: ` ${leftOut} earlier failed ${leftOut === 1 ? 'sign-in wasn’t' : 'sign-ins weren’t'} recorded.`;
			if (!isProven) [last, leftOut] = [now.getTime(), 0];
			if (refusal.status === 502) {
				platform.log.error(`A sign-in with OpenID Connect failed: ${refusal.message}${others}`, refusal.cause);
			}
			await platform.catalog.write((tx) =>
				recordAudit(tx, {
					...{ at: now, actor: refusal.username || 'unknown', action: 'signIn', resource: refusal.claimed },
					detail: `OpenID Connect: ${refusal.message}${others}`,
					...(refusal.status === 502
						? { outcome: 'failed' as const, code: 'INTERNAL' }
						: { outcome: 'denied' as const, code: 'UNAUTHORIZED' }),
				}),
			);
			return refusal;
		},
	};
}
