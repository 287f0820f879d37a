import { toCurl } from '../../lib/curl.ts';
import type { Activity } from '../../storage/activity.ts';

/** Answers began and broke off, or were never given: their code is the console's own word. */
const outcome = ({ status, errorCode }: Activity): string =>
	[status === 0 ? 'no answer' : String(status), ...(errorCode === null ? [] : [errorCode])].join(' ');

const urlOf = ({ address, query }: Activity): string =>
	query.length === 0 ? address : `${address}?${new URLSearchParams(query)}`;

/** What others wrote is in comments: whatever ends a line would end the comment, and what follows it would be run. */
const comment = (text: string): string => `# ${text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;

/** Why a request cannot be sent again as it stands here; null where it can. */
function whyNot({ method, leftOut, template, bearer }: Activity): string | null {
	if (method !== 'GET') return 'it is no read, and its body was not kept';
	const isForeign = template === null && !bearer;
	if (isForeign && leftOut.length > 0) return 'it is a signed address whose signature was not kept';
	return null;
}

/**
 * A request as a command. A read can be run once TOKEN is set; what is no read, and what cannot be asked again, is a comment.
 */
export function activityAsCurl(item: Activity): string {
	const command = toCurl({
		method: item.method,
		url: urlOf(item),
		bearer: item.bearer,
		headers: { Accept: 'application/json' },
	});
	const reason = whyNot(item);
	if (reason === null) {
		const note = item.leftOut.length === 0 ? [] : [comment(`Left out of the query: ${item.leftOut.join(', ')}`)];
		return [...note, command].join('\n');
	}
	return [`Not to be run: ${reason}.`, ...command.split('\n')].map(comment).join('\n');
}

/** All requests as a script, the oldest first. */
export function curlScript(activities: readonly Activity[]): string {
	const blocks = activities.toReversed().map((activity) => {
		const id = activity.requestId === null ? '' : `, request ${activity.requestId}`;
		const head = `${new Date(activity.at).toISOString()} ${activity.operation}: ${outcome(activity)} in ${activity.ms} ms${id}`;
		return [
			...[head, ...(activity.words === null ? [] : [activity.words])].map(comment),
			activityAsCurl(activity),
		].join('\n');
	});
	return `# Set the token first: read -rs TOKEN; export TOKEN\n\n${blocks.join('\n\n')}\n`;
}
