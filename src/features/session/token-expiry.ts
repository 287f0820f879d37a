/** Expiry in a token, ISO 8601; null if it isn't a JWT or has none. Only for display and reminders: the service decides. */
export function expiryOf(token: string): string | null {
	const claims = claimsOf(token);
	const ends = typeof claims?.exp === 'number' ? new Date(claims.exp * 1_000) : null;
	return ends === null || Number.isNaN(ends.getTime()) ? null : ends.toISOString();
}

/** The unverified claims of a JWT, or null. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | null {
	const [, payload, signature, ...more] = token.split('.');
	if (payload === undefined || signature === undefined || more.length > 0) return null;
	try {
		const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (value) =>
			value.charCodeAt(0),
		);
		const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
		return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? { ...claims } : null;
	} catch {
		return null;
	}
}
