import { Button } from '@mantine/core';
import { Notice } from '../../ui/states/states.tsx';
import { dismissChange, type MyShareChange, useShareChanges } from '../observers/share-changes.ts';

export function ShareNotices() {
	const changes = useShareChanges((state) => state.changes);
	return changes.map((change) => (
		<Notice
			key={`${change.share.owner}/${change.share.namespace}`}
			tone={change.kind === 'withdrawn' ? 'warning' : 'info'}
			title={titleOf(change)}
			action={
				<Button variant="default" size="compact-sm" onClick={() => dismissChange(change.share)}>
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
	if (change.kind === 'withdrawn') return `Your access to ${fullName(change)} was revoked`;
	if (change.kind === 'renamed') return `${fullName(change)} is now ${change.share.owner}/${change.to}`;
	return `Your role in ${fullName(change)} is now ${change.role}`;
}

function wordsOf(change: MyShareChange): string {
	const { owner, role } = change.share;
	if (change.kind === 'renamed')
		return 'The owner renamed the namespace. The sources and destinations of your BuildSpecs were updated. If their code contains the old name, replace it.';
	if (change.kind === 'role') {
		return change.role === 'editor'
			? `You can now change the datasets.`
			: `You can still read the datasets, but can’t change them.`;
	}
	return `Your role was ${role}. You can no longer open the datasets, or outputs of runs that read them. Your BuildSpecs that read them now fail. To regain access, ask ${owner} to share the namespace again.`;
}
