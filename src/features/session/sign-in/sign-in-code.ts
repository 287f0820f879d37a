/** Fragment of an address that a service prints: `#code=<one-time code>`. */
const prefix = '#code=';

let taken: string | null = null;

/**
 * Takes the one-time code out of the address. Call before any request is made and before the router reads the address: the
 * code must not stay in the history or on the screen.
 * @returns whether there was one
 */
export function takeCodeFromAddress(): boolean {
	if (!location.hash.startsWith(prefix)) return false;
	taken = location.hash.slice(prefix.length);
	history.replaceState(history.state, '', location.pathname + location.search);
	return taken !== '';
}

/** The code that was taken, once. */
export function takenCode(): string | null {
	const code = taken;
	taken = null;
	return code;
}

/** Whether a code waits to be exchanged. */
export const hasTakenCode = (): boolean => taken !== null;
