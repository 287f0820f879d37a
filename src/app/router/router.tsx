import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
	createBrowserRouter,
	type MiddlewareFunction,
	Navigate,
	type RouteObject,
	redirect,
	useParams,
} from 'react-router';
import { BuildSpecsPage, loadBuildSpecs } from '../../features/build-specs/list/list-page.tsx';
import { useSessionStore } from '../../features/session/model.ts';
import { hasTakenCode } from '../../features/session/sign-in/sign-in-code.ts';
import { basename, withoutBasename } from '../../routing/basename.ts';
import { paths } from '../../routing/paths.ts';
import { startPage } from '../../storage/preferences.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Box } from '../../ui/primitives/layout.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { type Destination, pagePart } from '../connection/page-part.ts';
import type { RouteHandle } from '../shell/breadcrumbs.tsx';
import { Shell } from '../shell/shell.tsx';
import {
	BuildSpecCrumb,
	CompareCrumb,
	CompareVersionsCrumb,
	DatasetCrumb,
	GuideCrumb,
	NamespaceCrumb,
	PlanCrumb,
	RunCrumb,
	RunsCrumb,
	TokenCrumb,
} from './crumbs.tsx';
import { NotFoundPage, RouteError } from './error-pages.tsx';
import type { PageModule, PageName } from './pages.ts';

/** The console's routes. The list of BuildSpecs is the first screen and is in the entry chunk; the rest loads on demand. */
export const routes = (queryClient: QueryClient, page: LazyPage): RouteObject[] => [
	{
		hydrateFallbackElement: <Waiting />,
		errorElement: <RouteError />,
		children: [
			{
				path: '/sign-in',
				lazy: page('SignIn'),
			},
			{ path: paths.replay(), lazy: page('Replay') },
			{
				path: '/',
				Component: Shell,
				middleware: [requireSession],
				children: [
					{
						hydrateFallbackElement: <WaitingPage />,
						errorElement: <RouteError />,
						children: pageRoutes(queryClient, page),
					},
				],
			},
		],
	},
];

const Start = () => <Navigate to={startPage() ?? paths.home()} replace />;

function pageRoutes(queryClient: QueryClient, page: LazyPage): RouteObject[] {
	const index = (name: PageName): RouteObject => ({ index: true, lazy: page(name) });
	const at = (path: string, title: ReactNode, name: PageName): RouteObject => ({
		path,
		handle: crumb(title),
		lazy: page(name),
	});
	return [
		{ index: true, Component: Start },
		at('home', 'Home', 'Home'),
		at('search', 'Search', 'Search'),
		below('build-specs', 'BuildSpecs', [
			{ index: true, Component: BuildSpecsPage, loader: loadBuildSpecs(queryClient) },
			at('new', 'New', 'NewBuildSpec'),
			at('import', 'Import', 'Import'),
			at('lineage', 'Lineage', 'Lineage'),
			below(':buildSpecId', <BuildSpecCrumb />, [index('BuildSpec'), at('versions', 'Versions', 'Versions')]),
		]),
		below('worksheets', 'Worksheets', [index('Worksheet'), at('all', 'All', 'AllWorksheets')]),
		// Former URL of worksheets.
		{
			path: 'scratch',
			loader: ({ request }) => redirect(paths.worksheet(new URL(request.url).searchParams.get('name') ?? undefined)),
		},
		below('runs', <RunsCrumb />, [
			index('Runs'),
			below('plans', 'Downstream builds', [index('BuildPlans'), at(':planId', <PlanCrumb />, 'BuildPlan')]),
			at(':runId', <RunCrumb />, 'Run'),
			at(':runId/compare/:beforeId', <CompareCrumb />, 'Compare'),
		]),
		below('namespaces', 'Namespaces', [
			index('Namespaces'),
			at('learned', 'Discovered names', 'Discovered'),
			below(':owner/:namespace', <NamespaceCrumb />, [
				index('Namespace'),
				below(':dataset', <DatasetCrumb />, [
					index('Dataset'),
					at('compare/:before/:after', <CompareVersionsCrumb />, 'CompareVersions'),
				]),
			]),
		]),
		below('links', 'Links', [
			index('Links'),
			at('new', 'New', 'LinkBuilder'),
			at('suggestions', 'Suggestions', 'LinkSuggestions'),
		]),
		below('ingest', 'Ingest', [
			index('Ingest'),
			at('ingestions', 'Ingestions', 'Ingestions'),
			at('ingestions/:ingestionId', 'Ingestion', 'Ingestion'),
		]),
		below(
			'agents',
			'Agents',
			[{ index: true }, { path: ':conversationId' }].map((route) => ({
				...route,
				lazy: page('Agents'),
			})),
		),
		at('service', 'About this service', 'About'),
		below('access', 'Access', [index('Access'), at('tokens/:tokenId', <TokenCrumb />, 'Token')]),
		below('docs', 'Docs', [index('Docs'), at(':guideId', <GuideCrumb />, 'Docs')]),
		at('activity', 'Activity', 'Activity'),
		{ path: '*', handle: crumb('Not found'), Component: NotFoundPage },
	];
}

const below = (path: string, name: ReactNode, children: RouteObject[]): RouteObject => ({
	path,
	handle: crumb(name),
	children,
});

const crumb = (name: ReactNode): RouteHandle => ({ crumb: name });

function Waiting() {
	return (
		<Box p={5}>
			<LoadingRows />
		</Box>
	);
}

/** A waiting page, with its title if that's known from the address: a namespace or a dataset. */
function WaitingPage() {
	const { owner, namespace, dataset, before } = useParams();
	if (owner === undefined || before !== undefined) return <Waiting />;
	return (
		<PageFrame title={[owner, namespace, dataset].filter((name) => name !== undefined).join('/')}>
			<LoadingRows />
		</PageFrame>
	);
}

/** Loads a page's module. The map of page files also stays out of the first screen. */
async function loadPage(name: PageName): Promise<PageModule<string>> {
	const { pages } = await import('./pages.ts');
	return (await pages[name]()) as PageModule<string>;
}

const partsOf = (name: PageName, queryClient: QueryClient) => async () => {
	const module = await loadPage(name);
	const loader = module[`load${name}`];
	return { Component: module[`${name}Page`] ?? null, ...(loader && { loader: loader(queryClient) }) };
};

/** Routes for prefetching: if code can't be loaded, nothing waits. */
export const routesAhead = (queryClient: QueryClient): RouteObject[] =>
	routes(queryClient, (name) => partsOf(name, queryClient));

/** Builds the `lazy` of a route from a page's name. */
export type LazyPage = (name: PageName) => NonNullable<RouteObject['lazy']>;

export function createRouter(queryClient: QueryClient) {
	const destination = (): Destination | null => {
		if (!router?.state.initialized) return { href: location.href, key: 'first' };
		const { location: to } = router.state.navigation;
		return to === undefined ? null : { href: router.createHref(to), key: to.key };
	};
	const page: LazyPage = (name) => pagePart(partsOf(name, queryClient), destination);
	// The router may start loading its first page before this function returns it.
	let router: ReturnType<typeof createBrowserRouter> | undefined;
	router = createBrowserRouter(routes(queryClient, page), { basename: basename() });
	return router;
}

/** Runs before the loaders of all pages except sign-in. */
const requireSession: MiddlewareFunction = async ({ request }, next) => {
	const { pathname, search } = new URL(request.url);
	if (hasTakenCode() || useSessionStore.getState().session === null)
		throw redirect(paths.signIn(`${withoutBasename(pathname)}${search}`));
	return await next();
};
