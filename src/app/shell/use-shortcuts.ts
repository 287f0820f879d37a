import { useEffect, useEffectEvent, useRef } from 'react';

interface Shortcuts {
	readonly search: () => void;
	readonly shortcuts: () => void;
	/** Toggles the side bar. */
	readonly navigation: () => void;
}

/** How long the editor waits for the second key of its chords, in ms. */
const chordMs = 700;

/**
 * Global shortcuts. In the code editor, Ctrl+K starts a chord, so search opens only if no other key follows. A question
 * mark is a letter in text fields.
 */
export function useShortcuts(actions: Shortcuts): void {
	const chord = useRef(0);
	const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
		if (event.key !== 'Control' && event.key !== 'Meta') clearTimeout(chord.current);
		if (event.defaultPrevented || event.altKey || event.isComposing) return;
		const action = actionOf(event);
		if (action === 'chord') {
			chord.current = window.setTimeout(() => {
				if (!isCovered() && document.activeElement?.closest('.monaco-editor') != null) actions.search();
			}, chordMs);
			return;
		}
		// An open dialog gets the keys.
		if (action === null || isCovered()) return;
		event.preventDefault();
		actions[action]();
	});
	useEffect(() => {
		// Captured before the editor, which stops the keys it handles. Its own shortcuts are left to it.
		document.addEventListener('keydown', onKeyDown, { capture: true });
		return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
	}, []);
}

const isCovered = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

function actionOf(event: KeyboardEvent): keyof Shortcuts | 'chord' | null {
	const { target } = event;
	const element = target instanceof HTMLElement ? target : null;
	const isTyping = element?.matches('input, textarea, select, [contenteditable="true"]') ?? false;
	const isEditor = element?.closest('.monaco-editor') != null;
	const command = event.ctrlKey || event.metaKey;
	// In the code editor, F1 shows the editor's own commands.
	if ((event.key === 'F1' && !isEditor) || (command && event.key.toLowerCase() === 'p')) return 'search';
	if (command && !event.shiftKey && event.key.toLowerCase() === 'b') return 'navigation';
	if (command && !event.shiftKey && event.key.toLowerCase() === 'k') return isEditor ? 'chord' : 'search';
	if (!command && event.key === '?' && !isTyping && !isEditor) return 'shortcuts';
	return null;
}
