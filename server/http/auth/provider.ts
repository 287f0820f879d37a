import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { loopbackNames, readAuthorizeRequest } from '../../platform/oauth/authorization-request.ts';
import { authorizeUser } from '../../platform/oauth/authorize.ts';
import { type Attempt, attemptMs, beginAttempt, readAttempt } from '../../platform/oidc/attempt.ts';
import { callbackPath, createProvider } from '../../platform/oidc/provider.ts';
import { SignInRefusal } from '../../platform/oidc/refusal.ts';
import { createRefusals, finishAttempt } from '../../platform/oidc/sign-in.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { durationText } from '../../platform/state/request-limit.ts';
import type { OidcSettings } from '../../settings/settings.ts';
import type { ServiceApp, ServiceContext } from '../base/service-app.ts';
import { answerPage, goBack } from './answers.ts';
import type { AddressOfCaller } from './caller-address.ts';
import { refusalPage } from './page.ts';
import { showForm } from './show-form.ts';

const freeFailures = 30;

/** Name and value together; browsers reject longer ones (RFC 6265bis). */
const maxCookieBytes = 4_096;

/** Signs in with an OpenID Connect provider: redirects to it, with the console's request in a cookie, and handles its response. */
export function routeProvider(
	app: ServiceApp,
	platform: Platform,
	settings: OidcSettings,
	addressOf: AddressOfCaller,
): void {
	const provider = createProvider(platform, settings);
	const refusals = createRefusals(platform);
	const { pathname } = new URL(`${platform.settings.publicUrl}/auth`);

	/** Shows an error on a page where the user can try again. */
	const refuse = (c: ServiceContext, search: string, refusal: SignInRefusal): Response => {
		const read = readAuthorizeRequest(platform.settings, new URLSearchParams(search));
		if (read.kind !== 'request') return lost(c, platform);
		const problem = { way: 'provider' as const, message: refusal.message };
		return showForm(platform, c, read.request, problem, refusal.status, null, search);
	};

	app.get('/auth/provider', async (c) => {
		const { search, searchParams } = new URL(c.req.url);
		const read = readAuthorizeRequest(platform.settings, searchParams);
		if (read.kind === 'page')
			return answerPage(
				c,
				refusalPage('This sign-in can’t continue', read.message, platform.settings.publicUrl),
				null,
				400,
			);
		if (read.kind === 'back') return goBack(c, read.address);
		const better = knownToProvider(c, platform.settings.publicUrl);
		if (better !== null) return goBack(c, `${better}/auth/provider${search}`);
		const { attempt, kept } = beginAttempt(platform.keys, search, platform.now());
		if (cookieOf(attempt.state).length + kept.length > maxCookieBytes) {
			const message = 'The console’s request is too long for a cookie. Start over in the console.';
			return answerPage(c, refusalPage('This sign-in can’t continue', message, platform.settings.publicUrl), null, 400);
		}
		try {
			const address = await provider.addressFor(attempt);
			setCookie(c, cookieOf(attempt.state), kept, {
				path: pathname,
				httpOnly: true,
				// The provider's redirect comes from another site.
				sameSite: 'Lax',
				secure: platform.settings.publicUrl.startsWith('https:'),
				maxAge: attemptMs / 1000,
			});
			return goBack(c, address);
		} catch (error) {
			return refuse(c, search, await refusals.record(error));
		}
	});

	app.get(callbackPath, async (c) => {
		const { search, searchParams } = new URL(c.req.url);
		const state = searchParams.get('state') ?? '';
		const attempt = readAttempt(platform.keys, getCookie(c, cookieOf(state)) ?? '', state, platform.now());
		if (attempt === null) return lost(c, platform);
		// Behind a proxy on this machine, all clients share an unknown address.
		const from = addressOf(c);
		const watched = from === '' ? [] : [{ name: `provider from ${from}`, free: freeFailures }];
		const seconds = await platform.throttle.enter(watched);
		if (seconds > 0) {
			const message = `Too many failed sign-ins. Try again in ${durationText(seconds)}.`;
			return answerPage(c, refusalPage('This sign-in can’t continue', message, platform.settings.publicUrl), null, 429);
		}
		try {
			const address = await finish(attempt, search);
			await platform.throttle.succeeded(watched);
			deleteCookie(c, cookieOf(state), { path: pathname });
			return goBack(c, address);
		} catch (error) {
			if (!(error instanceof SignInRefusal)) throw error;
			// The cookie has been used, and browsers would send it with every request.
			deleteCookie(c, cookieOf(state), { path: pathname });
			return refuse(c, attempt.search, error);
		}
	});

	async function finish(attempt: Attempt, search: string): Promise<string> {
		const user = await finishAttempt(platform, { provider, refusals }, attempt, search);
		const read = readAuthorizeRequest(platform.settings, new URLSearchParams(attempt.search));
		if (read.kind !== 'request') throw new Error('The console’s request has expired. Sign in again.');
		return authorizeUser(platform, read.request, user);
	}
}

/** The URL registered with the provider, if the request used another loopback name: cookies belong to one host name. */
function knownToProvider(c: ServiceContext, publicUrl: string): string | null {
	const [called, known] = [new URL(c.req.url), new URL(publicUrl)];
	const isOther = called.hostname !== known.hostname;
	return isOther && [called, known].every(({ hostname }) => loopbackNames.includes(hostname)) ? publicUrl : null;
}

/** A separate cookie per attempt, so that sign-ins in two tabs don't interfere. */
const cookieOf = (state: string): string =>
	`dataset-console-oidc-${/^[\w-]{43}$/.test(state) ? state.slice(0, 12) : 'none'}`;

const lost = (c: ServiceContext, platform: Platform): Response => {
	const message =
		'The sign-in was started in another browser or has expired, or this browser blocks cookies. Start over in the console.';
	return answerPage(c, refusalPage('This sign-in can’t be completed', message, platform.settings.publicUrl), null, 400);
};
