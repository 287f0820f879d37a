import { useEffect, useState } from 'react';

/**
 * Whether a menu or panel is open, and never in its first frame. Mantine remembers where the focus was when one that is drawn
 * closed opens; one that is drawn open, as a part that was just loaded is, would not give the focus back.
 */
export function useDrawnClosed(opened: boolean): boolean {
	const [isDrawn, setDrawn] = useState(false);
	useEffect(() => setDrawn(true), []);
	return opened && isDrawn;
}
