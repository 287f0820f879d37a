import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
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
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import classes from './access.module.css';
import { Changes } from './changes.tsx';
import { accessWords, entryPlace } from './model.ts';
import { tokenChangesQuery, tokensQuery } from './queries.ts';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { TokenIdForm } from './token-id-form.tsx';

/** The caller's tokens, where the service lists them, and any by its id. */
export function TokensView() {
	const { data: description = null } = useQuery(descriptionQuery);
	const isListed = offers(description, listTokens);
	return (
		<>
			{isListed && <Listed canCreate={offers(description, createToken)} canRevoke={offers(description, revokeToken)} />}
			<ById isListed={isListed} />
			{offers(description, listTokenChanges) && <History />}
		</>
	);
}

function Listed({ canCreate, canRevoke }: { canCreate: boolean; canRevoke: boolean }) {
	const tokens = useQuery(tokensQuery);
	const [making, setMaking] = useState(false);
	const [ending, setEnding] = useState<ListedToken | null>(null);
	return (
		<Stack component="section" gap={3} mb={5} aria-label="Your tokens">
			<Inline gap={2} justify="between" className={classes.bar}>
				<SectionHeader size="large">Your tokens</SectionHeader>
				{canCreate && !tokens.isError && (
					<Button leftSection={<IconKey size={16} aria-hidden />} onClick={() => setMaking(true)}>
						Make a token…
					</Button>
				)}
			</Inline>
			{tokens.isPending && <LoadingRows rows={4} />}
			{tokens.isError && (
				<ErrorPanel
					title="Your tokens could not be listed"
					error={errorFacts(tokens.error)}
					onRetry={() => void tokens.refetch()}
				/>
			)}
			{tokens.data?.items.length === 0 && (
				<EmptyState title="No token is in force">One that you make is listed here until it ends.</EmptyState>
			)}
			{tokens.data !== undefined && tokens.data.items.length > 0 && (
				<SimpleTable hover cards="flow" className={classes.table} aria-label="Tokens">
					<thead>
						<tr>
							<th scope="col">Name</th>
							<th scope="col">May do</th>
							<th scope="col">Made</th>
							<th scope="col">Ends</th>
							<th className={classes.menuCell}>
								<VisuallyHidden>Actions</VisuallyHidden>
							</th>
						</tr>
					</thead>
					<tbody>
						{tokens.data.items.map((it) => (
							<tr key={it.id}>
								<th scope="row" className={classes.person}>
									<Link to={paths.token(it.id)}>{it.name || it.id.slice(0, 8)}</Link>{' '}
									{it.current && <StateChip tone="info">in use here</StateChip>}
								</th>
								<td className={classes.may}>{mayWords(it)}</td>
								<td className={classes.since}>
									<RelativeTime iso={it.createdAt} />
								</td>
								<td className={classes.ends}>
									<RelativeTime iso={it.expiresAt} />
								</td>
								<td className={classes.menuCell}>
									{canRevoke && (
										<ActionIcon
											variant="subtle"
											color="gray"
											aria-label={`Revoke ${it.name} ${it.id.slice(0, 8)}`}
											title="Revoke"
											onClick={() => setEnding(it)}
										>
											<IconTrash size={16} aria-hidden />
										</ActionIcon>
									)}
								</td>
							</tr>
						))}
					</tbody>
				</SimpleTable>
			)}
			{making && <TokenDialog onClose={() => setMaking(false)} />}
			<RevokeTokenDialog token={ending} onClose={() => setEnding(null)} />
		</Stack>
	);
}

function mayWords({ restricted, permissions }: ListedToken): string {
	if (!restricted) return 'all that you may';
	const [first] = permissions;
	if (first === undefined) return 'nothing';
	const more = permissions.length === 1 ? '' : `, and ${permissions.length - 1} more`;
	return `${accessWords(first.access)} ${entryPlace(first)}${more}`;
}

function ById({ isListed }: { isListed: boolean }) {
	return (
		<Stack component="section" gap={3} mb={5} aria-label="A token by its id">
			<SectionHeader size="large">A token by its id</SectionHeader>
			{!isListed && <Muted component="p">This service doesn’t list, create, or revoke tokens here.</Muted>}
			<TokenIdForm description="Its “jti”, not the token itself." />
		</Stack>
	);
}

function History() {
	const changes = useInfiniteQuery(tokenChangesQuery);
	const items = (changes.data?.pages ?? []).flatMap((page) => page.items);
	return (
		<Changes
			label="Changes of your tokens"
			query={changes}
			items={items.map((it) => ({ at: it.at, words: changeWords(it) }))}
			none="Nothing changed yet."
		/>
	);
}

function changeWords({ action, name, tokenId, by, byTokenId }: TokenChange): string {
	const token = `“${name}” (${tokenId.slice(0, 8)})`;
	const withToken = byTokenId === null ? '' : ` with token ${byTokenId.slice(0, 8)}`;
	if (action === 'token-created') {
		return byTokenId === null ? `${by} signed in: ${token}` : `${by} made ${token}${withToken}`;
	}
	if (action === 'token-revoked') return `${by} revoked ${token}${withToken}`;
	return `${action}: ${token}, by ${by}${withToken}`;
}
