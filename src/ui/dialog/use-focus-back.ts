import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * What had the focus when a dialog came has it again when the dialog goes, unless something else took it. Mantine's own way
 * knows dialogs that are drawn before they open; to be used by one that is drawn opened, and by one that stays when closed.
 */
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
