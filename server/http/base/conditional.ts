/** Matches an entity tag without its weakness indicator: GET compares weakly (RFC 9110, 8.8.3.2). */
const opaqueTags = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Whether the client's copy is current, so that the response is 304 (RFC 9110, 13.2.2), by `If-None-Match` if present, else by `If-Modified-Since`.
 * @param etag the current one, with its quotes
 */
export function hasCurrentCopy(
	header: (name: string) => string | undefined,
	etag: string,
	lastModified: Date | null = null,
): boolean {
	const tags = header('If-None-Match');
	if (tags !== undefined) return tags.trim() === '*' || [...tags.matchAll(opaqueTags)].some(([, tag]) => tag === etag);
	const since = readHttpDate(header('If-Modified-Since') ?? '');
	// HTTP dates have whole seconds.
	return lastModified !== null && since !== null && Math.floor(lastModified.getTime() / 1_000) * 1_000 <= since;
}

const httpDates = [
	/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
	/^\w{6,9}, \d{2}-\w{3}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
	/^\w{3} \w{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** A date in one of three formats (RFC 9110, 5.6.7), as ms since 1970; null for any other, which is ignored. */
function readHttpDate(text: string): number | null {
	if (!httpDates.some((form) => form.test(text))) return null;
	const time = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
	return Number.isNaN(time) ? null : time;
}
