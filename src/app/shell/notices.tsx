import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSessionStore } from '../../features/session/model.ts';
import { useReachable } from '../../features/session/queries.ts';
import { useMissingParts } from '../../ui/states/lazy-part.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { useWaitingPage } from '../connection/page-part.ts';
import { type MyShareChange, putAwayChange, useShareChanges } from '../observers/share-changes.ts';
import classes from './shell.module.css';

/** Above the page: what goes on with the service, the console's own files and shares. */
export const Notices = () => (
	<div className={classes.notices}>
		<UnreachableNotice />
		<MissingPartNotice />
		<ShareNotices />
	</div>
);

/** While the service does not answer: what that means here, and that nothing is lost by it. */
function UnreachableNotice() {
	const isUnreachable = useReachable() === false;
	const base = useSessionStore((state) => state.session?.baseUrl);
	const queryClient = useQueryClient();
	if (!isUnreachable || base === undefined) return null;
	return (
		<Notice
			tone="warning"
			title={`The service at ${new URL(base).origin} does not answer`}
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
			What is on this page stays, and what you type is kept. Saving and previews wait until it is back; it is asked
			again by itself.
		</Notice>
	);
}

/** When a part of the console could not be loaded: the page stays, and what is missing comes. */
function MissingPartNotice() {
	const missing = useMissingParts(({ count }) => count > 0);
	const waiting = useWaitingPage(({ isWaiting }) => isWaiting);
	const isUnreachable = useReachable() === false;
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
				<Button variant="default" size="compact-sm" disabled={isUnreachable} onClick={() => location.reload()}>
					Reload
				</Button>
			}
		>
			{isUnreachable
				? 'Reload once the connection is back to have it. Unsaved drafts are kept in this browser.'
				: 'The connection was lost meanwhile, or the console was updated. Reload to have it; unsaved drafts are kept in this browser.'}
		</Notice>
	);
}

/** What others shared with this person and withdrew or changed, in words. */
function ShareNotices() {
	const changes = useShareChanges((state) => state.changes);
	return changes.map((change) => (
		<Notice
			key={`${change.share.owner}/${change.share.namespace}`}
			tone={change.kind === 'withdrawn' ? 'warning' : 'info'}
			title={titleOf(change)}
			action={
				<Button variant="default" size="compact-sm" onClick={() => putAwayChange(change.share)}>
					Dismiss
				</Button>
			}
		>
			{wordsOf(change)}
		</Notice>
	));
}

const fullName = ({ share: { owner, namespace } }: MyShareChange): string => `${owner}/${namespace}`;

function titleOf(change: MyShareChange): string {
	if (change.kind === 'withdrawn') return `The share of ${fullName(change)} was revoked`;
	if (change.kind === 'renamed') return `${fullName(change)} is now ${change.share.owner}/${change.to}`;
	return `You are now ${change.role === 'editor' ? 'an editor' : 'a viewer'} of ${fullName(change)}`;
}

function wordsOf(change: MyShareChange): string {
	const { owner, role } = change.share;
	if (change.kind === 'renamed')
		return 'Its owner gave it another name. Your BuildSpecs follow it, code in them does not.';
	if (change.kind === 'role') {
		return change.role === 'editor'
			? `${owner} lets you change its datasets, too.`
			: `${owner} lets you read its datasets; you may not change them any more.`;
	}
	return `${owner} shared it with you, as ${role}. Its datasets cannot be opened any more, nor the outputs of runs that read it and the links to them; your BuildSpecs stay, and fail when they read it. ${owner} can share it again.`;
}
