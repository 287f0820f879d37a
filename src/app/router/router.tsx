import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, type LoaderFunction, Navigate, type RouteObject } from 'react-router';
import { BuildSpecsPage, loadBuildSpecs } from '../../features/build-specs/list/list-page.tsx';
import { basename } from '../../routing/basename.ts';
import { paths } from '../../routing/paths.ts';
import { Box } from '../../ui/primitives/layout.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { type Destination, pagePart } from '../connection/page-part.ts';
import type { RouteHandle } from '../shell/breadcrumbs.tsx';
import { Shell } from '../shell/shell.tsx';
import {
	BuildSpecCrumb,
	CompareCrumb,
	DatasetCrumb,
	NamespaceCrumb,
	RunCrumb,
	RunsCrumb,
	TokenCrumb,
} from './crumbs.tsx';
import { NotFoundPage, RouteError } from './error-pages.tsx';
import { requireSession } from './require-session.ts';

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

const pages = (queryClient: QueryClient, page: LazyPage): RouteObject[] => [
	{ index: true, element: <Navigate to={paths.buildSpecs()} replace /> },
	at(
		'home',
		'Home',
		page(() => import('../../features/catalog/home/home-page.tsx'), 'Home'),
	),
	below('build-specs', 'BuildSpecs', [
		{ index: true, Component: BuildSpecsPage, loader: loadBuildSpecs(queryClient) },
		at(
			'new',
			'New',
			page(() => import('../../features/build-specs/workbench/new-page.tsx'), 'NewBuildSpec'),
		),
		at(
			'import',
			'Import',
			page(() => import('../../features/build-specs/import/import-page.tsx'), 'Import'),
		),
		at(
			'lineage',
			'Lineage',
			page(() => import('../../features/build-specs/lineage/lineage-page.tsx'), 'Lineage'),
		),
		below(':buildSpecId', <BuildSpecCrumb />, [
			index(page(() => import('../../features/build-specs/workbench/build-spec-page.tsx'), 'BuildSpec')),
			at(
				'versions',
				'Versions',
				page(() => import('../../features/build-specs/versions/versions-page.tsx'), 'Versions'),
			),
		]),
	]),
	at(
		'scratch',
		'Scratch query',
		page(() => import('../../features/build-specs/workbench/scratch-page.tsx'), 'Scratch'),
	),
	below('runs', <RunsCrumb />, [
		index(page(() => import('../../features/runs/list/runs-page.tsx'), 'Runs')),
		at(
			':runId',
			<RunCrumb />,
			page(() => import('../../features/runs/run/run-page.tsx'), 'Run'),
		),
		at(
			':runId/compare/:beforeId',
			<CompareCrumb />,
			page(() => import('../../features/runs/compare/compare-page.tsx'), 'Compare'),
		),
	]),
	below('namespaces', 'Namespaces', [
		index(page(() => import('../../features/catalog/namespaces/namespaces-page.tsx'), 'Namespaces')),
		at(
			'learned',
			'Names seen',
			page(() => import('../../features/catalog/discovered/discovered-page.tsx'), 'Discovered'),
		),
		below(':owner/:namespace', <NamespaceCrumb />, [
			index(page(() => import('../../features/catalog/namespace/namespace-page.tsx'), 'Namespace')),
			at(
				':dataset',
				<DatasetCrumb />,
				page(() => import('../../features/catalog/dataset/dataset-page.tsx'), 'Dataset'),
			),
		]),
	]),
	below('links', 'Links', [
		index(page(() => import('../../features/links/list/links-page.tsx'), 'Links')),
		at(
			'new',
			'New',
			page(() => import('../../features/links/builder/builder-page.tsx'), 'LinkBuilder'),
		),
		at(
			'suggestions',
			'Suggestions',
			page(() => import('../../features/links/suggestions/suggestions-page.tsx'), 'LinkSuggestions'),
		),
	]),
	below('ingest', 'Ingest', [
		index(page(() => import('../../features/ingest/page/ingest-page.tsx'), 'Ingest')),
		at(
			'ingestions',
			'Ingestions',
			page(() => import('../../features/ingest/ingestions/ingestions-page.tsx'), 'Ingestions'),
		),
		at(
			'ingestions/:ingestionId',
			'Ingestion',
			page(() => import('../../features/ingest/ingestions/ingestion-page.tsx'), 'Ingestion'),
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
	at(
		'service',
		'About this service',
		page(() => import('../../features/session/about/about-page.tsx'), 'About'),
	),
	below('access', 'Access', [
		index(page(() => import('../../features/access/access-page.tsx'), 'Access')),
		at(
			'tokens/:tokenId',
			<TokenCrumb />,
			page(() => import('../../features/access/token-page.tsx'), 'Token'),
		),
	]),
	at(
		'activity',
		'Activity',
		page(() => import('../../features/activity/activity-page.tsx'), 'Activity'),
	),
	{ path: '*', handle: crumb('Not found'), Component: NotFoundPage },
];

type Lazy = NonNullable<RouteObject['lazy']>;

const index = (lazy: Lazy): RouteObject => ({ index: true, lazy });
const at = (path: string, name: ReactNode, lazy: Lazy): RouteObject => ({ path, handle: crumb(name), lazy });
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

/** Builds the `lazy` of a page from its module and its name. */
export type LazyPage = <Name extends string>(load: () => Promise<PageModule<NoInfer<Name>>>, name: Name) => Lazy;

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
