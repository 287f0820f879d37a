import { Button } from '@mantine/core';
import {
	IconDots,
	IconMailForward,
	IconShieldMinus,
	IconShieldPlus,
	IconUserCheck,
	IconUserPlus,
	IconUserX,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { ListedUser, UserEdit } from '#contract/user-admin.ts';
import { countOf, formatCount } from '../../lib/format.ts';
import { createMatcher, foldText } from '../../lib/list-sort.ts';
import { useRequestedDialog } from '../../lib/use-requested-dialog.ts';
import { searchInAddress, searchText } from '../../routing/name-search.ts';
import { useAddressSearch } from '../../routing/use-address-search.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ListFilter, NothingMatches } from '../../ui/list/list-filter.tsx';
import { MenuButton } from '../../ui/menu/menu-button.tsx';
import { Section } from '../../ui/primitives/section.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import classes from './access.module.css';
import { InviteDialog } from './invite-dialog.tsx';
import { updateUserMutation } from './mutations.ts';
import { usersQuery } from './queries.ts';

/** Above this number, users can be filtered. */
const fewUsers = 8;
const maxShown = 200;
/** `view` belongs to the page around it. */
const userSearch = searchInAddress(z.object({ q: searchText, view: searchText }), { q: '', view: '' });

export function UsersView() {
	const users = useQuery(usersQuery);
	const [search, filter] = useAddressSearch(userSearch);
	const table = useRef<HTMLTableElement>(null);
	/** The field stays visible after it's cleared. */
	const [wasFiltered] = useState(search.q !== '');
	const all = users.data?.items ?? [];
	const matches = createMatcher(useDeferredValue(search.q));
	const found = all.filter(({ username, displayName, email }) =>
		matches(foldText([username, displayName, email].join(' '))),
	);
	const changing = useMutation(updateUserMutation());
	const [inviting, setInviting] = useState<Partial<ListedUser> | null>(null);
	useRequestedDialog('invite', () => setInviting({}));
	const [disabling, setDisabling] = useState<ListedUser | null>(null);
	const change = (user: ListedUser, edit: Partial<UserEdit>) => {
		const { displayName, admin, disabled } = user;
		changing.mutate({ username: user.username, body: { displayName, admin, disabled, ...edit } });
	};
	return (
		<Section
			title="Users"
			actions={
				<Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting({})}>
					Invite user…
				</Button>
			}
		>
			{users.isPending && <LoadingRows rows={4} />}
			{users.isError && <QueryErrorPanel title="Couldn’t load users" query={users} />}
			<QueryErrorPanel title="Couldn’t update the user" query={changing} />
			{(all.length > fewUsers || search.q !== '' || wasFiltered) && (
				<ListFilter
					label="Filter by name or email"
					q={search.q}
					onChange={(q) => filter({ q })}
					shown={found.length}
					all={all.length}
					onEnterRows={() => table.current?.querySelector('button')?.focus()}
				/>
			)}
			{users.data !== undefined && found.length === 0 && (
				<NothingMatches what="user" all={all.length} onClear={() => filter({ q: '' })}>
					Searched the names and email addresses of {countOf(all.length, 'user')}.
				</NothingMatches>
			)}
			{found.length > 0 && (
				<SimpleTable
					ref={table}
					hover
					cards="flow"
					className={classes.table}
					aria-label="Users"
					columns={[
						'User',
						'Email',
						'Status',
						'Last seen',
						{ label: 'Tokens', isNumeric: true },
						{ label: 'Namespaces', isNumeric: true },
						{ label: 'Actions', isHidden: true, className: classes.menuCell },
					]}
				>
					<tbody>
						{found.slice(0, maxShown).map((user) => (
							<tr key={user.username}>
								<th scope="row" className={classes.person}>
									{user.username} <Muted weight="normal">{user.displayName}</Muted>{' '}
									{user.admin && <StateChip tone="info">Admin</StateChip>}
								</th>
								<td>{user.email === '' ? <Muted>No email</Muted> : user.email}</td>
								<td>
									<UserStatus user={user} />
								</td>
								<td data-label="Last seen">
									{user.lastSeenAt === null ? 'Never' : <RelativeTime iso={user.lastSeenAt} />}
								</td>
								<td data-numeric data-label="Tokens">
									{formatCount(user.tokens)}
								</td>
								<td data-numeric data-label="Namespaces">
									{formatCount(user.namespaces)}
								</td>
								<td className={classes.menuCell}>
									<MenuButton
										label={`Actions for ${user.username}`}
										icon={<IconDots size={16} aria-hidden />}
										entries={[
											...(user.invitedUntil === null
												? []
												: [
														{
															label: 'Invite again…',
															icon: IconMailForward,
															onClick: () => setInviting(user),
														},
													]),
											user.admin
												? {
														label: 'Remove admin role',
														icon: IconShieldMinus,
														onClick: () => change(user, { admin: false }),
													}
												: { label: 'Make admin', icon: IconShieldPlus, onClick: () => change(user, { admin: true }) },
											user.disabled
												? { label: 'Enable', icon: IconUserCheck, onClick: () => change(user, { disabled: false }) }
												: { label: 'Disable…', icon: IconUserX, danger: true, onClick: () => setDisabling(user) },
										]}
									/>
								</td>
							</tr>
						))}
					</tbody>
				</SimpleTable>
			)}
			{found.length > maxShown && (
				<Muted component="p">
					Showing {formatCount(maxShown)} of {countOf(found.length, 'user')}. Filter to find others.
				</Muted>
			)}
			{inviting !== null && <InviteDialog known={inviting} onClose={() => setInviting(null)} />}
			<ConfirmDialog
				opened={disabling !== null}
				onClose={() => setDisabling(null)}
				title={`Disable user ${disabling?.username ?? ''}?`}
				confirmLabel="Disable user"
				tone="danger"
				onConfirm={() => {
					if (disabling !== null) change(disabling, { disabled: true });
					setDisabling(null);
				}}
			>
				{disabling !== null && (
					<p>
						This signs {disabling.username} out everywhere, revokes all of their tokens and stops their requests in
						progress. Their namespaces and BuildSpecs aren’t deleted.
					</p>
				)}
			</ConfirmDialog>
		</Section>
	);
}

function UserStatus({ user }: { user: ListedUser }) {
	if (user.disabled) return <StateChip tone="error">Disabled</StateChip>;
	if (user.invitedUntil === null) return 'Active';
	return (
		<>
			<StateChip tone="warning">Invited</StateChip>{' '}
			<Muted>
				expires <RelativeTime iso={user.invitedUntil} />
			</Muted>
		</>
	);
}
