/** Origins that this page's content security policy kept it from calling. */
const blocked = new Set<string>();

/** Begins to take note of blocked calls. Call once, before the first request. */
export function watchBlockedOrigins(): void {
	document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
		if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI)) blocked.add(new URL(blockedURI).origin);
	});
}

/** The browser reports a blocked call a moment after the call has failed, ms. */
const reportedWithin = 100;

/** Whether a call to this origin that just failed was blocked by the page's own policy: no service was asked. */
export async function wasBlocked(origin: string): Promise<boolean> {
	if (!blocked.has(origin)) await new Promise((resolve) => setTimeout(resolve, reportedWithin));
	return blocked.has(origin);
}
