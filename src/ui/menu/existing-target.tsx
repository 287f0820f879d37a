import { type Ref, type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface ExistingTargetProps {
	readonly element: RefObject<HTMLElement | null>;
	readonly ref?: Ref<HTMLElement>;
}

/** Uses an element rendered elsewhere as the target of a Mantine Menu or Popover, which require a child. */
export function ExistingTarget({ element, ref }: ExistingTargetProps) {
	useLayoutEffect(() => {
		if (typeof ref === 'function') ref(element.current);
		else if (ref) ref.current = element.current;
	}, [element, ref]);
	return null;
}

/** Whether a popup is open, but never in its first frame: Mantine returns the focus only for popups rendered closed. */
export function useDrawnClosed(opened: boolean): boolean {
	const [isDrawn, setDrawn] = useState(false);
	useEffect(() => setDrawn(true), []);
	return opened && isDrawn;
}
