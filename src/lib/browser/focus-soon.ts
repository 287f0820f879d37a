/** Focuses what `find` finds, without scrolling: now if it is drawn (so that it gets the next key), else with the next frame. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
	const focus = (element: HTMLElement | null | undefined) => element?.focus({ preventScroll: true });
	const drawn = find();
	if (drawn) focus(drawn);
	else requestAnimationFrame(() => focus(find()));
}
