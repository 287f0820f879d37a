import { useEffect, useRef } from 'react';

/**
 * Props of an element that takes the focus when the focused element inside disappears, for example after each step.
 * @param next selects an element to focus instead, if present
 */
export function useKeptFocus(next?: string) {
	const ref = useRef<HTMLDivElement>(null);
	const hadFocus = useRef(false);
	useEffect(() => {
		if (!hadFocus.current || document.activeElement !== document.body) return;
		const wanted = next === undefined ? null : ref.current?.querySelector<HTMLElement>(next);
		(wanted ?? ref.current)?.focus();
	});
	return {
		ref,
		tabIndex: -1,
		style: { outline: 'none' },
		onFocus: () => {
			hadFocus.current = true;
		},
		onBlur: () => {
			hadFocus.current = false;
		},
	};
}
