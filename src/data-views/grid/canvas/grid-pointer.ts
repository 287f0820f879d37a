import type { GridView } from './grid-view.ts';

/** Interval for scrolling row by row while the pointer rests beyond the edge, in ms. */
const pace = 50;
/** Movement that turns a press into a drag, px. */
const slack = 5;

/** Selects cells, rows and columns with the pointer, and opens menus. */
export function listenToPointer(grid: GridView, signal: AbortSignal): void {
	const { host, canvas } = grid;
	const onPointerDown = (event: PointerEvent) => {
		const { area, cell } = canvas.locate(event);
		if (event.button !== 0 || (area !== 'cells' && area !== 'gutter')) return;
		grid.press(cell, area === 'gutter' ? 'rows' : 'cells', event.shiftKey);
		// Touch movement scrolls.
		if (event.pointerType === 'mouse' || event.pointerType === 'pen') dragFrom(event, grid);
	};
	const onDoubleClick = (event: MouseEvent) => {
		if (canvas.locate(event).area === 'cells') grid.inspect();
	};
	const onContextMenu = (event: MouseEvent) => {
		const { area, cell } = canvas.locate(event);
		if (area === 'outside') return;
		event.preventDefault();
		if (!grid.isSelected(cell)) grid.press(cell, area === 'gutter' ? 'rows' : 'cells', false);
		grid.openMenuAt({ x: event.clientX, y: event.clientY });
	};
	host.addEventListener('pointerdown', onPointerDown, { signal });
	host.addEventListener('dblclick', onDoubleClick, { signal });
	host.addEventListener('contextmenu', onContextMenu, { signal });
}

function dragFrom(event: PointerEvent, grid: GridView): void {
	const { host, canvas } = grid;
	host.setPointerCapture(event.pointerId);
	let last: PointerEvent = event;
	const extend = () => {
		const { area, cell } = canvas.locate(last);
		if (area === 'header' || area === 'outside') grid.extendTo(cell);
	};
	const timer = setInterval(extend, pace);
	const move = (moved: PointerEvent) => {
		if (moved.clientX === last.clientX && moved.clientY === last.clientY) return;
		last = moved;
		grid.extendTo(canvas.locate(moved).cell);
	};
	host.addEventListener('pointermove', move);
	const end = () => {
		clearInterval(timer);
		host.removeEventListener('pointermove', move);
	};
	host.addEventListener('lostpointercapture', end, { once: true });
}

/** A press on a column header: a click if released in place, a drag of the column if moved. */
export function followHead(position: number, event: PointerEvent, grid: GridView): void {
	const { canvas } = grid;
	const ended = new AbortController();
	const { signal } = ended;
	let isDrag = false;
	const finish = () => {
		ended.abort();
		canvas.showDrop(position, null);
	};
	const onPointerMove = (moved: PointerEvent) => {
		if (event.pointerType === 'touch') return;
		isDrag ||= Math.abs(moved.clientX - event.clientX) > slack;
		if (isDrag) canvas.showDrop(position, moved);
	};
	const onPointerUp = (up: PointerEvent) => {
		const before = isDrag ? canvas.showDrop(position, up) : null;
		finish();
		if (before !== null) grid.drop(position, before);
		else if (!isDrag) grid.clickHead(position, up);
	};
	const onKeyDown = ({ key }: KeyboardEvent) => {
		if (key === 'Escape') finish();
	};
	window.addEventListener('pointermove', onPointerMove, { signal });
	window.addEventListener('pointerup', onPointerUp, { signal });
	window.addEventListener('pointercancel', finish, { signal });
	window.addEventListener('keydown', onKeyDown, { signal, capture: true });
}
