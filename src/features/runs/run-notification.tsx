import { useTimeout } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BuildRun } from '#contract/build-run.ts';
import { CompactButton } from '../../ui/primitives/button.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { hasEnded, runName, stateLabel } from './model.ts';

/**
 * Announces the end of a run to a user looking elsewhere: in the tab title until the tab is visible, and as a
 * notification if requested.
 */
export function useRunNotification(run: BuildRun | undefined) {
	// Id of the run a notification was requested for.
	const [requestedFor, setRequestedFor] = useState<string | null>(null);
	const [refused, setRefused] = useState(() => 'Notification' in globalThis && Notification.permission === 'denied');
	const goingOn = useRef<string | null>(null);
	const ended = run !== undefined && hasEnded(run);
	const isRequested = run !== undefined && requestedFor === run.id;

	const notify = useEffectEvent((of: BuildRun) => {
		const title = `${stateLabel[of.state]}: ${runName(of)}`;
		if (isRequested && Notification.permission === 'granted') {
			const shown = new Notification(title, { tag: of.id });
			shown.onclick = () => {
				window.focus();
				shown.close();
			};
		}
		if (!document.hidden) return;
		const before = document.title;
		document.title = title;
		const restore = () => {
			if (document.hidden) return;
			document.removeEventListener('visibilitychange', restore);
			if (document.title === title) document.title = before;
		};
		document.addEventListener('visibilitychange', restore);
	});

	useEffect(() => {
		if (run === undefined) return;
		if (!ended) goingOn.current = run.id;
		else if (goingOn.current === run.id) {
			goingOn.current = null;
			notify(run);
		}
	}, [run, ended]);

	return {
		/** Whether a notification can be requested: supported, and not requested yet. */
		canRequest: 'Notification' in globalThis && !isRequested && !refused && !ended,
		/** Called only on a click, because browsers and users reject unprompted requests. */
		request: async () => {
			const answer = await Notification.requestPermission();
			setRequestedFor(answer === 'granted' ? (run?.id ?? null) : null);
			setRefused(answer === 'denied');
		},
		message: isRequested
			? 'You’ll get a notification when the run ends.'
			: refused
				? 'Notifications are blocked. The tab title changes when the run ends.'
				: null,
	};
}

/** Users look away from runs longer than this, in ms. */
const long = 3_000;

export function RunNotificationButton({ notification }: { notification: ReturnType<typeof useRunNotification> }) {
	const [isLong, setLong] = useState(false);
	useTimeout(() => setLong(true), long, { autoInvoke: true });
	if (notification.message !== null)
		return (
			<Text tone="muted" clip title={notification.message} style={{ flexShrink: 1000 }}>
				{notification.message}
			</Text>
		);
	if (!isLong || !notification.canRequest) return null;
	return (
		<CompactButton leftSection={<IconBell size={14} aria-hidden="true" />} onClick={() => void notification.request()}>
			Notify me when done
		</CompactButton>
	);
}
