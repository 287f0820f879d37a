import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusSoon } from '../../lib/browser/focus-soon.ts';
import { noteMissingPart } from '../states/lazy-part.tsx';

interface RowWindowOptions {
	readonly count: number;
	readonly keyOf: (index: number) => string | number;
	readonly scroller: RefObject<HTMLDivElement | null>;
	/** Of a row, px; where rows are measured, what they are taken for before. */
	readonly height: number;
	/** Height of what stays in view above the rows, px. */
	readonly top: number;
}

export interface RowWindow {
	/** Height of all rows, px. */
	readonly size: number;
	/** The rows that exist; `start` is null where they lie one below the other by themselves. */
	readonly items: readonly { readonly index: number; readonly start: number | null }[];
	readonly measureElement: ((row: HTMLTableRowElement | null) => void) | undefined;
	/** Brings a row into view and the focus to it; one that cannot be drawn yet when the code for it is here. */
	readonly focus: (index: number) => void;
}

type Library = typeof import('@tanstack/react-virtual');
type Rows = Virtualizer<HTMLDivElement, HTMLTableRowElement>;

/** Null until it was loaded: the first screen is drawn without it. */
let library: Library | null = null;

/** Which rows of a list are in view. Until the code for that is here, these are the first ones. @param isMeasured whether their heights differ */
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
	// Measured heights are those of the other layout.
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is what the heights hang on
	useEffect(() => virtual?.measure(), [virtual, isMeasured]);

	function virtualOptions({ observeElementRect, observeElementOffset, elementScroll }: Library) {
		return {
			count,
			getItemKey: keyOf,
			getScrollElement: () => scroller.current,
			estimateSize: () => height,
			overscan: 6,
			scrollMargin: top,
			scrollPaddingStart: top,
			observeElementRect,
			observeElementOffset,
			scrollToFn: elementScroll,
			// Rows are there in the frame that was scrolled to.
			onChange: (_: unknown, isScrolling: boolean) => (isScrolling ? flushSync(redraw) : redraw()),
		};
	}

	// It knows of no row before it has measured the list: the rows that are drawn stay.
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
