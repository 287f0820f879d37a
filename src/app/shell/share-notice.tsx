import { Button } from '@mantine/core';
import { Notice } from '../../ui/states.tsx';
import { type MyShareChange, putAwayChange, useShareChanges } from '../share-changes.ts';

/** Above the page: what others shared with this person and withdrew or changed, in words. */
export function ShareNotice() {
	const changes = useShareChanges((state) => state.changes);
	return changes.map((it) => (
		<Notice
			key={`${it.share.owner}/${it.share.namespace}`}
			tone={it.kind === 'withdrawn' ? 'warning' : 'info'}
			title={titleOf(it)}
			action={
				<Button variant="default" size="compact-sm" onClick={() => putAwayChange(it.share)}>
					Put away
				</Button>
			}
		>
			{wordsOf(it)}
		</Notice>
	));
}

const fullName = ({ share: { owner, namespace } }: MyShareChange): string => `${owner}/${namespace}`;

function titleOf(it: MyShareChange): string {
	if (it.kind === 'withdrawn') return `The share of ${fullName(it)} was withdrawn`;
	if (it.kind === 'renamed') return `${fullName(it)} is ${it.share.owner}/${it.to} now`;
	return `You are ${it.role === 'editor' ? 'an editor' : 'a viewer'} of ${fullName(it)} now`;
}

function wordsOf(it: MyShareChange): string {
	const { owner, role } = it.share;
	if (it.kind === 'renamed') return 'Its owner gave it another name. Your BuildSpecs follow it, code in them does not.';
	if (it.kind === 'role') {
		return it.role === 'editor'
			? `${owner} lets you change its datasets, too.`
			: `${owner} lets you read its datasets; you may not change them any more.`;
	}
	return `${owner} shared it with you, as ${role}. Its datasets cannot be opened any more, nor the outputs of runs that read it and the links to them; your BuildSpecs stay, and fail when they read it. ${owner} can share it again.`;
}
