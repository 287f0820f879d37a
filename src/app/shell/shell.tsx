import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router';
import { useSessionStore } from '../../features/session/model.ts';
import { paths } from '../../routing/paths.ts';
import { readText, writeText } from '../../storage/web-storage.ts';
import { LazyPart, lazyPart } from '../../ui/lazy-part.tsx';
import { AwayNotice } from './away-notice.tsx';
import { MissingPartNotice } from './missing-part-notice.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';
import { StatusLine } from './status-line.tsx';
import { TopBar } from './top-bar.tsx';
import { useConnection } from './use-connection.ts';
import { useTypingPause } from './use-typing-pause.ts';

const drawerPart = lazyPart(() => import('./navigation-drawer.tsx').then((it) => it.NavigationDrawer));
const askPart = lazyPart(() => import('../../features/agents/ask-panel.tsx').then((it) => it.AskPanel));
// Asked for at once: when a sign-in ends, the service may not be there to send more of the console.
const sessionEnded = import('../../features/session/session-ended-dialog.tsx');
sessionEnded.catch(() => {});
const sessionEndedPart = lazyPart(() => sessionEnded.then((it) => it.SessionEndedDialog));

/** The frame around every page; nothing of it is drawn without a session. */
export function Shell() {
	const signedIn = useSessionStore((state) => state.session !== null);
	const { pathname, search } = useLocation();
	if (!signedIn) return <Navigate to={paths.signIn(`${pathname}${search}`)} replace />;
	return <Frame />;
}

function Frame() {
	useConnection();
	const [narrow, toggle] = useNarrow();
	const [asking, ask] = useDisclosure(false);
	const [drawerOpened, drawer] = useDisclosure(false);
	const { pathname } = useLocation();
	const canAsk = !pathname.startsWith(paths.agents());
	const main = useFocusOnNavigation(pathname);
	const loading = useNavigation().state === 'loading';
	const ended = useTypingPause(useSessionStore((state) => state.refused));
	return (
		<div className={classes.shell} data-narrow={narrow || undefined} data-panel={(canAsk && asking) || undefined}>
			{/* biome-ignore lint/a11y/useValidAnchor: it is a link to a place on this page; with a base element the browser would leave the page for it */}
			<a
				href="#main"
				className={classes.skip}
				onClick={(event) => {
					event.preventDefault();
					main.current?.focus();
				}}
			>
				Skip to the page
			</a>
			<aside className={classes.side}>
				<Navigation narrow={narrow} onToggle={toggle} />
			</aside>
			{drawerOpened && <LazyPart part={drawerPart} props={{ onClose: drawer.close }} onMissing={drawer.close} />}
			<TopBar onMenu={drawer.open} {...(canAsk ? { onAsk: ask.toggle, asking } : {})} />
			{loading && <div className={classes.progress} aria-hidden="true" />}
			<div className={classes.notices}>
				<AwayNotice />
				<MissingPartNotice />
			</div>
			<main id="main" ref={main} tabIndex={-1} className={classes.main} aria-busy={loading}>
				<Outlet />
			</main>
			{canAsk && asking && (
				<div className={classes.panel}>
					<LazyPart part={askPart} props={{ onClose: ask.close }} onMissing={ask.close} />
				</div>
			)}
			<StatusLine />
			{ended && <LazyPart part={sessionEndedPart} props={{}} />}
		</div>
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

/** After a navigation the focus begins at the page's title, so that it is read and Tab goes on from there. */
function useFocusOnNavigation(pathname: string) {
	const main = useRef<HTMLElement>(null);
	const before = useRef(pathname);
	useEffect(() => {
		if (before.current === pathname) return;
		before.current = pathname;
		const title = main.current?.querySelector<HTMLElement>('h1[tabindex]');
		(title ?? main.current)?.focus({ preventScroll: true });
		if (main.current !== null) main.current.scrollTop = 0;
	}, [pathname]);
	return main;
}
