import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Platform } from '../../platform/state/platform.ts';
import type { ServiceContext } from '../base/service-app.ts';

const cookie = 'dataset-console-form';
const secondsToFill = 3_600;

/** Binds a form to its browser and purpose by signing a secret from a cookie, so that no other site can submit it. */
export function formTokenFor(platform: Platform, c: ServiceContext, purpose: string): string {
	const known = getCookie(c, cookie);
	const secret = known !== undefined && /^[\w-]{32}$/.test(known) ? known : randomBytes(24).toString('base64url');
	setCookie(c, cookie, secret, {
		path: new URL(`${platform.settings.publicUrl}/auth`).pathname,
		httpOnly: true,
		sameSite: 'Strict',
		secure: platform.settings.publicUrl.startsWith('https:'),
		maxAge: secondsToFill,
	});
	return tokenOf(platform, secret, purpose);
}

export function isValidFormToken(platform: Platform, c: ServiceContext, purpose: string, token: string): boolean {
	const secret = getCookie(c, cookie);
	if (secret === undefined) return false;
	const [expected, given] = [Buffer.from(tokenOf(platform, secret, purpose)), Buffer.from(token)];
	return given.length === expected.length && timingSafeEqual(given, expected);
}

export const endForm = (platform: Platform, c: ServiceContext): void => {
	deleteCookie(c, cookie, { path: new URL(`${platform.settings.publicUrl}/auth`).pathname });
};

const tokenOf = ({ keys }: Platform, secret: string, purpose: string): string =>
	createHmac('sha256', keys.links).update('form\0').update(secret).update('\0').update(purpose).digest('base64url');
