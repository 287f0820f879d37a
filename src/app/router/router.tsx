import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import {
	createBrowserRouter,
	type LoaderFunction,
	type MiddlewareFunction,
	Navigate,
	type RouteObject,
	redirect,
} from 'react-router';
import { BuildSpecsPage, loadBuildSpecs } from '../../features/build-specs/list/list-page.tsx';
import { useSessionStore } from '../../features/session/model.ts';
import { hasTakenCode } from '../../features/session/sign-in/sign-in-code.ts';
import { basename, withoutBasename } from '../../routing/basename.ts';
import { paths } from '../../routing/paths.ts';
import { startPage } from '../../storage/preferences.ts';
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

/** The map of the console. The list of BuildSpecs is the first screen and comes with the entry; the rest when asked for. */
export const routes = (queryClient: QueryClient, page: LazyPage): RouteObject[] => [
	{
		hydrateFallbackElement: <Waiting />,
		errorElement: <RouteError />,
		children: [
			{
				path: '/sign-in',
				lazy: page(async () => {
					const [{ SignInPage }, { loadSignIn }] = await Promise.all([
						import('../../features/session/sign-in/sign-in-page.tsx'),
						import('../../features/session/sign-in/load-sign-in.ts'),
					]);
					return { SignInPage, loadSignIn };
				}, 'SignIn'),
			},
			{ path: paths.replay(), lazy: page(() => import('../../features/agents/replay/replay-page.tsx'), 'Replay') },
			{
				path: '/',
				Component: Shell,
				middleware: [requireSession],
				children: [
					{
						hydrateFallbackElement: <Waiting />,
						errorElement: <RouteError />,
						children: pages(queryClient, page),
					},
				],
			},
		],
	},
];

const Start = () => <Navigate to={startPage() ?? paths.buildSpecs()} replace />;

function pages(queryClient: QueryClient, page: LazyPage): RouteObject[] {
	const index = <Name extends string>(load: LoadPage<Name>, name: Name): RouteObject => ({
		index: true,
		lazy: page(load, name),
	});
	const at = <Name extends string>(path: string, title: ReactNode, load: LoadPage<Name>, name: Name): RouteObject => ({
		path,
		handle: crumb(title),
		lazy: page(load, name),
	});
	return [
		{ index: true, Component: Start },
		at('home', 'Home', () => import('../../features/catalog/home/home-page.tsx'), 'Home'),
		at('search', 'Search', () => import('../../features/search/page/search-page.tsx'), 'Search'),
		below('build-specs', 'BuildSpecs', [
			{ index: true, Component: BuildSpecsPage, loader: loadBuildSpecs(queryClient) },
			at('new', 'New', () => import('../../features/build-specs/workbench/new-page.tsx'), 'NewBuildSpec'),
			at('import', 'Import', () => import('../../features/build-specs/import/import-page.tsx'), 'Import'),
			at('lineage', 'Lineage', () => import('../../features/build-specs/lineage/lineage-page.tsx'), 'Lineage'),
			below(':buildSpecId', <BuildSpecCrumb />, [
				index(() => import('../../features/build-specs/workbench/build-spec-page.tsx'), 'BuildSpec'),
				at('versions', 'Versions', () => import('../../features/build-specs/versions/versions-page.tsx'), 'Versions'),
			]),
		]),
		below('worksheets', 'Worksheets', [
			index(() => import('../../features/build-specs/worksheets/worksheet-page.tsx'), 'Worksheet'),
			at('all', 'All', () => import('../../features/build-specs/worksheets/all-worksheets-page.tsx'), 'AllWorksheets'),
		]),
		// Where worksheets were before.
		{
			path: 'scratch',
			loader: ({ request }) => redirect(paths.worksheet(new URL(request.url).searchParams.get('name') ?? undefined)),
		},
		below('runs', <RunsCrumb />, [
			index(() => import('../../features/runs/list/runs-page.tsx'), 'Runs'),
			below('plans', 'Downstream builds', [
				index(() => import('../../features/build-specs/plan/plans-page.tsx'), 'BuildPlans'),
				at(':planId', <PlanCrumb />, () => import('../../features/build-specs/plan/plan-page.tsx'), 'BuildPlan'),
			]),
			at(':runId', <RunCrumb />, () => import('../../features/runs/run/run-page.tsx'), 'Run'),
			at(
				':runId/compare/:beforeId',
				<CompareCrumb />,
				() => import('../../features/runs/compare/compare-page.tsx'),
				'Compare',
			),
		]),
		below('namespaces', 'Namespaces', [
			index(() => import('../../features/catalog/namespaces/namespaces-page.tsx'), 'Namespaces'),
			at(
				'learned',
				'Discovered names',
				() => import('../../features/catalog/discovered/discovered-page.tsx'),
				'Discovered',
			),
			below(':owner/:namespace', <NamespaceCrumb />, [
				index(() => import('../../features/catalog/namespace/namespace-page.tsx'), 'Namespace'),
				below(':dataset', <DatasetCrumb />, [
					index(() => import('../../features/catalog/dataset/dataset-page.tsx'), 'Dataset'),
					at(
						'compare/:before/:after',
						<CompareVersionsCrumb />,
						() => import('../../features/catalog/versions/compare-versions-page.tsx'),
						'CompareVersions',
					),
				]),
			]),
		]),
		below('links', 'Links', [
			index(() => import('../../features/links/list/links-page.tsx'), 'Links'),
			at('new', 'New', () => import('../../features/links/builder/builder-page.tsx'), 'LinkBuilder'),
			at(
				'suggestions',
				'Suggestions',
				() => import('../../features/links/suggestions/suggestions-page.tsx'),
				'LinkSuggestions',
			),
		]),
		below('ingest', 'Ingest', [
			index(() => import('../../features/ingest/page/ingest-page.tsx'), 'Ingest'),
			at(
				'ingestions',
				'Ingestions',
				() => import('../../features/ingest/ingestions/ingestions-page.tsx'),
				'Ingestions',
			),
			at(
				'ingestions/:ingestionId',
				'Ingestion',
				() => import('../../features/ingest/ingestions/ingestion-page.tsx'),
				'Ingestion',
			),
		]),
		below(
			'agents',
			'Agents',
			[{ index: true }, { path: ':conversationId' }].map((route) => ({
				...route,
				lazy: page(() => import('../../features/agents/conversations/agents-page.tsx'), 'Agents'),
			})),
		),
		at('service', 'About this service', () => import('../../features/session/about/about-page.tsx'), 'About'),
		below('access', 'Access', [
			index(() => import('../../features/access/access-page.tsx'), 'Access'),
			at('tokens/:tokenId', <TokenCrumb />, () => import('../../features/access/token-page.tsx'), 'Token'),
		]),
		below('docs', 'Docs', [
			index(() => import('../../features/docs/docs-page.tsx'), 'Docs'),
			at(':guideId', <GuideCrumb />, () => import('../../features/docs/docs-page.tsx'), 'Docs'),
		]),
		at('activity', 'Activity', () => import('../../features/activity/activity-page.tsx'), 'Activity'),
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

/** A page's module: `HomePage`, and `loadHome` where its data is read before it is drawn. */
type PageModule<Name extends string> = Record<`${Name}Page`, ComponentType> & {
	readonly [Loader in `load${Name}`]?: (queryClient: QueryClient) => LoaderFunction;
};

type LoadPage<Name extends string> = () => Promise<PageModule<NoInfer<Name>>>;

/** Builds the `lazy` of a page from its module and its name. */
export type LazyPage = <Name extends string>(load: LoadPage<Name>, name: Name) => NonNullable<RouteObject['lazy']>;

export function createRouter(queryClient: QueryClient) {
	const destination = (): Destination | null => {
		if (!router?.state.initialized) return { href: location.href, key: 'first' };
		const { location: to } = router.state.navigation;
		return to === undefined ? null : { href: router.createHref(to), key: to.key };
	};
	const page: LazyPage = (load, name) =>
		pagePart(async () => {
			const module = (await load()) as PageModule<string>;
			const loader = module[`load${name}`];
			return { Component: module[`${name}Page`] ?? null, ...(loader && { loader: loader(queryClient) }) };
		}, destination);
	// It may begin to load its first page before it is given back.
	let router: ReturnType<typeof createBrowserRouter> | undefined;
	router = createBrowserRouter(routes(queryClient, page), { basename: basename() });
	return router;
}

/** Runs before the loaders of every page but the sign-in page: without a session there is nothing to ask for. */
const requireSession: MiddlewareFunction = async ({ request }, next) => {
	const { pathname, search } = new URL(request.url);
	if (hasTakenCode() || useSessionStore.getState().session === null)
		throw redirect(paths.signIn(`${withoutBasename(pathname)}${search}`));
	return await next();
};
