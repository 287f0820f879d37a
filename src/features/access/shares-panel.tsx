import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foldName } from '#contract/ids.ts';
import { grantShare, listShareChanges, listShares } from '#contract/permission.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import classes from './access.module.css';
import { GrantDialog } from './grant-dialog.tsx';
import type { Role } from './model.ts';
import { sharesQuery } from './queries.ts';
import { ShareHistory } from './share-history.tsx';
import { ShareTable } from './share-table.tsx';
import { WithdrawByName } from './withdraw-by-name.tsx';

interface SharesPanelProps {
	readonly owner: string;
	readonly namespace: string;
	/** What the caller is in it; null where that is not known. */
	readonly role: Role | null;
}

/** Who may what in one namespace, and what can be done about it. */
export function SharesPanel({ owner, namespace, role }: SharesPanelProps) {
	const { user } = useScope();
	const { data: description = null } = useQuery(descriptionQuery);
	const isOwner = role === null ? foldName(owner) === foldName(user) : role === 'owner';
	if (!isOwner) {
		return (
			<EmptyState title="Its shares are its owner’s">
				Only {owner}, who owns {owner}/{namespace}, may see who it is shared with and change that.
			</EmptyState>
		);
	}
	if (!offers(description, listShares)) return <WithdrawByName owner={owner} namespace={namespace} />;
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
	const grant = canGrant && (
		<Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setGranting(true)}>
			Share {namespace}…
		</Button>
	);
	return (
		<Stack component="section" gap={3} mb={5} aria-label="Shares">
			{shares.isPending && <LoadingRows rows={4} />}
			{shares.isError && (
				<ErrorPanel
					title="Its shares could not be listed"
					error={errorFacts(shares.error)}
					onRetry={() => void shares.refetch()}
				/>
			)}
			{shares.data !== undefined && (
				<>
					{shares.data.length > 0 && (
						<Inline gap={2} justify="between" className={classes.bar}>
							{grant}
						</Inline>
					)}
					<ShareTable
						shares={shares.data.map((it) => ({ ...it, owner, namespace }))}
						canGrant={canGrant}
						withNamespace={false}
						empty={
							<EmptyState title="Not shared with anybody" action={grant}>
								Only you can see {owner}/{namespace}. A viewer may read its datasets, an editor may change them, too.
							</EmptyState>
						}
					/>
				</>
			)}
			{granting && <GrantDialog owner={owner} namespaces={[namespace]} onClose={() => setGranting(false)} />}
		</Stack>
	);
}
