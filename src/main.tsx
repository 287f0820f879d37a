import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { nextTask } from '#lib/concurrency/next-task.ts';
import { connect, type Exchange } from './api/http.ts';
import { loadAllPages } from './app/connection/page-part.ts';
import { colorSchemeKey } from './app/early-list/color-scheme.ts';
import { isEarlyListDrawn } from './app/early-list/early-list.ts';
import { followSession } from './app/observers/follow-session.ts';
import { logActivity } from './app/observers/log-activity.ts';
import { createQueryClient } from './app/query-client.ts';
import { createRouter, routesAhead } from './app/router/router.tsx';
import { partLoader } from './app/shell/load-part.ts';
import { buildSpecsQuery } from './features/build-specs/queries.ts';
import { noteExchange } from './features/session/connection.ts';
import { useSessionStore } from './features/session/model.ts';
import { takeAnswerFromAddress } from './features/session/oauth/address.ts';
import { noteUse, refuseToken, restoreSession } from './features/session/session.ts';
import { requestedPerson } from './features/session/sign-in/sign-in-address.ts';
import { hasTakenCode, takeCodeFromAddress } from './features/session/sign-in/sign-in-code.ts';
import { pageNonce } from './lib/browser/page-guard.ts';
import { prefetchWhenIdle, whenIdle } from './lib/browser/when-idle.ts';
import { ConsoleRouter } from './lib/console-router.tsx';
import { isMissingChunk } from './lib/missing-chunk.ts';
import { paths } from './routing/paths.ts';
import { noteMissingPart } from './ui/states/lazy-part.tsx';
import { theme } from './ui/theme/theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: colorSchemeKey });

let noteRefusal: (exchange: Exchange) => void = () => {};
const hasAnswer = takeAnswerFromAddress();
takeCodeFromAddress();
connect({
	baseUrl: () => useSessionStore.getState().session?.baseUrl ?? null,
	token: () => useSessionStore.getState().session?.token ?? null,
	isRefused: (token) => {
		const { session, refused } = useSessionStore.getState();
		return refused && session?.token === token;
	},
	onUnauthorized: refuseToken,
	onExchange: (exchange) => {
		noteExchange(exchange);
		logActivity(exchange);
		noteRefusal(exchange);
	},
});
void start();

/** A function, because with a top-level await WebKit leaves this chunk's exports undefined for chunks that import it later. */
async function start(): Promise<void> {
	await restoreSession(!hasAnswer && !hasTakenCode(), requestedPerson(new URL(location.href)));

	const queryClient = createQueryClient();
	const router = createRouter(queryClient);
	followSession(queryClient, () => void router.revalidate());
	// Pasting a printed address into an open tab changes only the fragment and loads no document.
	window.addEventListener('hashchange', () => {
		if (takeAnswerFromAddress() || takeCodeFromAddress()) void router.navigate(paths.signIn(), { replace: true });
	});

	// A deployment removed code that a click loads. The page stays, and the shell shows a notice.
	window.addEventListener('unhandledrejection', (event) => {
		if (!isMissingChunk(event.reason)) return;
		event.preventDefault();
		noteMissingPart();
	});

	window.addEventListener('focus', noteUse);
	window.addEventListener('pageshow', noteUse);

	if (isEarlyListDrawn() && useSessionStore.getState().session !== null) {
		await queryClient.prefetchQuery(buildSpecsQuery);
		// Running this code and rendering the page are two tasks, so that the page stays responsive in between.
		await nextTask();
	}
	const root = document.getElementById('root');
	if (root === null) throw new Error('index.html has no element with the id "root".');
	createRoot(root).render(
		<StrictMode>
			<QueryClientProvider client={queryClient}>
				<MantineProvider
					theme={theme}
					withCssVariables={false}
					withGlobalClasses={false}
					colorSchemeManager={colorScheme}
					defaultColorScheme="auto"
					{...(pageNonce === '' ? {} : { getStyleNonce: () => pageNonce })}
				>
					<ConsoleRouter router={router} />
				</MantineProvider>
			</QueryClientProvider>
		</StrictMode>,
	);
	prefetchWhenIdle(async () => {
		await loadAllPages();
		await (await partLoader('editor')()).prepareMonaco();
	});
	whenIdle(async () => {
		noteRefusal = (await partLoader('observers')()).startObservers(queryClient, router, routesAhead(queryClient));
	});
}
