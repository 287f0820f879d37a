import { headerRow, moveByKey } from './grid-keys.ts';
import type { GridView } from './grid-view.ts';

export function listenToKeys(grid: GridView, signal: AbortSignal): void {
	const { host } = grid;
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.target === host && actOnKey(event, grid)) event.preventDefault();
	};
	host.addEventListener('focus', () => grid.focused(), { signal });
	host.addEventListener('keydown', onKeyDown, { signal });
}

/** Executes a key's action (ARIA Authoring Practices, "Grid Pattern"). @returns whether it had one */
function actOnKey(event: KeyboardEvent, grid: GridView): boolean {
	const ctrl = event.ctrlKey || event.metaKey;
	const from = grid.active ?? { row: 0, column: 0 };
	const { key, shiftKey, altKey } = event;
	if (isMenuKey(event)) return does(() => grid.openMenu());
	if (altKey) {
		if (key === 'ArrowLeft' || key === 'ArrowRight')
			return does(() => grid.resizeActive(key === 'ArrowLeft' ? -16 : 16));
		return false;
	}
	if (ctrl && key.length === 1 && !shiftKey) {
		const letter = letters[key.toLowerCase()];
		if (letter !== undefined) return does(() => letter(grid));
	}
	if (key === 'F3') return does(() => grid.events.command(shiftKey ? 'previous' : 'next'));
	if (key === ' ' && ctrl) return does(() => grid.selectWhole('columns'));
	const inHeader = from.row === headerRow;
	if (key === ' ' && inHeader) return does(() => grid.sortActive(shiftKey));
	if (key === ' ' && shiftKey) return does(() => grid.selectWhole('rows'));
	if (key === 'Enter' || key === 'F2') return does(() => (inHeader ? grid.openMenu() : grid.inspect()));
	if (key === 'Escape') return grid.collapse();
	if (inHeader && ctrl && shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight'))
		return does(() => grid.moveActive(key === 'ArrowLeft' ? -1 : 1));
	const to = moveByKey(key, ctrl, from, grid.board);
	if (to === null || grid.board.columnCount === 0) return false;
	const extend = shiftKey && !inHeader;
	return does(() => grid.goTo(extend && to.row === headerRow ? { ...to, row: 0 } : to, extend));
}

const letters: Readonly<Record<string, ((grid: GridView) => void) | undefined>> = {
	a: (grid) => grid.selectWhole('all'),
	f: (grid) => grid.events.command('find'),
	g: (grid) => grid.events.command('row'),
};

const isMenuKey = ({ key, shiftKey, altKey }: KeyboardEvent): boolean =>
	key === 'ContextMenu' || (key === 'F10' && shiftKey) || (key === 'ArrowDown' && altKey);

function does(act: () => void): true {
	act();
	return true;
}
