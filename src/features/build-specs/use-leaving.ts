import { useCallback, useRef } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** Asks before the page is left with unsaved text. `release` lets the next navigation pass (after a save or deletion). */
export function useLeaving(dirty: boolean): { blocker: Blocker; release: () => void } {
	const released = useRef(false);
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			dirty && !released.current && currentLocation.pathname !== nextLocation.pathname,
	);
	const release = useCallback(() => {
		released.current = true;
	}, []);
	return { blocker, release };
}
