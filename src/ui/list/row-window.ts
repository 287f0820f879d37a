import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusSoon } from '../../lib/browser/focus-soon.ts';
import { noteMissingPart } from '../states/lazy-part.tsx';

interface RowWindowOptions {
	readonly count: number;
	/** Used only for measured rows, whose heights follow their keys. */
	readonly keyOf: (index: number) => string | number;
	readonly scroller: RefObject<HTMLDivElement | null>;
	/** Row height in px; an estimate if rows are measured. */
	readonly height: number;
	/** Height of the sticky header, px. */
	readonly top: number;
}

export interface RowWindow {
	/** Total height of all rows, px. */
	readonly size: number;
	/** The rendered rows; `start` is null in normal flow. */
	readonly items: readonly { readonly index: number; readonly start: number | null }[];
	readonly measureElement: ((row: HTMLTableRowElement | null) => void) | undefined;
	/** Scrolls to a row and focuses it, waiting for the virtualizer's code if needed. */
	readonly focus: (index: number) => void;
}

type Library = typeof import('@tanstack/react-virtual');
type Rows = Virtualizer<HTMLDivElement, HTMLTableRowElement>;

/** Null until loaded; the first screen renders without it. */
let library: Library | null = null;

/** The rows of a list in view. Until the virtualizer has loaded, the first ones. @param isMeasured whether row heights vary */
export function useRowWindow(options: RowWindowOptions, isMeasured: boolean): RowWindow {
	const { count, keyOf, scroller, height, top } = options;
	const [, redraw] = useReducer((times: number) => times + 1, 0);
	const [loaded, setLoaded] = useState(library);
	const [isMissing, setMissing] = useState(false);
	const [virtual, setVirtual] = useState<Rows | null>(null);
	const wanted = useRef<number | null>(null);
	const focus = (index: number) => {
		const find = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
		wanted.current = virtual === null && find() == null ? index : null;
		virtual?.scrollToIndex(index);
		// Renders the row now instead of at the browser's own event, a frame later.
		scroller.current?.dispatchEvent(new Event('scroll'));
		focusSoon(find);
	};
	useEffect(() => {
		if (library === null) load().then(setLoaded, () => setMissing(true));
	}, []);
	if (loaded !== null && virtual === null) setVirtual(new loaded.Virtualizer(virtualOptions(loaded)));
	if (loaded !== null) virtual?.setOptions(virtualOptions(loaded));
	useLayoutEffect(() => virtual?._didMount(), [virtual]);
	useLayoutEffect(() => virtual?._willUpdate());
	const focusWanted = useEffectEvent(() => wanted.current !== null && focus(wanted.current));
	useEffect(() => {
		if (virtual !== null) focusWanted();
	}, [virtual]);
	// The measured heights belong to the other layout.
	// biome-ignore lint/correctness/useExhaustiveDependencies: heights depend on it
	useEffect(() => virtual?.measure(), [virtual, isMeasured]);

	function virtualOptions({ observeElementRect, observeElementOffset, elementScroll }: Library) {
		return {
			count,
			...(isMeasured && { getItemKey: keyOf }),
			getScrollElement: () => scroller.current,
			estimateSize: () => height,
			overscan: 6,
			scrollMargin: top,
			scrollPaddingStart: top,
			observeElementRect,
			observeElementOffset,
			scrollToFn: elementScroll,
			// Renders rows in the same frame as the scroll.
			onChange: (_: unknown, isScrolling: boolean) => (isScrolling ? flushSync(redraw) : redraw()),
		};
	}

	// Before the virtualizer has measured the list, it returns no rows, so the current ones are kept.
	const inView = virtual?.getVirtualItems() ?? [];
	if (virtual === null || inView.length === 0) {
		const drawn = isMissing ? count : Math.min(count, Math.ceil(window.innerHeight / height));
		return {
			size: count * height,
			items: Array.from({ length: drawn }, (_, index) => ({ index, start: isMeasured ? null : index * height })),
			measureElement: undefined,
			focus,
		};
	}
	return {
		size: virtual.getTotalSize(),
		items: inView.map(({ index, start }) => ({ index, start: start - top })),
		measureElement: isMeasured ? virtual.measureElement : undefined,
		focus,
	};
}

async function load(): Promise<Library> {
	try {
		library = await import('@tanstack/react-virtual');
		return library;
	} catch (error) {
		noteMissingPart();
		throw error;
	}
}
