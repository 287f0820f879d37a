import { redirectPath } from '#contract/console-client.ts';
import { consolePath, readText } from '../../../storage/web-storage.ts';

/** What came back from a service's pages, as it stood in the address. */
export interface Answer {
	readonly query: URLSearchParams;
	readonly fragment: URLSearchParams;
}

/** Any of these makes an address an answer; a list's `state` in its query does not, on another page. */
const members = ['state', 'code', 'access_token', 'id_token', 'error', 'token_type'];

/** Where this tab keeps the path to which the answer of the sign-in that waits comes. */
export const waitingPathKey = (): string => `dataset-console/authorisation-path/1${consolePath()}`;

let taken: Answer | null = null;

/**
 * Takes the answer of a sign-in out of the address. Call before any request is made and before the router reads the address:
 * no secret may stay in the history, on the screen, or in what is sent.
 * @returns whether there was one
 */
export function takeAnswerFromAddress(): boolean {
	const page = new URL(`.${redirectPath}`, document.baseURI).pathname;
	const query = new URLSearchParams(location.search);
	const fragment = new URLSearchParams(location.hash.slice(1));
	// A token counts nowhere else, and is to stay nowhere.
	const isOurs = fragment.has('access_token') || fragment.has('id_token');
	if (!isOurs && location.pathname !== page && location.pathname !== readText('session', waitingPathKey()))
		return false;
	const isAnswer = members.some((member) => query.has(member) || fragment.has(member));
	// An address that a service prints has a one-time code behind its "#", and nothing else.
	const isPrinted = [...fragment.keys()].join() === 'code' && !members.some((member) => query.has(member));
	if (!isAnswer || isPrinted) return false;
	taken = { query, fragment };
	history.replaceState(history.state, '', page);
	return true;
}

/** The answer that was taken, once. */
export function takenAnswer(): Answer | null {
	const answer = taken;
	taken = null;
	return answer;
}
