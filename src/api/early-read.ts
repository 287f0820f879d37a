interface EarlyRead {
	readonly url: string;
	readonly token: string;
	readonly response: Promise<Response>;
	/** ms since the page was opened. */
	readonly at: number;
}

declare global {
	/** Set by the script in `index.html`. */
	var earlyRead: EarlyRead | undefined;
}

/** After this time, ms, a response is too old for a page that only starts now. */
const lasts = 10_000;

/** The response that `index.html` requested before this code was loaded, once, if it is for this request. */
export function takeEarlyRead(url: string, token: string | null, isPlain: boolean): Promise<Response> | undefined {
	const early = globalThis.earlyRead;
	if (early === undefined || !isPlain || early.url !== url || early.token !== token) return undefined;
	globalThis.earlyRead = undefined;
	return performance.now() - early.at < lasts ? early.response : undefined;
}
