import { SignInCode } from '#contract/sign-in.ts';
import { runSignedCommand } from '../../platform/access/administration.ts';
import { exchangeCode } from '../../platform/access/sign-in.ts';
import { explainIssues } from '../../platform/core/issues.ts';
import { invalid, ServiceError } from '../../platform/core/service-error.ts';
import { recheckCorrupt } from '../../platform/integrity/recheck.ts';
import { addressBack, readAuthorizeRequest } from '../../platform/oauth/authorization-request.ts';
import { authorize, type Proof } from '../../platform/oauth/authorize.ts';
import { exchangeAuthorization, OAuthError } from '../../platform/oauth/exchange.ts';
import { keySetOf, metadataOf } from '../../platform/oauth/metadata.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { readJson, readText } from '../base/body.ts';
import { errorBody } from '../base/errors.ts';
import type { ServiceApp } from '../base/service-app.ts';
import { answerPage, goBack, maxFormBytes, readForm } from './answers.ts';
import { addressesBehind } from './caller-address.ts';
import { endForm, isValidFormToken } from './form-guard.ts';
import { routeInvitation } from './invitation.ts';
import { refusalPage } from './page.ts';
import { routeProvider } from './provider.ts';
import { showForm } from './show-form.ts';

const maxCodeBytes = 4_096;

/** Sign-in outside the API: the sign-in page, the code exchange, and the metadata of both. */
export function routeAuth(app: ServiceApp, platform: Platform): void {
	const addressOf = addressesBehind(platform.settings.trustedProxies);
	app.on(['GET', 'POST'], '/auth/authorize', async (c) => {
		// The raw query, so that duplicate parameters are noticed.
		const read = readAuthorizeRequest(platform.settings, new URL(c.req.url).searchParams);
		if (read.kind === 'page')
			return answerPage(
				c,
				refusalPage('This sign-in can’t continue', read.message, platform.settings.publicUrl),
				null,
				400,
			);
		if (read.kind === 'back') return goBack(c, read.address);
		if (c.req.method !== 'POST') return showForm(platform, c, read.request, null, 200);
		const form = await readForm(c);
		if (!isValidFormToken(platform, c, new URL(c.req.url).search, form.get('form') ?? '')) {
			const message = 'This form has expired or was opened in another window. You weren’t signed in. Try again.';
			return showForm(platform, c, read.request, { way: 'passphrase', message }, 400, form.get('username'));
		}
		if (form.has('cancel')) {
			const error = { error: 'access_denied', error_description: 'The sign-in was canceled.' };
			return goBack(c, addressBack(platform.settings, read.request, error));
		}
		const proof = proofOf(form);
		try {
			const address = await authorize(platform, read.request, proof, addressOf(c));
			endForm(platform, c);
			return goBack(c, address);
		} catch (error) {
			if (!(error instanceof ServiceError) || !['UNAUTHORIZED', 'RATE_LIMITED'].includes(error.code)) throw error;
			const problem = { way: proof.kind, message: error.message };
			const status = error.code === 'RATE_LIMITED' ? 429 : 401;
			return showForm(platform, c, read.request, problem, status, form.get('username'));
		}
	});

	if (!platform.settings.coreOnly) routeInvitation(app, platform);
	if (platform.settings.oidc !== null) routeProvider(app, platform, platform.settings.oidc, addressOf);

	app.post('/auth/code', async (c) => {
		c.header('Cache-Control', 'no-store');
		const given = await readJson(c.req.raw, maxCodeBytes);
		const parsed = SignInCode.safeParse(given);
		if (!parsed.success) throw invalid(explainIssues(given, parsed.error.issues));
		return c.json(await exchangeCode(platform, parsed.data.code), 200);
	});

	app.post('/auth/token', async (c) => {
		c.header('Cache-Control', 'no-store');
		try {
			return c.json(await exchangeAuthorization(platform, await readForm(c)), 200);
		} catch (error) {
			if (!(error instanceof OAuthError)) throw error;
			const { message } = error;
			return c.json(
				{ error: error.error, error_description: message, ...errorBody('VALIDATION_FAILED', message) },
				400,
			);
		}
	});

	app.post('/auth/commands', async (c) => {
		c.header('Cache-Control', 'no-store');
		const [, signature = ''] = /^Command ([\w-]+)$/.exec(c.req.header('authorization') ?? '') ?? [];
		const body = await readText(c.req.raw, maxFormBytes);
		const lines = await runSignedCommand(platform, body, signature, (suspected) => recheckCorrupt(platform, suspected));
		return c.json({ lines }, 200);
	});

	for (const path of ['/.well-known/oauth-authorization-server', '/auth/.well-known/oauth-authorization-server']) {
		app.get(path, (c) => {
			c.header('Cache-Control', 'no-cache');
			return c.json(metadataOf(platform));
		});
	}

	app.get('/auth/keys', (c) => {
		c.header('Cache-Control', 'no-cache');
		return c.json(keySetOf(platform));
	});
}

function proofOf(form: URLSearchParams): Proof {
	const code = form.get('code');
	// Accepts the complete printed URL as well as the code at its end.
	if (code !== null) return { kind: 'code', code: code.trim().replace(/^.*[#&]code=/, '') };
	const username = (form.get('username') ?? '').replaceAll('\0', '').trim();
	return { kind: 'passphrase', username, passphrase: form.get('passphrase') ?? '' };
}
