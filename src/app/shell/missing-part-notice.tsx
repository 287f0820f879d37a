import { Button } from '@mantine/core';
import { useReachable } from '../../features/session/queries.ts';
import { useMissingParts } from '../../ui/missing-parts.ts';
import { Notice } from '../../ui/states.tsx';
import { useWaitingPage } from '../page-part.ts';

/** Above the page when a part of the console could not be loaded: the page stays, and what is missing comes. */
export function MissingPartNotice() {
	const missing = useMissingParts(({ count }) => count > 0);
	const waiting = useWaitingPage(({ isWaiting }) => isWaiting);
	const away = useReachable() === false;
	if (waiting) {
		return (
			<Notice tone="info" title="The page you opened is on its way">
				A part of the console could not be loaded. It is asked for again by itself, and the page opens as soon as it is
				there; until then this one stays.
			</Notice>
		);
	}
	if (!missing) return null;
	return (
		<Notice
			tone="info"
			title="A part of the console could not be loaded"
			action={
				<Button variant="default" size="compact-sm" disabled={away} onClick={() => location.reload()}>
					Reload
				</Button>
			}
		>
			{away
				? 'Reload once the connection is back to have it. Unsaved drafts are kept in this browser.'
				: 'The connection was lost meanwhile, or the console was updated. Reload to have it; unsaved drafts are kept in this browser.'}
		</Notice>
	);
}
