import { useEffect, useRef, useState } from 'react';
import type { Turn } from '../conversation.ts';
import { turnNow } from '../live.ts';

/** So near to the end, px, somebody reads along. */
const near = 80;

/** Keeps the end in view for who reads along; for who reads further up nothing moves, and it is said that more came. */
export function useStickToEnd(last: Turn | null) {
	const scroller = useRef<HTMLDivElement>(null);
	const content = useRef<HTMLDivElement>(null);
	const follows = useRef(true);
	const [below, setBelow] = useState(false);
	const toEnd = () => {
		const element = scroller.current;
		if (element === null) return;
		follows.current = true;
		setBelow(false);
		element.scrollTop = element.scrollHeight;
	};
	useEffect(() => {
		const element = scroller.current;
		if (element === null) return;
		const left = new AbortController();
		let before = element.scrollTop;
		const look = () => {
			const { scrollTop } = element;
			// Somebody leaves the end by going up; what grew below since the last frame takes nobody away from it.
			if (element.scrollHeight - scrollTop - element.clientHeight < near) {
				follows.current = true;
				setBelow(false);
			} else if (scrollTop < before) follows.current = false;
			before = scrollTop;
		};
		// Who opens or writes something within an answer looks at that, and not at the end.
		const stay = (event: Event) => {
			if (event instanceof KeyboardEvent && !/^(Enter| )$/.test(event.key)) return;
			follows.current = false;
		};
		element.addEventListener('scroll', look, { passive: true, signal: left.signal });
		element.addEventListener('pointerdown', stay, { passive: true, signal: left.signal });
		element.addEventListener('keydown', stay, { passive: true, signal: left.signal });
		return () => left.abort();
	}, []);
	useEffect(() => {
		const [element, inner] = [scroller.current, content.current];
		if (element === null || inner === null || last === null) return;
		let { events } = turnNow(last);
		const grown = new ResizeObserver(() => {
			const now = turnNow(last);
			const isNew = now.events !== events;
			events = now.events;
			if (follows.current) element.scrollTop = element.scrollHeight;
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
		toEnd,
	};
}
