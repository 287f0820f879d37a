import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foldName } from '#contract/ids.ts';
import { grantShare, listShareChanges, listShares, type ShareChange } from '#contract/permission.ts';
import { rolesText } from '../../lib/messages.ts';
import { useRequestedDialog } from '../../lib/use-requested-dialog.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows } from '../../ui/states/states.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import { ChangeHistory } from './change-list.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import type { Role } from './model.ts';
import { shareChangesQuery, sharesQuery } from './queries.ts';
import { RevokeByName } from './revoke-by-name.tsx';
import { ShareTable } from './share-table.tsx';

interface SharesPanelProps {
	readonly owner: string;
	readonly namespace: string;
	/** The caller's role; null: unknown. */
	readonly role: Role | null;
}

export function SharesPanel({ owner, namespace, role }: SharesPanelProps) {
	const { user } = useScope();
	const { data: description = null } = useQuery(descriptionQuery);
	const isOwner = role === null ? foldName(owner) === foldName(user) : role === 'owner';
	if (!isOwner) {
		return (
			<EmptyState title="Only the owner can manage shares">
				To see or change who {owner}/{namespace} is shared with, ask {owner}.
			</EmptyState>
		);
	}
	if (!offers(description, listShares)) return <RevokeByName owner={owner} namespace={namespace} />;
	return (
		<>
			<Listed owner={owner} namespace={namespace} canGrant={offers(description, grantShare)} />
			{offers(description, listShareChanges) && <ShareHistory owner={owner} namespace={namespace} />}
		</>
	);
}

function Listed({ owner, namespace, canGrant }: { owner: string; namespace: string; canGrant: boolean }) {
	const shares = useQuery(sharesQuery(owner, namespace));
	const [granting, setGranting] = useState(false);
	useRequestedDialog('share', () => setGranting(canGrant));
	const grant = canGrant && (
		<Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setGranting(true)}>
			Share {namespace}…
		</Button>
	);
	return (
		<Stack component="section" gap={3} mb={5} aria-label="Shares">
			{shares.isPending && <LoadingRows rows={4} />}
			{shares.isError && <QueryErrorPanel title="Couldn’t load shares" query={shares} />}
			{shares.data !== undefined && (
				<>
					{shares.data.length > 0 && grant && <Inline>{grant}</Inline>}
					<ShareTable
						shares={shares.data.map((datum) => ({ ...datum, owner, namespace }))}
						canGrant={canGrant}
						withNamespace={false}
						empty={
							<EmptyState title="Not shared with anyone yet" action={grant}>
								Only you can see {owner}/{namespace}. {rolesText}
							</EmptyState>
						}
					/>
				</>
			)}
			{granting && <GrantDialog owner={owner} namespaces={[namespace]} onClose={() => setGranting(false)} />}
		</Stack>
	);
}

function ShareHistory({ owner, namespace }: { owner: string; namespace: string }) {
	const changes = useInfiniteQuery(shareChangesQuery(owner, namespace));
	return <ChangeHistory label="Changes to shares" query={changes} textOf={changeText} />;
}

function changeText({ action, username, role, by }: ShareChange): string {
	if (action === 'share-granted') return `${by} gave ${username} the role ${role}`;
	if (action === 'share-revoked') return `${by} revoked ${username}’s share (${role})`;
	if (action === 'share-left') return `${username} (${role}) left`;
	return `${action}: ${username}, ${role}, by ${by}`;
}
