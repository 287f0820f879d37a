import { consoleClientId, redirectPath } from '#contract/console-client.ts';
import type { Settings } from '../../settings/settings.ts';

export interface AuthorizeRequest {
	readonly response: ResponseType;
	readonly redirectUri: string;
	readonly state: string;
	/** Repeated in the ID token; null if none was sent. */
	readonly nonce: string | null;
	/** S256 of the verifier (RFC 7636); null with the implicit flow. */
	readonly challenge: string | null;
	readonly openid: boolean;
	/** Username to prefill. */
	readonly hint: string;
}

export type ResponseType = 'code' | 'token' | 'id_token token';

/** Where an error goes: to the user, if the redirect URL can't be trusted, or else back to the console. */
export type ReadRequest =
	| { readonly kind: 'request'; readonly request: AuthorizeRequest }
	| { readonly kind: 'page'; readonly message: string }
	| { readonly kind: 'back'; readonly address: string };

const longest = 1_000;
const challengeForm = /^[\w-]{43}$/;

/** Parses an authorization request (RFC 6749, sections 4.1.1 and 4.2.1; RFC 7636; OpenID Connect Core, section 3.2.2.1). */
export function readAuthorizeRequest(settings: Settings, query: URLSearchParams): ReadRequest {
	const doubled = [...new Set(query.keys())].find((key) => query.getAll(key).length > 1);
	const one = (name: string): string | null => (name === doubled ? null : query.get(name) || null);
	if (one('client_id') !== consoleClientId) {
		return page(`client_id must be given exactly once, as "${consoleClientId}". Start over in the console.`);
	}
	const redirectUri = one('redirect_uri');
	if (redirectUri === null) return page('redirect_uri must be given exactly once. Start over in the console.');
	if (!redirectAddresses(settings).includes(redirectUri)) return page(notRegistered(redirectUri));

	const response = responseTypeOf(one('response_type'));
	const state = one('state');
	const refuse = (error: string, description: string): ReadRequest => ({
		kind: 'back',
		address: addressBack(
			settings,
			{ redirectUri, state, response: response ?? 'code' },
			{ error, error_description: description },
		),
	});
	if (doubled !== undefined) return refuse('invalid_request', `${doubled} is given more than once.`);
	if (response === null)
		return refuse('unsupported_response_type', 'response_type must be code, token, or id_token token.');
	if (state === null) return refuse('invalid_request', 'state is missing.');
	const nonce = one('nonce');
	const challenge = one('code_challenge');
	const scopes = (one('scope') ?? '').split(' ');
	const openid = scopes.includes('openid');
	const tooLong = [state, nonce ?? '', one('login_hint') ?? ''].some((value) => value.length > longest);
	if (tooLong)
		return refuse(
			'invalid_request',
			`state, nonce and login_hint can have at most ${longest.toLocaleString('en')} characters each.`,
		);
	if (one('response_mode') !== null && one('response_mode') !== (response === 'code' ? 'query' : 'fragment')) {
		return refuse('invalid_request', 'response_mode must be query if response_type is code, and fragment otherwise.');
	}
	if (response === 'code' && (one('code_challenge_method') !== 'S256' || !challengeForm.test(challenge ?? ''))) {
		return refuse('invalid_request', 'code_challenge and code_challenge_method=S256 are required (RFC 7636).');
	}
	if (response === 'id_token token' && !openid)
		return refuse('invalid_scope', 'An ID token requires the scope openid.');
	if (response === 'id_token token' && nonce === null) return refuse('invalid_request', 'nonce is missing.');
	if (one('prompt') === 'none') return refuse('login_required', 'There is no session. Show the sign-in page.');
	const request = { response, redirectUri, state, nonce, challenge, openid, hint: one('login_hint') ?? '' };
	return { kind: 'request', request: { ...request, challenge: response === 'code' ? challenge : null } };
}

/** The console's URL with the response: a code in the query, otherwise in the fragment, which isn't sent to servers. */
export function addressBack(
	{ publicUrl }: Pick<Settings, 'publicUrl'>,
	{ redirectUri, state, response }: { redirectUri: string; state: string | null; response: ResponseType },
	answer: Readonly<Record<string, string>>,
): string {
	const parts = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: publicUrl });
	return `${redirectUri}${response === 'code' ? '?' : '#'}${parts}`;
}

function responseTypeOf(text: string | null): ResponseType | null {
	const types = (text ?? '').split(' ').sort().join(' ');
	return types === 'code' || types === 'token' || types === 'id_token token' ? types : null;
}

const page = (message: string): ReadRequest => ({ kind: 'page', message });

function notRegistered(redirectUri: string): string {
	const known = URL.canParse(redirectUri) && /^https?:$/.test(new URL(redirectUri).protocol);
	const how = known
		? ` To allow that console, an admin can start the service with --console-origin ${new URL(redirectUri).origin}.`
		: '';
	return `${redirectUri} doesn’t belong to a console that this service recognizes, so you can’t sign in there.${how}`;
}

export const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** The exact redirect URLs allowed: the service's own console, under each loopback name, and the configured consoles. */
function redirectAddresses({ publicUrl, consoleOrigins, consoleUrls }: Settings): string[] {
	const { hostname, port, protocol, pathname } = new URL(publicUrl);
	const base = pathname.replace(/\/$/, '');
	const own = loopbackNames.includes(hostname)
		? loopbackNames.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}${base}`)
		: [publicUrl];
	return [...own, ...consoleOrigins, ...consoleUrls].map((origin) => origin + redirectPath);
}
