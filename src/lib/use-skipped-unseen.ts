import { type RefObject, useEffect } from 'react';

/**
 * Leaves an element out of drawing while it is out of view. Its height stands for it, so that nothing moves: it is skipped
 * only after it was laid out, and is laid out again when it becomes wider or narrower. Its style gives
 * `contain-intrinsic-height: auto …`.
 * @param isSettled it does not change by itself any more
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
