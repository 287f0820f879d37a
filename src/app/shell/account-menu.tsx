import { Button } from '@mantine/core';
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSessionStore } from '../../features/session/model.ts';
import { meQuery } from '../../features/session/queries.ts';
import { signOut } from '../../features/session/session.ts';
import { PopoverButton } from '../../ui/popover-button.tsx';
import classes from './account-menu.module.css';

/** Who I am, at which service; and the way out. */
export function AccountMenu() {
	const session = useSessionStore((state) => state.session);
	const { data: me } = useQuery(meQuery);
	if (session === null) return null;
	const username = me?.username ?? session.username;
	const name = me?.name.trim() || username;
	return (
		<PopoverButton
			label={`Account: ${name}`}
			className={classes.me}
			panelLabel="Account"
			position="bottom-end"
			width={280}
			face={
				<>
					<IconUserCircle size={18} stroke={1.6} aria-hidden="true" />
					<span className={classes.name}>{name}</span>
					<IconChevronDown size={14} stroke={1.6} aria-hidden="true" />
				</>
			}
		>
			<dl className={classes.facts}>
				<dt>Signed in as</dt>
				<dd>
					{name} <code>{username}</code>
				</dd>
				{me !== undefined && me.email !== '' && <dd>{me.email}</dd>}
				<dt>Service</dt>
				<dd>{session.serviceName}</dd>
				<dd className={classes.address}>{session.baseUrl}</dd>
			</dl>
			<Button
				variant="default"
				fullWidth
				leftSection={<IconLogout size={16} stroke={1.6} aria-hidden="true" />}
				onClick={signOut}
			>
				Sign out
			</Button>
		</PopoverButton>
	);
}
