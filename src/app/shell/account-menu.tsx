import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { type Session, scopeOf, useSessionStore } from '../../features/session/model.ts';
import { meQuery } from '../../features/session/queries.ts';
import { useProfile } from '../../storage/use-profiles.ts';
import { readText, writeText } from '../../storage/web-storage.ts';
import { PopoverButton } from '../../ui/menu/popover-button.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../ui/states/lazy-part.tsx';
import { profileColor } from '../../ui/theme/profile-color.ts';
import classes from './account-menu.module.css';
import { partLoader } from './load-part.ts';

const panel = lazyPart(partLoader('account'), 'AccountPanel');

export function AccountMenu() {
	const session = useSessionStore((state) => state.session);
	const profile = useProfile(session === null ? null : scopeOf(session));
	const container = useRef<HTMLSpanElement>(null);
	// Uses the physical key, because Option changes the character on macOS. Also works in text fields.
	const openProfiles = () => container.current?.querySelector('button')?.click();
	useHotkeys([['alt+shift+P', openProfiles, { usePhysicalKeys: true }]], [], true);
	const name = useName(session);
	if (session === null) return null;
	return (
		<span ref={container}>
			<PopoverButton
				label={`Account: ${name}${profile === null ? '' : `, ${profile.name}`}`}
				className={classes.me}
				panelLabel="Account"
				position="bottom-end"
				width={320}
				face={
					<>
						<IconUserCircle size={18} stroke={1.6} aria-hidden="true" />
						<Text clip className={classes.name}>
							{name}
						</Text>
						{profile !== null && (
							<Inline component="span" nowrap gap={1} style={{ marginRight: 'var(--space-1)' }}>
								{' '}
								<span className={classes.dot} {...profileColor(profile.color)} aria-hidden="true" />
								<Text clip weight="strong" className={classes.profileName}>
									{profile.name}
								</Text>
							</Inline>
						)}
						<IconChevronDown size={14} stroke={1.6} aria-hidden="true" />
					</>
				}
			>
				<LazyPart part={panel} props={{}} />
			</PopoverButton>
		</span>
	);
}

/** The user's name, from the first frame if this tab knows it, so the layout doesn't shift. */
function useName(session: Session | null): string {
	const { data: me } = useQuery(meQuery);
	const user = session?.username ?? '';
	const key = `dataset-console/name ${session?.baseUrl} ${user}`;
	const current = me === undefined ? null : me.name.trim() || user;
	useEffect(() => {
		if (current !== null) writeText('session', key, current);
	}, [key, current]);
	const known = useMemo(() => readText('session', key), [key]);
	return current ?? known ?? user;
}
