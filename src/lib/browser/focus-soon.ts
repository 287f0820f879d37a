/** Focuses an element without scrolling: now if it's rendered (so it gets the next key), otherwise in the next frame. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
	const focus = (element: HTMLElement | null | undefined) => element?.focus({ preventScroll: true });
	const drawn = find();
	if (drawn) focus(drawn);
	else requestAnimationFrame(() => focus(find()));
}
