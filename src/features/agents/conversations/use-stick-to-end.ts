import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Turn } from '../conversation.ts';
import { turnNow } from '../live.ts';

/** So near to the end, px, somebody reads along. */
const near = 80;

/** What is kept in view while an answer grows: its question at the top, or its end; null: where somebody reads. */
type Followed = 'question' | 'end' | null;

/**
 * Keeps an answer in view for who reads along, from its question down as far as there is room, so that what it says first is
 * seen first. Who goes to the end follows that; for who reads further up nothing moves, and it is said that more came.
 */
export function useStickToEnd(last: Turn | null) {
	const scroller = useRef<HTMLDivElement>(null);
	const content = useRef<HTMLDivElement>(null);
	const follows = useRef<Followed>('question');
	/** Where this put the view, px. */
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
		// Who opens or writes something within an answer looks at that, and not at the end.
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
			// It also grows when steps are opened or earlier questions are shown: nothing came then.
			else if (isNew) setBelow(true);
		});
		grown.observe(inner);
		return () => grown.disconnect();
	}, [last]);
	return {
		scroller,
		/** What is scrolled; its growth is watched. */
		content,
		/** More came than is in view. */
		below,
		/** Shows the last question with as much of its answer as there is room for. */
		toQuestion: () => follow('question'),
		toEnd: () => follow('end'),
	};
}
