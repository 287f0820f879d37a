import type { ListedToken } from '#contract/token.ts';

const weekMs = 7 * 86_400_000;

/** Whether a token has expired, or will within a week. One that never lasted longer than a week isn't worth a warning. */
export function expiryState({ createdAt, expiresAt }: ListedToken, now: number): 'expired' | 'soon' | null {
	const ends = Date.parse(expiresAt);
	if (ends <= now) return 'expired';
	return ends - now < weekMs && ends - Date.parse(createdAt) > weekMs ? 'soon' : null;
}
