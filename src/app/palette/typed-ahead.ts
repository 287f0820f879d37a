/** Text typed after search was requested and before its field exists; null if search wasn't requested. */
let typed: string | null = null;

function keep(event: KeyboardEvent): void {
	const { key, ctrlKey, metaKey, altKey, isComposing } = event;
	if (typed === null || isComposing || ctrlKey || metaKey || altKey) return;
	if (key.length === 1) typed += key;
	else if (key === 'Backspace') typed = typed.slice(0, -1);
	else if (key !== 'Enter') return;
	// The key isn't meant for the element that still has the focus.
	event.preventDefault();
	event.stopPropagation();
}

/** Starts buffering typed text. */
export function beginTypedAhead(): void {
	typed ??= '';
	window.addEventListener('keydown', keep, { capture: true });
}

/** Stops buffering. @returns the typed text */
export function endTypedAhead(): string {
	const text = typed ?? '';
	typed = null;
	window.removeEventListener('keydown', keep, { capture: true });
	return text;
}
