/** The part of the browser's Trusted Types that the console uses; TypeScript's own library does not know it yet. */
export interface PolicyRules {
	/** Null refuses. */
	readonly createHTML?: (text: string) => string | null;
	readonly createScriptURL?: (address: string) => string | null;
}

export interface Policy {
	/** A TrustedScriptURL where the browser has them; for the type checker it is the address that it was made of. */
	createScriptURL(address: string): string;
}

/** Makes a Trusted Types policy, or null in a browser that has none. Its name must be allowed by the page's policy. */
export function createPolicy(name: string, rules: PolicyRules): Policy | null {
	const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: typeof createPolicy } };
	return trustedTypes?.createPolicy(name, rules) ?? null;
}
