/** Origins that this page's content security policy kept it from calling. */
const blocked = new Set<string>();

/** Begins to take note of blocked calls. Call once, before the first request. */
export function watchBlockedOrigins(): void {
	document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
		if (effectiveDirective === 'connect-src' && URL.canParse(blockedURI)) blocked.add(new URL(blockedURI).origin);
	});
}

/** Whether a call to this origin was blocked by the page's own policy: no service was asked. */
export const isBlockedOrigin = (origin: string): boolean => blocked.has(origin);
