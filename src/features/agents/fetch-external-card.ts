import { parseJson } from '#lib/exact-json/exact-json.ts';
import { isApiError } from '../../api/api-error.ts';
import { exchange } from '../../api/http.ts';

/**
 * Reads the card of an agent outside of the service. Cards are public as a rule: the agent's own token goes along only where
 * one is asked for, since another origin need not let a page send it.
 * @param token of that agent; null: none
 * @throws ApiError, SyntaxError
 */
export async function fetchExternalCard(cardUrl: string, token: string | null, signal: AbortSignal): Promise<unknown> {
	const read = async (headers: Record<string, string>): Promise<unknown> =>
		parseJson((await exchange({ id: 'getAgentCard' }, cardUrl, { method: 'GET', headers, signal }, null)).text);
	try {
		return await read({});
	} catch (error) {
		if (token === null || !isApiError(error) || ![401, 403].includes(error.status)) throw error;
		return await read({ Authorization: `Bearer ${token}` });
	}
}
