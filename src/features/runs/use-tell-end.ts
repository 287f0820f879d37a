import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BuildRun } from '#contract/build-run.ts';
import { hasEnded, runName, stateWord } from './model.ts';

/**
 * Tells that a run ended to somebody who looks elsewhere: in the tab's title, until it is looked at, and by a
 * notification where the person asked for one.
 */
export function useTellEnd(run: BuildRun | undefined) {
	const [asked, setAsked] = useState(false);
	const [refused, setRefused] = useState(() => 'Notification' in globalThis && Notification.permission === 'denied');
	const wasGoingOn = useRef(false);
	const ended = run !== undefined && hasEnded(run);

	const tell = useEffectEvent((of: BuildRun) => {
		const words = `${stateWord[of.state]}: ${runName(of)}`;
		if (asked && Notification.permission === 'granted') {
			const shown = new Notification(words, { tag: of.id });
			shown.onclick = () => {
				window.focus();
				shown.close();
			};
		}
		if (!document.hidden) return;
		const before = document.title;
		document.title = words;
		const restore = () => {
			if (document.hidden) return;
			document.removeEventListener('visibilitychange', restore);
			if (document.title === words) document.title = before;
		};
		document.addEventListener('visibilitychange', restore);
	});

	useEffect(() => {
		if (run === undefined) return;
		if (!ended) wasGoingOn.current = true;
		else if (wasGoingOn.current) {
			wasGoingOn.current = false;
			tell(run);
		}
	}, [run, ended]);

	return {
		/** Whether asking for a notification makes sense: this browser has them, and nobody asked yet. */
		canAsk: 'Notification' in globalThis && !asked && !refused && !ended,
		/** Only on a click: browsers refuse, and people too, what asks by itself. */
		ask: async () => {
			const answer = await Notification.requestPermission();
			setAsked(answer === 'granted');
			setRefused(answer === 'denied');
		},
		/** What became of asking, or null. */
		words: asked
			? 'A notification tells you when it ends.'
			: refused
				? 'This browser shows no notifications of this site; its tab says when it ends.'
				: null,
	};
}
