import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus when a dialog closes, unless something else took it. Mantine only does so for dialogs rendered
 * before they open.
 */
export function useFocusBack(opened = true): void {
	const before = useRef<Element | null>(null);
	// Before the dialog takes the focus, which happens after rendering.
	useLayoutEffect(() => {
		if (opened) before.current = document.activeElement;
	}, [opened]);
	useEffect(() => {
		if (!opened) return;
		return () => {
			const element = before.current;
			const left = document.activeElement?.closest(modal) ?? null;
			// The dialog clears its own focus first, then its successor takes it.
			setTimeout(() => {
				const now = document.activeElement;
				const isFree = now === null || now === document.body || left?.contains(now) === true;
				if (isFree && element instanceof HTMLElement && canTake(element, left)) element.focus({ preventScroll: true });
			});
		};
	}, [opened]);
}

const modal = '[role="dialog"][aria-modal="true"]';

/** Nothing behind an open dialog may take its keys. */
function canTake(element: HTMLElement, left: Element | null): boolean {
	const opened = [...document.querySelectorAll(modal)].filter((element) => element !== left);
	return element.isConnected && (opened.length === 0 || opened.some((candidate) => candidate.contains(element)));
}
