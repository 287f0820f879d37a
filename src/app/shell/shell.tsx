import { useDisclosure } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router';
import { RowConsumerContext } from '../../data-views/grid/controls/row-consumer.ts';
import { useSessionStore } from '../../features/session/model.ts';
import { useScope } from '../../features/session/queries.ts';
import {
	cancelSignOut,
	closeProfiles,
	usePendingSignOut,
	useProfilesDialog,
} from '../../features/session/sign-out/sign-out.ts';
import { useTypingPause } from '../../lib/browser/use-typing-pause.ts';
import { whenIdle } from '../../lib/browser/when-idle.ts';
import { isKeepingFocus } from '../../routing/keeps-focus.ts';
import { paths } from '../../routing/paths.ts';
import { useProfile } from '../../storage/use-profiles.ts';
import { readText, writeText } from '../../storage/web-storage.ts';
import { PageHelp } from '../../ui/layout/page-frame.tsx';
import { LaterPart, LazyPart, lazyPart } from '../../ui/states/lazy-part.tsx';
import { profileColor } from '../../ui/theme/profile-color.ts';
import { useConnection } from '../connection/use-connection.ts';
import { beginTypedAhead, endTypedAhead } from '../palette/typed-ahead.ts';
import { partLoader } from './load-part.ts';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';
import { StatusLine } from './status-line.tsx';
import { TopBar } from './top-bar.tsx';
import { useSendToIngest } from './use-send-to-ingest.ts';
import { useShortcuts } from './use-shortcuts.ts';

const drawerPart = lazyPart(partLoader('drawer'), 'NavigationDrawer');
const askPart = lazyPart(partLoader('ask'), 'AskPanel');
const signOutPart = lazyPart(partLoader('signOut'), 'SignOutDialog');
const profilesPart = lazyPart(partLoader('profiles'), 'ProfilesDialog');
const palettePart = lazyPart(partLoader('palette'), 'CommandPalette');
const commandsPart = lazyPart(partLoader('commands'), 'ShellCommands');
const noticesPart = lazyPart(partLoader('notices'), 'Notices');
const helpPart = lazyPart(partLoader('help'), 'PageHelpButton');
const pageHelp = <LaterPart part={helpPart} props={{}} />;
const shortcutsPart = lazyPart(partLoader('shortcuts'), 'ShortcutSheet');
const loadSessionEnded = partLoader('sessionEnded');
const sessionEndedPart = lazyPart(loadSessionEnded, 'SessionEndedDialog');
// Preloaded for everyone: when a session ends, the server may not be available.
whenIdle(loadSessionEnded);

/** The frame around all pages. Renders nothing without a session. */
export function Shell() {
	const signedIn = useSessionStore((state) => state.session !== null);
	const { pathname, search } = useLocation();
	if (!signedIn) return <Navigate to={paths.signIn(`${pathname}${search}`)} replace />;
	return <Frame />;
}

function Frame() {
	useConnection();
	const sendToIngest = useSendToIngest();
	const [narrow, toggle] = useNarrow();
	const [asking, ask] = useDisclosure(false);
	const askButton = useRef<HTMLButtonElement>(null);
	const endAsking = () => {
		ask.close();
		askButton.current?.focus();
	};
	const [drawerOpened, drawer] = useDisclosure(false);
	const { pathname, state } = useLocation();
	const [searching, search] = useDisclosure(false);
	const [shortcuts, showShortcuts] = useDisclosure(false);
	const openSearch = () => {
		beginTypedAhead();
		search.open();
	};
	const closeSearch = () => {
		endTypedAhead();
		search.close();
	};
	useShortcuts({ search: openSearch, shortcuts: showShortcuts.open, navigation: toggle });
	const canAsk = !pathname.startsWith(paths.agents());
	const main = useFocusOnNavigation(pathname, isKeepingFocus(state));
	const loading = useNavigation().state === 'loading';
	const ended = useTypingPause(useSessionStore((state) => state.refused));
	const profile = useProfile(useScope());
	const signingOut = usePendingSignOut((state) => state.pending !== null);
	const profilesOpened = useProfilesDialog((state) => state.opened);
	return (
		<RowConsumerContext value={sendToIngest}>
			<div
				className={classes.shell}
				{...profileColor(profile?.color)}
				data-narrow={narrow || undefined}
				data-panel={(canAsk && asking) || undefined}
			>
				{/* biome-ignore lint/a11y/useValidAnchor: it is a link to a place on this page; with a base element the browser would leave the page for it */}
				<a
					href="#main"
					className={classes.skip}
					onClick={(event) => {
						event.preventDefault();
						main.current?.focus();
					}}
				>
					Skip to content
				</a>
				<aside className={classes.side}>
					<Navigation narrow={narrow} onToggle={toggle} />
				</aside>
				{drawerOpened && <LazyPart part={drawerPart} props={{ onClose: drawer.close }} onMissing={drawer.close} />}
				<TopBar
					onMenu={drawer.open}
					onSearch={openSearch}
					{...(canAsk ? { onAsk: ask.toggle, asking, askButton } : {})}
				/>
				{loading && <div className={classes.progress} aria-hidden="true" />}
				<LaterPart part={noticesPart} props={{}} />
				<LazyPart part={commandsPart} props={{ narrow, onToggle: toggle }} />
				<main id="main" ref={main} tabIndex={-1} className={classes.main} aria-busy={loading}>
					<PageHelp value={pageHelp}>
						<Outlet />
					</PageHelp>
				</main>
				{canAsk && asking && (
					<div className={classes.panel}>
						<LazyPart part={askPart} props={{ onClose: endAsking }} onMissing={ask.close} />
					</div>
				)}
				<StatusLine />
				{searching && (
					<LazyPart
						part={palettePart}
						props={{ onClose: closeSearch, onShortcuts: showShortcuts.open }}
						onMissing={closeSearch}
					/>
				)}
				{shortcuts && (
					<LazyPart part={shortcutsPart} props={{ onClose: showShortcuts.close }} onMissing={showShortcuts.close} />
				)}
				{ended && <LazyPart part={sessionEndedPart} props={{}} />}
				{signingOut && <LazyPart part={signOutPart} props={{}} onMissing={cancelSignOut} />}
				{profilesOpened && <LazyPart part={profilesPart} props={{}} onMissing={closeProfiles} />}
			</div>
		</RowConsumerContext>
	);
}

const narrowKey = 'dataset-console/navigation';

function useNarrow(): [boolean, () => void] {
	const [narrow, setNarrow] = useState(() => readText('local', narrowKey) === 'narrow');
	const toggle = () => {
		writeText('local', narrowKey, narrow ? 'wide' : 'narrow');
		setNarrow(!narrow);
	};
	return [narrow, toggle];
}

/** After a navigation, focuses the page title, so screen readers read it and Tab continues from there. */
function useFocusOnNavigation(pathname: string, isKept: boolean) {
	const main = useRef<HTMLElement>(null);
	const before = useRef(pathname);
	// Runs before paint: later, it would close a list or move what is being typed.
	useLayoutEffect(() => {
		if (before.current === pathname) return;
		before.current = pathname;
		if (isKept) return;
		const title = main.current?.querySelector<HTMLElement>('h1[tabindex]');
		(title ?? main.current)?.focus({ preventScroll: true });
		if (main.current !== null) main.current.scrollTop = 0;
	}, [pathname, isKept]);
	return main;
}
