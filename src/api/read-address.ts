import { ApiError, isApiError } from './api-error.ts';
import { currentCaller, exchange, type TextAnswer } from './http.ts';
import { isUnder } from './request-url.ts';

/**
 * Reads a URL the service named, such as an output's `href`. The token is only sent to the service's own origin and
 * base path.
 * @param operation id for messages
 */
export async function readAddress(operation: string, url: string, signal?: AbortSignal): Promise<TextAnswer> {
	const { baseUrl, token } = currentCaller();
	const init = { method: 'GET', redirect: 'follow', ...(signal ? { signal } : {}) } as const;
	const bearer = isUnder(baseUrl, url) ? token : null;
	try {
		return await exchange({ id: operation }, url, init, bearer);
	} catch (error) {
		if (!isApiError(error) || error.kind !== 'unreachable' || !(await isRedirect(url, bearer, signal))) throw error;
		throw redirectRefused(operation, url, error);
	}
}

/** Whether a URL redirects. Browsers don't reveal the target. */
async function isRedirect(url: string, token: string | null, signal: AbortSignal | undefined): Promise<boolean> {
	const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
	const init = { redirect: 'manual', credentials: 'omit', cache: 'no-store', headers } as const;
	try {
		return (await fetch(url, { ...init, ...(signal ? { signal } : {}) })).type === 'opaqueredirect';
	} catch {
		return false;
	}
}

const redirectRefused = (operation: string, url: string, cause: unknown): ApiError =>
	new ApiError(
		{
			kind: 'refused',
			status: 0,
			code: 'REDIRECT_BLOCKED',
			message: `The service at ${new URL(url).origin} redirects this download to a URL that doesn’t allow calls from this console. Ask the service’s admin to allow cross-origin requests (CORS) at that URL, or to return the URL instead of redirecting.`,
			subErrors: [],
			requestId: null,
			operation,
		},
		cause,
	);
