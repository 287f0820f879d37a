/** What is typed after search was asked for and before its field is there; null while nobody waits for it. */
let typed: string | null = null;

function keep(event: KeyboardEvent): void {
	const { key, ctrlKey, metaKey, altKey, isComposing } = event;
	if (typed === null || isComposing || ctrlKey || metaKey || altKey) return;
	if (key.length === 1) typed += key;
	else if (key === 'Backspace') typed = typed.slice(0, -1);
	else if (key !== 'Enter') return;
	// It is not for what has the focus still.
	event.preventDefault();
	event.stopPropagation();
}

/** Keeps what is typed from now on. */
export function beginTypedAhead(): void {
	typed ??= '';
	window.addEventListener('keydown', keep, { capture: true });
}

/** Ends that. @returns what was typed */
export function endTypedAhead(): string {
	const text = typed ?? '';
	typed = null;
	window.removeEventListener('keydown', keep, { capture: true });
	return text;
}
