import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Turn } from './conversation.ts';

/** So near to the end, px, somebody reads along. */
const near = 80;

/** Keeps the end in view for who reads along; for who reads further up nothing moves, and it is said that more came. */
export function useFollowing(last: Turn | null): {
	scroller: RefObject<HTMLDivElement | null>;
	below: boolean;
	toEnd: () => void;
} {
	const scroller = useRef<HTMLDivElement>(null);
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
	const [id, events, isGoing] = [last?.id, last?.events ?? 0, last?.ending === null];
	const before = useRef({ id, events });
	useLayoutEffect(() => {
		const isNew = before.current.id !== id || before.current.events !== events;
		before.current = { id, events };
		if (!isNew) return;
		const element = scroller.current;
		if (element === null) return;
		if (follows.current && isGoing) element.scrollTop = element.scrollHeight;
		else if (!follows.current && isGoing && events > 0) setBelow(true);
	}, [id, events, isGoing]);
	return { scroller, below, toEnd };
}
