import type { AuthorizeRequest } from '../../platform/oauth/authorization-request.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { ServiceContext } from '../base/service-app.ts';
import { answerPage, type PageStatus } from './answers.ts';
import { formTokenFor } from './form-guard.ts';
import { type SignInPage, signInPage } from './page.ts';

/** The sign-in page for a console's request. @param search the request's query, as the console sent it */
export function showForm(
	platform: Platform,
	c: ServiceContext,
	request: AuthorizeRequest,
	problem: SignInPage['problem'],
	status: PageStatus,
	username: string | null = null,
	search = new URL(c.req.url).search,
): Response {
	const { origin } = new URL(request.redirectUri);
	const { oidc, passphrases, signInLinks, publicUrl } = platform.settings;
	const base = new URL(`${publicUrl}/auth`).pathname;
	const html = signInPage({
		action: `${base}/authorize${search}`,
		formToken: formTokenFor(platform, c, search),
		returnTo: origin,
		username: username ?? request.hint,
		problem,
		passphrases,
		codes: signInLinks,
		provider: oidc === null ? null : { address: `${base}/provider${search}`, label: oidc.label },
	});
	return answerPage(c, html, origin, status);
}
