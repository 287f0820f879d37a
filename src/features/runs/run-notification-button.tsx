import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { TellingEnd } from './use-run-notification.ts';

/** A run that takes longer than this, ms, is one to look away from. */
const long = 3_000;

/** Offers a notification of the end of a run that takes long, and says what became of asking. */
export function RunNotificationButton({ tell }: { tell: TellingEnd }) {
	const [isLong, setLong] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setLong(true), long);
		return () => clearTimeout(timer);
	}, []);
	if (tell.words !== null) return <span>{tell.words}</span>;
	if (!isLong || !tell.canAsk) return null;
	return (
		<Button
			variant="default"
			size="compact-sm"
			leftSection={<IconBell size={14} aria-hidden="true" />}
			onClick={() => void tell.ask()}
		>
			Tell me when it ends
		</Button>
	);
}
