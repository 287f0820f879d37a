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

/** Whether a popup is open, and never in its first frame: Mantine gives the focus back only to popups that were drawn closed. */
export function useDrawnClosed(opened: boolean): boolean {
	const [isDrawn, setDrawn] = useState(false);
	useEffect(() => setDrawn(true), []);
	return opened && isDrawn;
}
