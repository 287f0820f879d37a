import { type Blocker, useBlocker } from 'react-router';

/**
 * Asks before the page is left with text that would be lost.
 * @param keepNow keeps the text as a draft; false when it could not be kept
 */
export const useLeaving = (dirty: boolean, keepNow: () => boolean): Blocker =>
	useBlocker(
		({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname && !keepNow(),
	);
