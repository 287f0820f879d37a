import { useEffect, useRef } from 'react';

/**
 * Properties of an element that takes the focus where what had it inside is gone, as after each step of something.
 * @param next selects what takes it instead, where there is such a thing
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
