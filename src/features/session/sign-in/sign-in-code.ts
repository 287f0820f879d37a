/** Fragment of a printed address: `#code=<one-time code>`. */
const prefix = '#code=';

let taken: string | null = null;

/**
 * Removes the one-time code from the URL. Call it before any request and before the router reads the URL, so that the
 * code isn't in the history or on the screen.
 * @returns whether there was one
 */
export function takeCodeFromAddress(): boolean {
	if (!location.hash.startsWith(prefix)) return false;
	taken = location.hash.slice(prefix.length);
	history.replaceState(history.state, '', location.pathname + location.search);
	return taken !== '';
}

/** Returns the removed code, once. */
export function takenCode(): string | null {
	const code = taken;
	taken = null;
	return code;
}

export const hasTakenCode = (): boolean => taken !== null;
