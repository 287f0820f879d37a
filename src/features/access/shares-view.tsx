import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { foldName } from '#contract/ids.ts';
import { listNamespaces } from '#contract/namespace.ts';
import { grantShare, listShares } from '#contract/permission.ts';
import { rolesText } from '../../lib/messages.ts';
import { useAddressEdit } from '../../lib/use-address-edit.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { useRequestedDialog } from '../../lib/use-requested-dialog.ts';
import { paths } from '../../routing/paths.ts';
import { LinkButton } from '../../ui/primitives/button.tsx';
import { Choice } from '../../ui/primitives/choice.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Section } from '../../ui/primitives/section.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { namespacesQuery, useKnownNamespaces } from '../names/queries.ts';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { offers } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import classes from './access.module.css';
import { GrantDialog } from './grant-dialog.tsx';
import { sharesQuery } from './queries.ts';
import { RevokeByName } from './revoke-by-name.tsx';
import { ShareTable } from './share-table.tsx';

export function SharesView() {
	const { data: description = null } = useQuery(descriptionQuery);
	if (!offers(description, listShares) || !offers(description, listNamespaces)) return <ByName />;
	return (
		<>
			<Mine canGrant={offers(description, grantShare)} />
			<WithMe />
		</>
	);
}

/** Maximum namespaces whose shares are listed. */
const maxListed = 100;

function Mine({ canGrant }: { canGrant: boolean }) {
	const { user } = useScope();
	const namespaces = useQuery(namespacesQuery);
	const mine = (namespaces.data?.items ?? []).filter((item) => item.role === 'owner').map((item) => item.namespace);
	const lists = useQueries({ queries: mine.slice(0, maxListed).map((value) => sharesQuery(user, value)) });
	const [granting, setGranting] = useState(false);
	useRequestedDialog('share', () => setGranting(canGrant));
	const shares = lists.flatMap((item, index) =>
		(item.data ?? []).map((share) => ({ ...share, owner: user, namespace: mine[index] ?? '' })),
	);
	const failed = lists.find((candidate) => candidate.isError);
	const isPending = namespaces.isPending || lists.some((candidate) => candidate.isPending);
	const grant = canGrant && mine.length > 0 && (
		<Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setGranting(true)}>
			Share namespace…
		</Button>
	);
	return (
		<Section title="Shared by you" actions={shares.length > 0 && grant}>
			{isPending && shares.length === 0 && <LoadingRows rows={4} />}
			{namespaces.isError && <QueryErrorPanel title="Couldn’t load your namespaces" query={namespaces} />}
			<QueryErrorPanel
				title="Couldn’t load all shares"
				query={{ error: failed?.error, refetch: () => lists.forEach((item) => void (item.isError && item.refetch())) }}
			/>
			{mine.length > maxListed && (
				<Notice tone="info" title={`Showing shares for your first ${maxListed} namespaces`}>
					To see the shares of another namespace, open that namespace.
				</Notice>
			)}
			{(shares.length > 0 || (!isPending && failed === undefined && !namespaces.isError)) && (
				<ShareTable
					shares={shares}
					canGrant={canGrant}
					withNamespace
					empty={
						mine.length === 0 ? (
							<EmptyState
								title="No namespaces to share yet"
								action={<LinkButton to={paths.namespaces()}>Go to Namespaces</LinkButton>}
							/>
						) : (
							<EmptyState title="No shares yet" action={grant}>
								Only you can see your namespaces. {rolesText}
							</EmptyState>
						)
					}
				/>
			)}
			{granting && mine.length > 0 && <GrantDialog owner={user} namespaces={mine} onClose={() => setGranting(false)} />}
		</Section>
	);
}

/** Namespaces of other owners, who manage access. */
function WithMe() {
	const { data, isPending } = useQuery(namespacesQuery);
	const others = (data?.items ?? []).filter((item) => item.role !== 'owner');
	// The reason why there are none is shown above.
	if (data === undefined && !isPending) return null;
	return (
		<Section title="Shared with you">
			{isPending && <LoadingRows rows={2} />}
			{data !== undefined && others.length === 0 && (
				<Muted component="p">
					No namespaces shared with you yet. Namespaces that your token can’t access aren’t listed.
				</Muted>
			)}
			<Stack component="ul" className={classes.changes}>
				{others.map((other) => (
					<li key={`${other.username}/${other.namespace}`}>
						<span>
							<Text to={paths.namespace(other.username, other.namespace)} component={Link} mono>
								{other.username}/{other.namespace}
							</Text>
							, as {other.role}
						</span>
						<Muted weight="normal">
							updated <RelativeTime iso={other.updatedAt} />
						</Muted>
					</li>
				))}
			</Stack>
		</Section>
	);
}

const chosenName = 'namespace';

/** If shares aren't listed, the user chooses a namespace first. */
function ByName() {
	const { user } = useScope();
	const known = useKnownNamespaces();
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const mine = known.filter((candidate) => foldName(candidate.owner) === foldName(user)).map((item) => item.namespace);
	const chosen = mine.find((value) => value === params.get(chosenName)) ?? mine[0];
	if (chosen === undefined) {
		return (
			<EmptyState
				title="No namespaces discovered yet"
				action={<LinkButton to={paths.buildSpecs()}>Go to BuildSpecs</LinkButton>}
			>
				This service lists neither namespaces nor shares. To discover the namespaces that a BuildSpec uses, open the
				BuildSpec. You can then revoke shares by username and role.
			</EmptyState>
		);
	}
	return (
		<>
			<Choice
				label="Namespace"
				maw="20rem"
				mb="var(--space-4)"
				value={chosen}
				data={mine}
				onChange={(namespace) => edit((search) => search.set(chosenName, namespace))}
			/>
			<RevokeByName key={chosen} owner={user} namespace={chosen} />
		</>
	);
}
