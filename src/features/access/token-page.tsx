import { Button } from '@mantine/core';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { listTokens, revokeToken } from '#contract/token.ts';
import { paths } from '../../routing/paths.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { LinkButton } from '../../ui/primitives/button.tsx';
import { LineProperty, PropertyLine } from '../../ui/primitives/property-list.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import { tokenPermissionsQuery, tokensQuery } from './queries.ts';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { TokenRights } from './token-rights.tsx';

export const loadToken = (queryClient: QueryClient) => async () => {
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listTokens)) void queryClient.prefetchQuery(tokensQuery);
	return null;
};

export function TokenPage() {
	const { tokenId = '' } = useParams();
	const navigate = useNavigate();
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const list = useQuery({ ...tokensQuery, enabled: offers(description, listTokens), retry: false });
	const permissions = useQuery(tokenPermissionsQuery(tokenId));
	const [revoking, setRevoking] = useState(false);
	const listed = list.data?.items.find((item) => item.id === tokenId);
	const name = listed?.name ?? tokenId.slice(0, 8);
	const tokens = `${paths.access()}?view=tokens`;
	return (
		<PageFrame
			title={listed === undefined ? `Token ${name}` : `Token "${name}"`}
			actions={
				<>
					<LinkButton to={tokens}>All tokens</LinkButton>
					{permissions.data !== undefined && offers(description, revokeToken) && (
						<Button variant="outline" color="red" onClick={() => setRevoking(true)}>
							Revoke token…
						</Button>
					)}
				</>
			}
		>
			<PropertyLine mb={4}>
				<LineProperty name="ID">
					<code>{tokenId}</code>
					<CopyButton value={tokenId} label="Copy token ID" />
				</LineProperty>
				{listed !== undefined && (
					<>
						<LineProperty name="Created">
							<RelativeTime iso={listed.createdAt} />
						</LineProperty>
						<LineProperty name="Expires">
							<RelativeTime iso={listed.expiresAt} />
						</LineProperty>
						{listed.current && (
							<LineProperty name="Status">
								<StateChip tone="info">Current session</StateChip>
							</LineProperty>
						)}
					</>
				)}
			</PropertyLine>
			{permissions.isPending && <LoadingRows />}
			{permissions.isError && <QueryErrorPanel title="Couldn’t load this token’s permissions" query={permissions} />}
			{permissions.data !== undefined && (
				<TokenRights permissions={permissions.data} isOwn={listed?.current === true} />
			)}
			<RevokeTokenDialog
				token={revoking ? { id: tokenId, name, current: listed?.current === true } : null}
				onClose={() => setRevoking(false)}
				onRevoked={() => void navigate(tokens)}
			/>
		</PageFrame>
	);
}
