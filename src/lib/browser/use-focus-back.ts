import { useEffect, useLayoutEffect, useRef } from 'react';

/** Gives the focus back when a dialog goes, unless something else took it. Mantine does so only for dialogs drawn before they open. */
export function useFocusBack(opened = true): void {
	const before = useRef<Element | null>(null);
	// Before the dialog takes the focus, which it does after it was drawn.
	useLayoutEffect(() => {
		if (opened) before.current = document.activeElement;
	}, [opened]);
	useEffect(() => {
		if (!opened) return;
		return () => {
			const element = before.current;
			const left = document.activeElement?.closest(modal) ?? null;
			// The dialog puts its own focus away first, and what came instead of it takes it.
			setTimeout(() => {
				const now = document.activeElement;
				const isFree = now === null || now === document.body || left?.contains(now) === true;
				if (isFree && element instanceof HTMLElement && canTake(element, left)) element.focus({ preventScroll: true });
			});
		};
	}, [opened]);
}

const modal = '[role="dialog"][aria-modal="true"]';

/** Nothing behind a dialog that is open takes the keys from it. */
function canTake(element: HTMLElement, left: Element | null): boolean {
	const opened = [...document.querySelectorAll(modal)].filter((element) => element !== left);
	return element.isConnected && (opened.length === 0 || opened.some((candidate) => candidate.contains(element)));
}
