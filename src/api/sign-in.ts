import { IssuedToken } from '#contract/sign-in.ts';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { ApiError } from './api-error.ts';
import { exchange } from './http.ts';

/**
 * Exchanges the one-time code of a printed address for a token, at `/auth/code` of the service's origin, next to
 * `/api/v1`.
 * @param baseUrl absolute, ends in `/api/v1`
 * @throws ApiError
 */
export async function exchangeCode(baseUrl: string, code: string): Promise<IssuedToken> {
	const url = baseUrl.replace(/\/api\/v1$/, '/auth/code');
	const init = {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ code }),
	};
	const answer = await exchange({ id: 'exchangeCode' }, url, init, null);
	const parsed = IssuedToken.safeParse(tryParse(answer.text));
	if (parsed.success) return parsed.data;
	throw new ApiError(
		{
			kind: 'unreadable',
			status: answer.status,
			code: 'UNREADABLE',
			message: `${baseUrl} isn’t a dataset service, or is misconfigured: it returned no token. Check the URL.`,
			subErrors: [],
			requestId: answer.requestId,
			operation: 'exchangeCode',
		},
		parsed.error,
	);
}

function tryParse(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}
