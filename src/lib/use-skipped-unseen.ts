import { type RefObject, useEffect } from 'react';

/**
 * Skips rendering an element while it's out of view, keeping its height so that nothing moves. It's skipped only after
 * it was laid out, and laid out again when its width changes. Its style sets `contain-intrinsic-height: auto …`.
 * @param isSettled whether it no longer changes on its own
 */
export function useSkippedUnseen(ref: RefObject<HTMLElement | null>, isSettled: boolean): void {
	useEffect(() => {
		const element = ref.current;
		if (element === null || !isSettled) return;
		let width: number | null = null;
		let frame = 0;
		const sized = new ResizeObserver(([entry]) => {
			const now = entry?.contentRect.width ?? null;
			if (now === width) return;
			width = now;
			element.style.contentVisibility = 'visible';
			cancelAnimationFrame(frame);
			frame = requestAnimationFrame(() => {
				element.style.contentVisibility = 'auto';
			});
		});
		sized.observe(element);
		return () => {
			sized.disconnect();
			cancelAnimationFrame(frame);
			element.style.contentVisibility = '';
		};
	}, [ref, isSettled]);
}
