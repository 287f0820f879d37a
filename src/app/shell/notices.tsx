import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSessionStore } from '../../features/session/model.ts';
import { useReachable } from '../../features/session/queries.ts';
import { useMissingParts } from '../../ui/states/lazy-part.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { useWaitingPage } from '../connection/page-part.ts';
import { ShareNotices } from './share-notices.tsx';
import classes from './shell.module.css';

export const Notices = () => (
	<div className={classes.notices}>
		<UnreachableNotice />
		<MissingPartNotice />
		<ShareNotices />
	</div>
);

function UnreachableNotice() {
	const isUnreachable = useReachable() === false;
	const base = useSessionStore((state) => state.session?.baseUrl);
	const queryClient = useQueryClient();
	if (!isUnreachable || base === undefined) return null;
	return (
		<Notice
			tone="warning"
			title={`The service at ${new URL(base).origin} isn’t responding`}
			action={
				<Button
					variant="default"
					size="compact-sm"
					onClick={() => void queryClient.refetchQueries({ queryKey: ['connection'] })}
				>
					Try again
				</Button>
			}
		>
			You can keep working. Saving and previews are unavailable until the service responds. The console keeps trying to
			connect.
		</Notice>
	);
}

/** Shown if part of the console couldn't be loaded. The page stays, and the part is retried. */
function MissingPartNotice() {
	const missing = useMissingParts(({ count }) => count > 0);
	const waiting = useWaitingPage(({ isWaiting }) => isWaiting);
	const isUnreachable = useReachable() === false;
	if (waiting) {
		return (
			<Notice tone="info" title="Loading page">
				Part of the console couldn’t be loaded. The page opens as soon as a retry succeeds.
			</Notice>
		);
	}
	if (!missing) return null;
	return (
		<Notice
			tone="info"
			title="Part of the console couldn’t be loaded"
			action={
				<Button variant="default" size="compact-sm" disabled={isUnreachable} onClick={() => location.reload()}>
					Reload page
				</Button>
			}
		>
			{isUnreachable
				? 'Reload once the service responds. Unsaved drafts stay in this browser.'
				: 'The connection was lost, or the console was updated. Reload to continue. Unsaved drafts stay in this browser.'}
		</Notice>
	);
}
