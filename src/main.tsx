import './ui/page-guard.ts';
import './ui/styles.ts';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { connect } from './api/http.ts';
import { followRenames } from './app/follow-renames.ts';
import { followSession } from './app/follow-session.ts';
import { loadAllPages } from './app/page-part.ts';
import { createQueryClient } from './app/query-client.ts';
import { createRouter } from './app/router.tsx';
import { noteExchange } from './features/session/connection.ts';
import { useSessionStore } from './features/session/model.ts';
import { refuseToken, restoreSession } from './features/session/session.ts';
import { hasTakenCode, takeCodeFromAddress } from './features/session/sign-in-code.ts';
import { paths } from './routing/paths.ts';
import { pageNonce } from './ui/page-guard.ts';
import { cssVariables, theme } from './ui/theme.ts';
import { whenIdle } from './ui/when-idle.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'dataset-console/color-scheme' });

takeCodeFromAddress();
connect({
	baseUrl: () => useSessionStore.getState().session?.baseUrl ?? null,
	token: () => useSessionStore.getState().session?.token ?? null,
	isRefused: (token) => {
		const { session, refused } = useSessionStore.getState();
		return refused && session?.token === token;
	},
	onUnauthorized: refuseToken,
	onExchange: noteExchange,
});
await restoreSession(!hasTakenCode());

const queryClient = createQueryClient();
const router = createRouter(queryClient);
followSession(queryClient, () => void router.revalidate());
followRenames(queryClient, router);
// A printed address pasted into a tab where the console is open changes the fragment only: no document is loaded.
window.addEventListener('hashchange', () => {
	if (takeCodeFromAddress()) void router.navigate(paths.signIn(), { replace: true });
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');
createRoot(root).render(
	<StrictMode>
		<QueryClientProvider client={queryClient}>
			<MantineProvider
				theme={theme}
				cssVariablesResolver={cssVariables}
				colorSchemeManager={colorScheme}
				defaultColorScheme="auto"
				{...(pageNonce === '' ? {} : { getStyleNonce: () => pageNonce })}
			>
				<RouterProvider router={router} />
			</MantineProvider>
		</QueryClientProvider>
	</StrictMode>,
);
whenIdle(loadAllPages);
whenIdle(async () => (await import('./app/observe-names.ts')).observeNames(queryClient));
