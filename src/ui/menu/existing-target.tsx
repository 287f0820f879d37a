import { type Ref, type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface ExistingTargetProps {
	readonly element: RefObject<HTMLElement | null>;
	readonly ref?: Ref<HTMLElement>;
}

/** Makes an element that is drawn elsewhere the target of a Mantine Menu or Popover, which want one among their children. */
export function ExistingTarget({ element, ref }: ExistingTargetProps) {
	useLayoutEffect(() => {
		if (typeof ref === 'function') ref(element.current);
		else if (ref) ref.current = element.current;
	}, [element, ref]);
	return null;
}

/**
 * Whether a menu or panel is open, and never in its first frame. Mantine remembers where the focus was when one that is drawn
 * closed opens; one that is drawn open, as a part that was just loaded is, would not give the focus back.
 */
export function useDrawnClosed(opened: boolean): boolean {
	const [isDrawn, setDrawn] = useState(false);
	useEffect(() => setDrawn(true), []);
	return opened && isDrawn;
}
