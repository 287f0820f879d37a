import { useEffect, useEffectEvent } from 'react';
import { isApple } from './keys.ts';

type Keys = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Page-wide shortcuts, handled before the code editor, which would take some of them.
 * @param keys by key name with modifiers: `F6`, `Shift+F6`, `Alt+KeyN`, `Mod+Alt+KeyB`
 */
export function useKeys(keys: Keys): void {
	const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
		if (event.defaultPrevented || event.isComposing) return;
		const act = keys[nameOf(event)];
		// An open dialog gets the keys.
		if (act === undefined || document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
		event.preventDefault();
		event.stopPropagation();
		act();
	});
	useEffect(() => {
		document.addEventListener('keydown', onKeyDown, { capture: true });
		return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
	}, []);
}

function nameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
	// Letters follow the keyboard layout.
	const place = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
	const types = isApple && altKey && !metaKey && /^Key/.test(place);
	// On macOS, Option plus a letter types a character; Control makes it a shortcut.
	if (types && !ctrlKey) return '';
	const isMod = types ? false : ctrlKey || metaKey;
	return [...(isMod ? ['Mod'] : []), ...(altKey ? ['Alt'] : []), ...(shiftKey ? ['Shift'] : []), place].join('+');
}
