import { useEffect, useEffectEvent } from 'react';
import { isApple } from './keys.ts';

type Keys = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Keys of a page, wherever on it the focus is. They come before the code editor, which would take some of them for itself.
 * @param keys by the name of the key, with its modifiers: `F6`, `Shift+F6`, `Alt+KeyN`, `Mod+Alt+KeyB`
 */
export function useKeys(keys: Keys): void {
	const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
		if (event.defaultPrevented || event.isComposing) return;
		const act = keys[nameOf(event)];
		// What is open in front of the page has the keys.
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
	// Letters are found where the layout has them.
	const place = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
	const types = isApple && altKey && !metaKey && /^Key/.test(place);
	// There Option and a letter type a character: Control makes it a key of the page.
	if (types && !ctrlKey) return '';
	const isMod = types ? false : ctrlKey || metaKey;
	return [...(isMod ? ['Mod'] : []), ...(altKey ? ['Alt'] : []), ...(shiftKey ? ['Shift'] : []), place].join('+');
}
