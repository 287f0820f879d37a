import { redirectPath } from '#contract/console-client.ts';
import { consolePath, readText } from '../../../storage/web-storage.ts';

/** Authorization response from the URL. */
export interface Answer {
	readonly query: URLSearchParams;
	readonly fragment: URLSearchParams;
}

/** Parameters that identify an authorization response. `state` in another page's query doesn't. */
const members = ['state', 'code', 'access_token', 'id_token', 'error', 'token_type'];

/** Storage key of the path this tab's pending sign-in returns to. */
export const waitingPathKey = (): string => `dataset-console/authorisation-path/1${consolePath()}`;

let taken: Answer | null = null;

/**
 * Removes an authorization response from the URL. Call it before any request and before the router reads the URL, so
 * that no secret stays in the history, on the screen or in requests.
 * @returns whether there was one
 */
export function takeAnswerFromAddress(): boolean {
	const page = new URL(`.${redirectPath}`, document.baseURI).pathname;
	const query = new URLSearchParams(location.search);
	const fragment = new URLSearchParams(location.hash.slice(1));
	// Tokens are valid only here and must not remain anywhere.
	const isOurs = fragment.has('access_token') || fragment.has('id_token');
	if (!isOurs && location.pathname !== page && location.pathname !== readText('session', waitingPathKey()))
		return false;
	const isAnswer = members.some((member) => query.has(member) || fragment.has(member));
	// A printed address has only a one-time code in its fragment.
	const isPrinted = [...fragment.keys()].join() === 'code' && !members.some((member) => query.has(member));
	if (!isAnswer || isPrinted) return false;
	taken = { query, fragment };
	history.replaceState(history.state, '', page);
	return true;
}

/** Returns the removed response, once. */
export function takenAnswer(): Answer | null {
	const answer = taken;
	taken = null;
	return answer;
}
