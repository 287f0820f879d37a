import { Button } from '@mantine/core';
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { listTokens, revokeToken } from '#contract/token.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { LineProperty, PropertyLine } from '../../ui/primitives/property-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { LoadingRows } from '../../ui/states.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import classes from './access.module.css';
import { tokenPermissionsQuery, tokensQuery } from './queries.ts';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { TokenRights } from './token-rights.tsx';

export const loadToken = (queryClient: QueryClient) => async () => {
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listTokens)) void queryClient.prefetchQuery(tokensQuery);
	return null;
};

/** One token: what it is, and what it may do. */
export function TokenPage() {
	const { tokenId = '' } = useParams();
	const navigate = useNavigate();
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const list = useQuery({ ...tokensQuery, enabled: offers(description, listTokens), retry: false });
	const permissions = useQuery(tokenPermissionsQuery(tokenId));
	const [ending, setEnding] = useState(false);
	const listed = list.data?.items.find((it) => it.id === tokenId);
	const name = listed?.name ?? `Token ${tokenId.slice(0, 8)}`;
	const tokens = `${paths.access()}?view=tokens`;
	return (
		<PageFrame
			title={name}
			actions={
				<>
					<Button component={Link} variant="default" to={tokens}>
						All tokens
					</Button>
					{permissions.data !== undefined && offers(description, revokeToken) && (
						<Button variant="outline" color="red" onClick={() => setEnding(true)}>
							Revoke…
						</Button>
					)}
				</>
			}
		>
			<PropertyLine className={classes.factLine}>
				<LineProperty name="Id">
					<code>{tokenId}</code>
					<CopyButton value={tokenId} label="Copy the token’s id" />
				</LineProperty>
				{listed !== undefined && (
					<>
						<LineProperty name="Made">
							<RelativeTime iso={listed.createdAt} />
						</LineProperty>
						<LineProperty name="Ends">
							<RelativeTime iso={listed.expiresAt} />
						</LineProperty>
						{listed.current && (
							<LineProperty name="State">
								<StateChip tone="info">in use here</StateChip>
							</LineProperty>
						)}
					</>
				)}
			</PropertyLine>
			{permissions.isPending && <LoadingRows />}
			{permissions.isError && (
				<ErrorPanel
					title="What this token may do could not be read"
					error={errorFacts(permissions.error)}
					onRetry={() => void permissions.refetch()}
				/>
			)}
			{permissions.data !== undefined && (
				<TokenRights permissions={permissions.data} isOwn={listed?.current === true} />
			)}
			<RevokeTokenDialog
				token={ending ? { id: tokenId, name, current: listed?.current === true } : null}
				onClose={() => setEnding(false)}
				onRevoked={() => void navigate(tokens)}
			/>
		</PageFrame>
	);
}
