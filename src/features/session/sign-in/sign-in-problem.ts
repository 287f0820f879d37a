import { isApiError } from '../../../api/api-error.ts';
import { wasBlocked } from '../../../lib/browser/blocked-origins.ts';

export interface SignInProblem {
	readonly field: 'service' | 'token';
	readonly message: string;
}

/** @returns the token without surrounding text that was copied along, or why it isn't one */
export function readToken(text: string): { readonly token: string } | { readonly problem: string } {
	const token = text.trim().replace(/^bearer\s+/i, '');
	if (token === '') return { problem: 'Enter an access token.' };
	if (/\s/.test(token)) return { problem: 'The token contains a space or a line break. Copy it again.' };
	if (!/^[\x21-\x7e]+$/.test(token)) return { problem: 'The token contains invalid characters. Copy it again.' };
	return { token };
}

export async function explainTokenRefusal(error: unknown, baseUrl: string): Promise<SignInProblem> {
	const { origin } = new URL(baseUrl);
	const atService = (message: string): SignInProblem => ({ field: 'service', message });
	const atToken = (message: string): SignInProblem => ({ field: 'token', message });
	if (!isApiError(error)) return atToken(error instanceof Error ? error.message : String(error));
	if (error.kind === 'unreachable') {
		if (await wasBlocked(origin)) return atService(blocked(baseUrl));
		const running =
			origin === location.origin
				? ' and the service is running'
				: `, the service is running, and it allows calls from ${location.origin}`;
		return atService(`The service at ${origin} isn’t responding. Check that the URL is correct${running}.`);
	}
	if (error.kind === 'unreadable' || error.status === 404)
		return atService(`${baseUrl} isn’t a dataset service. Check the URL.`);
	if (error.status === 401)
		return atToken(
			'The service doesn’t accept this token. It may be expired or incomplete. Copy it again, or use another token.',
		);
	return atToken(`${error.message} (${error.code})`);
}

/** The content security policy lists what the page may call: explains what to add, and where. */
function blocked(baseUrl: string): string {
	const { host, origin } = new URL(baseUrl);
	return `This console’s content security policy doesn’t allow calls to ${origin}. Ask its admin to start the console’s service with --service "${host}=${baseUrl}". The service at ${origin} must also allow calls from this console. If it’s an embedded service, start it with --console-origin ${location.origin}.`;
}

/** Explains why a printed address didn't sign the user in, and what to do. */
export function explainCodeRefusal(error: unknown, baseUrl: string): string {
	const { origin } = new URL(baseUrl);
	const another = 'To get a new link, run "npm run sign-in" where the service was started, or ask your admin.';
	if (!isApiError(error)) return `The console can’t use this sign-in link. ${another}`;
	if (error.kind === 'unreachable') {
		return `The service at ${origin} isn’t responding. Check that it’s running, then open the link again.`;
	}
	const isFinal = error.kind === 'refused' && error.status < 500 && error.status !== 429;
	return isFinal ? error.message : `${error.message} Try opening the link again.`;
}
