/** Origins that this page's content security policy blocked. */
const blocked = new Set<string>();

/** Starts recording blocked calls. Call it once, before the first request. */
export function watchBlockedOrigins(): void {
	document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
		if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI)) blocked.add(new URL(blockedURI).origin);
	});
}

/** Browsers report a blocked call up to this many ms after it failed. */
const reportedWithin = 100;

/** Whether a call that just failed was blocked by the page's own policy and never sent. */
export async function wasBlocked(origin: string): Promise<boolean> {
	if (!blocked.has(origin)) await new Promise((resolve) => setTimeout(resolve, reportedWithin));
	return blocked.has(origin);
}
