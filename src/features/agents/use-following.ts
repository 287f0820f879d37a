import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Turn } from './conversation.ts';
import { turnNow } from './live.ts';

/** So near to the end, px, somebody reads along. */
const near = 80;

interface Following {
	readonly scroller: RefObject<HTMLDivElement | null>;
	/** What is scrolled; its growth is watched. */
	readonly content: RefObject<HTMLDivElement | null>;
	/** More came than is in view. */
	readonly below: boolean;
	readonly toEnd: () => void;
}

/** Keeps the end in view for who reads along; for who reads further up nothing moves, and it is said that more came. */
export function useFollowing(last: Turn | null): Following {
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
		const look = () => {
			follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < near;
			if (follows.current) setBelow(false);
		};
		element.addEventListener('scroll', look, { passive: true });
		return () => element.removeEventListener('scroll', look);
	}, []);
	useEffect(() => {
		const [element, inner] = [scroller.current, content.current];
		if (element === null || inner === null || last === null) return;
		let { events } = turnNow(last);
		// It also grows when steps are opened or earlier questions are shown: nothing came then.
		const grown = new ResizeObserver(() => {
			const now = turnNow(last);
			const isNew = now.events !== events;
			events = now.events;
			if (!isNew) return;
			if (follows.current) element.scrollTop = element.scrollHeight;
			else setBelow(true);
		});
		grown.observe(inner);
		return () => grown.disconnect();
	}, [last]);
	return { scroller, content, below, toEnd };
}
