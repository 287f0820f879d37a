import { Button } from '@mantine/core';
import { memo, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import type { Exchange } from '../thread.ts';
import { type ExchangeActs, ExchangeView } from './exchange-view.tsx';

interface ConversationThreadProps {
	readonly thread: readonly Exchange[];
	/** Stable, so typing below doesn't rerender the thread. */
	readonly acts: ExchangeActs;
	readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Questions shown at first, and added each time. */
const portion = 15;

/** The questions of a conversation with their answers. Earlier ones are rendered on demand. */
export const ConversationThread = memo(({ thread, acts, scroller }: ConversationThreadProps) => {
	const [shown, setShown] = useState(portion);
	const first = Math.max(0, thread.length - shown);
	/** Scroll position from the end, px, which stays the same when earlier questions are added above. */
	const fromEnd = useRef<number | null>(null);
	const showMore = () => {
		const element = scroller.current;
		if (element !== null) {
			fromEnd.current = element.scrollHeight - element.scrollTop;
			// The button disappears after use.
			if (element.querySelector('[data-earlier]')?.contains(document.activeElement)) {
				element.focus({ preventScroll: true });
			}
		}
		setShown((value) => value + portion);
	};
	useLayoutEffect(() => {
		const element = scroller.current;
		if (element === null || fromEnd.current === null) return;
		element.scrollTop = element.scrollHeight - fromEnd.current;
		fromEnd.current = null;
	});
	return (
		<>
			{first > 0 && <Earlier key={first} count={first} onShow={showMore} scroller={scroller} />}
			{thread.slice(first).map((exchange, index) => (
				<ExchangeView
					// Versions of a question share one position.
					key={exchange.turns[0].after ?? ''}
					exchange={exchange}
					isLast={first + index === thread.length - 1}
					acts={acts}
				/>
			))}
		</>
	);
});

interface EarlierProps {
	readonly count: number;
	readonly onShow: () => void;
	readonly scroller: ConversationThreadProps['scroller'];
}

/** Placeholder for earlier questions; scrolling to it shows them. */
function Earlier({ count, onShow, scroller }: EarlierProps) {
	const mark = useRef<HTMLDivElement>(null);
	const onReached = useEffectEvent(onShow);
	useEffect(() => {
		const [element, target] = [scroller.current, mark.current];
		if (element === null || target === null) return;
		const look = ([entry]: IntersectionObserverEntry[]) => {
			// If everything fits, nobody can scroll, so the button is needed.
			if (entry?.isIntersecting && element.scrollHeight > element.clientHeight) onReached();
		};
		const seen = new IntersectionObserver(look, { root: element, rootMargin: '200px 0px 0px 0px' });
		seen.observe(target);
		return () => seen.disconnect();
	}, [scroller]);
	return (
		<Inline ref={mark} justify="center" pt={2} data-earlier>
			<Button variant="subtle" size="compact-sm" onClick={onShow}>
				Show {count === 1 ? 'earlier question' : `${formatCount(count)} earlier questions`}
			</Button>
		</Inline>
	);
}
