/** The part of Trusted Types the console uses, which TypeScript's library doesn't include yet. */
export interface PolicyRules {
	/** Null rejects. */
	readonly createHTML?: (text: string) => string | null;
	readonly createScriptURL?: (address: string) => string | null;
}

export interface Policy {
	/** A TrustedScriptURL if the browser supports it; typed as the URL it was made from. */
	createScriptURL(address: string): string;
}

/** Creates a Trusted Types policy, or null if unsupported. The page's policy must allow its name. */
export function createPolicy(name: string, rules: PolicyRules): Policy | null {
	const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy: typeof createPolicy } };
	return trustedTypes?.createPolicy(name, rules) ?? null;
}
