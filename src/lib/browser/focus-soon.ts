/**
 * Moves the focus, without scrolling, to what `find` finds: at once where it is drawn, so that the next key is its own; else
 * with the next frame, when it has been drawn.
 */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
	const focus = (element: HTMLElement | null | undefined) => element?.focus({ preventScroll: true });
	const drawn = find();
	if (drawn) focus(drawn);
	else requestAnimationFrame(() => focus(find()));
}
