import { toCurl } from '../../lib/curl.ts';
import type { Activity } from '../../storage/activity.ts';

/** Status 0 means the response was cut off or missing; the code is then the console's own. */
const outcome = ({ status, errorCode }: Activity): string =>
	[status === 0 ? 'no response' : String(status), ...(errorCode === null ? [] : [errorCode])].join(' ');

const urlOf = ({ address, query }: Activity): string =>
	query.length === 0 ? address : `${address}?${new URLSearchParams(query)}`;

/** Untrusted text in a comment: line breaks are removed, since the shell would run the next line. */
const comment = (text: string): string => `# ${text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;

/** Why a request can't be repeated as recorded, or null. */
function whyNot({ method, leftOut, template, bearer }: Activity): string | null {
	if (method !== 'GET') return 'it changes data, and its body wasn’t stored';
	const isForeign = template === null && !bearer;
	if (isForeign && leftOut.length > 0) return 'it’s a signed URL whose signature wasn’t stored';
	return null;
}

/** A request as a curl command. Reads can be run once TOKEN is set; writes and requests that can't be repeated are comments. */
export function activityAsCurl(item: Activity): string {
	const command = toCurl({
		method: item.method,
		url: urlOf(item),
		bearer: item.bearer,
		headers: { Accept: 'application/json' },
	});
	const reason = whyNot(item);
	if (reason === null) {
		const note = item.leftOut.length === 0 ? [] : [comment(`Removed from the query: ${item.leftOut.join(', ')}`)];
		return [...note, command].join('\n');
	}
	return [`Don’t run this: ${reason}.`, ...command.split('\n')].map(comment).join('\n');
}

/** All requests as a script, oldest first. */
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
