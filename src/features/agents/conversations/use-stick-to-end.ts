import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Turn } from '../conversation.ts';
import { turnNow } from '../live.ts';

/** Distance from the end within which the view follows, px. */
const near = 80;

/** What stays in view while an answer grows: its question at the top, or its end. Null: wherever the user reads. */
type Followed = 'question' | 'end' | null;

/**
 * Keeps a growing answer in view, from its question down as far as it fits, so its first words are seen first.
 * Scrolling to the end follows the end. If the user reads further up, nothing moves, and a notice says that more
 * arrived.
 */
export function useStickToEnd(last: Turn | null) {
	const scroller = useRef<HTMLDivElement>(null);
	const content = useRef<HTMLDivElement>(null);
	const follows = useRef<Followed>('question');
	/** Scroll position set by this hook, px. */
	const put = useRef(-1);
	const [below, setBelow] = useState(false);
	const show = (element: HTMLDivElement) => {
		const end = element.scrollHeight - element.clientHeight;
		const question = content.current?.querySelector(':scope > article:last-of-type');
		const top = question?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
		const ofQuestion = element.scrollTop + top - element.getBoundingClientRect().top;
		const isCut = follows.current === 'question' && ofQuestion < end;
		element.scrollTop = isCut ? ofQuestion : end;
		put.current = element.scrollTop;
		setBelow(isCut && end - ofQuestion > near);
	};
	const follow = (what: Followed) => {
		follows.current = what;
		if (scroller.current !== null) show(scroller.current);
	};
	useEffect(() => {
		const element = scroller.current;
		if (element === null) return;
		const left = new AbortController();
		const look = () => {
			const { scrollTop } = element;
			if (Math.abs(scrollTop - put.current) < 1) return;
			put.current = -1;
			const isAtEnd = element.scrollHeight - scrollTop - element.clientHeight < near;
			follows.current = isAtEnd ? 'end' : null;
			if (isAtEnd) setBelow(false);
		};
		// Someone who opens or types something in an answer is looking at that.
		const stay = (event: Event) => {
			if (event instanceof KeyboardEvent && !/^(Enter| )$/.test(event.key)) return;
			follows.current = null;
		};
		element.addEventListener('scroll', look, { passive: true, signal: left.signal });
		element.addEventListener('pointerdown', stay, { passive: true, signal: left.signal });
		element.addEventListener('keydown', stay, { passive: true, signal: left.signal });
		return () => left.abort();
	}, []);
	const onGrown = useEffectEvent(show);
	useEffect(() => {
		const [element, inner] = [scroller.current, content.current];
		if (element === null || inner === null || last === null) return;
		let { events } = turnNow(last);
		const grown = new ResizeObserver(() => {
			const now = turnNow(last);
			const isNew = now.events !== events;
			events = now.events;
			if (follows.current !== null) onGrown(element);
			// It also grows when steps are opened or earlier questions shown, without anything new.
			else if (isNew) setBelow(true);
		});
		grown.observe(inner);
		return () => grown.disconnect();
	}, [last]);
	return {
		scroller,
		content,
		/** Whether more arrived than is in view. */
		below,
		/** Scrolls to the last question, with as much of its answer as fits. */
		toQuestion: () => follow('question'),
		toEnd: () => follow('end'),
	};
}
