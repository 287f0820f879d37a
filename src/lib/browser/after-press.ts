let isPressed = false;

window.addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (isPressed = false), true);

/**
 * Runs work that may move or disable controls. If a pointer is pressing one of them, as when a field loses the focus to a
 * button, it runs at the end of the press and before the click: otherwise the click would be lost.
 */
export function afterPress(work: () => void): void {
	if (!isPressed) {
		work();
		return;
	}
	const ends = ['pointerup', 'pointercancel'] as const;
	const run = () => {
		for (const end of ends) window.removeEventListener(end, run);
		work();
	};
	for (const end of ends) window.addEventListener(end, run);
}
