import { useEffect, useRef } from 'react';

/** Ref of an element that takes the focus when it appears, if what had the focus disappeared. */
export function useArrivalFocus<T extends HTMLElement>() {
	const ref = useRef<T>(null);
	useEffect(() => {
		// Then the page has the focus, or an element around it that caught the focus.
		if (document.activeElement?.contains(ref.current)) ref.current?.focus();
	}, []);
	return ref;
}
