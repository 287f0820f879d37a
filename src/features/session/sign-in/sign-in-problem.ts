import { isApiError } from '../../../api/api-error.ts';
import { wasBlocked } from '../../../lib/browser/blocked-origins.ts';

/** Why signing in did not work, in words, and at which field to say so. */
export interface SignInProblem {
	readonly field: 'service' | 'token';
	readonly message: string;
}

/** @returns the token without what people copy along, or why it cannot be one */
export function readToken(text: string): { readonly token: string } | { readonly problem: string } {
	const token = text.trim().replace(/^bearer\s+/i, '');
	if (token === '') return { problem: 'Enter an access token.' };
	if (/\s/.test(token)) return { problem: 'The token has a space or a line break in it. Copy it again, as one piece.' };
	if (!/^[\x21-\x7e]+$/.test(token)) return { problem: 'The token has characters that no token has. Copy it again.' };
	return { token };
}

export async function explainTokenRefusal(error: unknown, baseUrl: string): Promise<SignInProblem> {
	const { origin } = new URL(baseUrl);
	const atService = (message: string): SignInProblem => ({ field: 'service', message });
	const atToken = (message: string): SignInProblem => ({ field: 'token', message });
	if (!isApiError(error)) return atToken(error instanceof Error ? error.message : String(error));
	if (error.kind === 'unreachable') {
		if (await wasBlocked(origin)) return atService(blocked(baseUrl));
		const foreign = origin === location.origin ? '' : `, and that it allows calls from ${location.origin}`;
		return atService(
			`The service at ${origin} did not answer. Check the address, that the service is running${foreign}.`,
		);
	}
	if (error.kind === 'unreadable' || error.status === 404)
		return atService(`What answers at ${baseUrl} is not a dataset service. Check the address.`);
	if (error.status === 401)
		return atToken('The service does not accept this token. It may have ended, or only a part of it was copied.');
	return atToken(`${error.message} (${error.code})`);
}

/** The page may call only what its policy lists: what has to be added, and where. */
function blocked(baseUrl: string): string {
	const { host, origin } = new URL(baseUrl);
	return `This console may not call ${origin}, because its content security policy does not list it. Its administrator can allow it by starting the service with --service "${host}=${baseUrl}". That service in turn has to allow calls from here, with --console-origin ${location.origin} where it is of this kind.`;
}

/** Explains why a printed address did not sign the person in, and what to do. */
export function explainCodeRefusal(error: unknown, baseUrl: string): string {
	const { origin } = new URL(baseUrl);
	const another = 'Run "npm run sign-in" where the service was started: it prints a new address.';
	if (!isApiError(error)) return `The console could not use this address. ${another}`;
	if (error.kind === 'unreachable') {
		return `The service at ${origin} did not answer. Check that it is running, then open the address again.`;
	}
	if (error.kind === 'refused' && error.status < 500 && error.status !== 429) {
		return `${error.message} An address works once and for a short time. ${another}`;
	}
	return `${error.message} ${another}`;
}
