import { Button } from '@mantine/core';
import { IconKey, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
	createToken,
	type ListedToken,
	listTokenChanges,
	listTokens,
	revokeToken,
	type TokenChange,
} from '#contract/token.ts';
import { useRequestedDialog } from '../../lib/use-requested-dialog.ts';
import { paths } from '../../routing/paths.ts';
import { IconButton } from '../../ui/primitives/icon-button.tsx';
import { Section } from '../../ui/primitives/section.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { EmptyState, LoadingRows } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import classes from './access.module.css';
import { ChangeHistory } from './change-list.tsx';
import { expiryState } from './expiry-state.ts';
import { accessText, entryText } from './model.ts';
import { tokenChangesQuery, tokensQuery } from './queries.ts';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { TokenIdForm } from './token-id-form.tsx';

export function TokensView() {
	const { data: description = null } = useQuery(descriptionQuery);
	const isListed = offers(description, listTokens);
	return (
		<>
			{isListed && <Listed canCreate={offers(description, createToken)} canRevoke={offers(description, revokeToken)} />}
			<ById isListed={isListed} />
			{offers(description, listTokenChanges) && <TokenHistory />}
		</>
	);
}

function Listed({ canCreate, canRevoke }: { canCreate: boolean; canRevoke: boolean }) {
	const tokens = useQuery(tokensQuery);
	const [creating, setCreating] = useState(false);
	const [revoking, setRevoking] = useState<ListedToken | null>(null);
	useRequestedDialog('create', () => setCreating(canCreate));
	const [now] = useState(() => Date.now());
	const hasTokens = tokens.data !== undefined && tokens.data.items.length > 0;
	const create = (
		<Button leftSection={<IconKey size={16} aria-hidden />} onClick={() => setCreating(true)}>
			Create token…
		</Button>
	);
	return (
		<Section title="Your tokens" actions={canCreate && hasTokens && create}>
			{tokens.isPending && <LoadingRows rows={4} />}
			{tokens.isError && <QueryErrorPanel title="Couldn’t load your tokens" query={tokens} />}
			{tokens.data?.items.length === 0 && (
				<EmptyState title="No active tokens" action={canCreate && create}>
					Scripts and other programs sign in with a token.
				</EmptyState>
			)}
			{hasTokens && (
				<SimpleTable
					hover
					cards="flow"
					className={classes.table}
					aria-label="Tokens"
					columns={[
						'Name',
						'Access',
						'Created',
						'Last used',
						'Expires',
						{ label: 'Actions', isHidden: true, className: classes.menuCell },
					]}
				>
					<tbody>
						{tokens.data.items.map((item) => (
							<tr key={item.id}>
								<th scope="row" className={classes.person}>
									<Link to={paths.token(item.id)}>{item.name || item.id.slice(0, 8)}</Link>{' '}
									{item.current && <StateChip tone="info">Current session</StateChip>}
								</th>
								<td className={classes.may}>{permissionText(item)}</td>
								<td className={classes.since}>
									<RelativeTime iso={item.createdAt} />
								</td>
								<td className={classes.used}>
									<LastUse token={item} />
								</td>
								<td className={classes.ends}>
									<RelativeTime iso={item.expiresAt} /> <ExpiryChip token={item} now={now} />
								</td>
								<td className={classes.menuCell}>
									{canRevoke && (
										<IconButton
											label={`Revoke token ${item.name} ${item.id.slice(0, 8)}`}
											title="Revoke"
											icon={IconTrash}
											onClick={() => setRevoking(item)}
										/>
									)}
								</td>
							</tr>
						))}
					</tbody>
				</SimpleTable>
			)}
			{creating && <TokenDialog onClose={() => setCreating(false)} />}
			<RevokeTokenDialog token={revoking} onClose={() => setRevoking(null)} />
		</Section>
	);
}

function LastUse({ token: { lastUsedAt, lastUsedAddress } }: { token: ListedToken }) {
	if (lastUsedAt === undefined) return null;
	if (lastUsedAt === null) return <Muted>Never used</Muted>;
	return (
		<>
			<RelativeTime iso={lastUsedAt} />
			{lastUsedAddress != null && <Muted> from {lastUsedAddress}</Muted>}
		</>
	);
}

function ExpiryChip({ token, now }: { token: ListedToken; now: number }) {
	const state = expiryState(token, now);
	if (state === 'expired') return <StateChip tone="error">Expired</StateChip>;
	return state === 'soon' ? <StateChip tone="warning">Expires soon</StateChip> : null;
}

function permissionText({ restricted, permissions }: ListedToken): string {
	if (!restricted) return 'Same access as you';
	const [first] = permissions;
	if (first === undefined) return 'No access';
	const more = permissions.length === 1 ? '' : `, and ${permissions.length - 1} more`;
	const access = first.access === undefined ? 'access to' : accessText(first.access);
	return `${access} ${entryText(first)}${more}`;
}

function ById({ isListed }: { isListed: boolean }) {
	return (
		<Section title="Look up token by ID">
			{!isListed && (
				<Muted component="p">
					This service doesn’t support creating or revoking tokens. You can only look up a token by its ID.
				</Muted>
			)}
			<TokenIdForm description='The token’s "jti" claim, not the token itself.' />
		</Section>
	);
}

const TokenHistory = () => (
	<ChangeHistory label="Changes to your tokens" query={useInfiniteQuery(tokenChangesQuery)} textOf={changeText} />
);

function changeText({ action, name, tokenId, by, byTokenId }: TokenChange): string {
	const token = `"${name}" (${tokenId.slice(0, 8)})`;
	const withToken = byTokenId === null ? '' : ` with token ${byTokenId.slice(0, 8)}`;
	if (action === 'token-created') {
		return byTokenId === null ? `${by} signed in: ${token}` : `${by} created ${token}${withToken}`;
	}
	if (action === 'token-revoked') return `${by} revoked ${token}${withToken}`;
	return `${action}: ${token}, by ${by}${withToken}`;
}
