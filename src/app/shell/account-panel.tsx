import { Button } from '@mantine/core';
import { IconCheck, IconLogout, IconPalette, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { Link } from 'react-router';
import { SignInEnd } from '../../features/session/about/sign-in-end.tsx';
import { scopeOf, useSessionStore } from '../../features/session/model.ts';
import { descriptionQuery, meQuery } from '../../features/session/queries.ts';
import { openProfiles, requestSignOut } from '../../features/session/sign-out/sign-out.ts';
import { altName } from '../../lib/browser/keys.ts';
import { paths } from '../../routing/paths.ts';
import { isProfileOf, type Profile } from '../../storage/profiles.ts';
import { useProfiles } from '../../storage/use-profiles.ts';
import { Box, Inline, Stack } from '../../ui/primitives/layout.tsx';
import { PropertyList } from '../../ui/primitives/property-list.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { profileColor } from '../../ui/theme/profile-color.ts';
import menu from './account-menu.module.css';
import classes from './account-panel.module.css';

export function AccountPanel() {
	const session = useSessionStore((state) => state.session);
	const { data: me } = useQuery(meQuery);
	const { data: description } = useQuery(descriptionQuery);
	if (session === null) return null;
	const username = me?.username ?? session.username;
	return (
		<>
			<PropertyList mb={3} className={classes.person}>
				<dt>Signed in as</dt>
				<dd>
					{me?.name.trim() || username} <code>{username}</code>
				</dd>
				{me !== undefined && me.email !== '' && <dd>{me.email}</dd>}
				<dt>Service</dt>
				<dd>
					{session.serviceName} (<Link to={paths.about()}>about this service</Link>)
				</dd>
				<Muted component="dd" size="small" breaks>
					{session.baseUrl}
				</Muted>
				<dt>Session</dt>
				<dd>
					<SignInEnd />
				</dd>
			</PropertyList>
			<Profiles />
			<Button
				variant="default"
				fullWidth
				leftSection={<IconLogout size={16} stroke={1.6} aria-hidden="true" />}
				onClick={() => void requestSignOut(description)}
				data-leads-away
			>
				Sign out
			</Button>
		</>
	);
}

/** This browser's profiles, as links, so each can be opened in its own tab. */
function Profiles() {
	const session = useSessionStore((state) => state.session);
	const profiles = useProfiles();
	const list = useRef<HTMLUListElement>(null);
	if (session === null) return null;
	const onKeyDown = (event: KeyboardEvent) => {
		const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
		if (step === 0) return;
		const entries = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
		const at = entries.indexOf(document.activeElement as HTMLElement);
		event.preventDefault();
		entries.at((at + step) % entries.length)?.focus();
	};
	return (
		<Box component="section" ruled="above" pt={3} mb={3} aria-label="Profiles">
			<Inline component="h2" nowrap align="stretch" justify="between" tone="muted" size="small" weight="normal" mb={1}>
				Profiles <kbd>{altName('Shift P')}</kbd>
			</Inline>
			<Stack component="ul" scroll ref={list} className={classes.list} onKeyDown={onKeyDown}>
				{profiles.map((profile) => (
					<li key={`${profile.service} ${profile.user}`}>
						<ProfileLink profile={profile} isCurrent={isProfileOf(profile, scopeOf(session))} />
					</li>
				))}
				<li>
					<a className={classes.entry} href={new URL(`.${paths.addProfile()}`, document.baseURI).href}>
						<IconPlus size={16} stroke={1.6} aria-hidden="true" />
						Add profile
					</a>
				</li>
				<li>
					<button type="button" className={classes.entry} onClick={openProfiles} data-leads-away>
						<IconPalette size={16} stroke={1.6} aria-hidden="true" />
						Manage profiles…
					</button>
				</li>
			</Stack>
		</Box>
	);
}

function ProfileLink({ profile, isCurrent }: { profile: Profile; isCurrent: boolean }) {
	const { name, user, serviceName, color, service } = profile;
	const to = paths.signInAs({ baseUrl: service, username: user });
	return (
		// A full page load, so no state of this profile remains.
		<a
			className={classes.entry}
			href={new URL(`.${to}`, document.baseURI).href}
			aria-current={isCurrent || undefined}
			onClick={(event) => {
				if (isCurrent) event.preventDefault();
			}}
		>
			<span className={menu.dot} {...profileColor(color)} aria-hidden="true" />
			<Stack component="span" fill>
				{name}
				<Muted size="small">
					{user} at {serviceName}
				</Muted>
			</Stack>
			{isCurrent && <IconCheck size={16} stroke={1.6} aria-hidden="true" />}
		</a>
	);
}
