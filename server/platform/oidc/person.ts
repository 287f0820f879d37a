import { maxNameLength, namePattern } from '#contract/ids.ts';
import type { OidcSettings } from '../../settings/settings.ts';
import type { Claims } from './provider.ts';
import { SignInRefusal } from './refusal.ts';

export interface Person {
	readonly issuer: string;
	readonly subject: string;
	/** Preferred username. */
	readonly username: string;
	readonly name: string;
	/** Empty unless verified by the provider, because anyone can claim someone else's address. */
	readonly email: string;
	/** Null if the provider doesn't decide it. */
	readonly admin: boolean | null;
}

/** Parses claims. @throws SignInRefusal if the email address isn't in an allowed domain */
export function personOf({ emailDomains, admins }: OidcSettings, claims: Claims): Person {
	const claimed = textOf(claims.email);
	const isVerified = claims.email_verified === true || claims.email_verified === 'true';
	const email = isVerified ? claimed : '';
	const [mailbox = '', domain = ''] = splitEmail(claimed);
	const refused = { status: 403, claimed: claimed || claims.sub } as const;
	if (emailDomains.length > 0 && email === '') {
		throw new SignInRefusal(
			'Your account at the identity provider has no verified email address, which this service requires. Verify your address there, then sign in again.',
			refused,
		);
	}
	if (emailDomains.length > 0 && !emailDomains.includes(domain.toLowerCase())) {
		throw new SignInRefusal(
			`Users with an email address at ${domain} can’t sign in to this service. Use another account, or contact your admin.`,
			refused,
		);
	}
	const [preferred = ''] = splitEmail(textOf(claims.preferred_username));
	return {
		issuer: claims.iss,
		subject: claims.sub,
		username:
			[preferred, mailbox, textOf(claims.name)].map(usernameOf).find((name) => namePattern.test(name)) ?? 'user',
		name: textOf(claims.name),
		email,
		admin: admins === null ? null : [claims[admins.claim]].flat().some((value) => String(value) === admins.value),
	};
}

const textOf = (value: unknown): string =>
	typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, 320) : '';

function splitEmail(text: string): string[] {
	const at = text.lastIndexOf('@');
	return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Leaves room for a numeric suffix. */
const usernameOf = (text: string): string =>
	text
		.normalize('NFC')
		.replaceAll(/[^\p{L}\p{M}\p{N}_\-. ]+/gu, '-')
		.slice(0, maxNameLength / 2)
		.trim();
