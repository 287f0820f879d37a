import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { createBrowserRouter, type LoaderFunction, Navigate, type RouteObject } from 'react-router';
import { BuildSpecsPage, loadBuildSpecs } from '../../features/build-specs/list/list-page.tsx';
import { basename } from '../../routing/basename.ts';
import { paths } from '../../routing/paths.ts';
import { LoadingRows } from '../../ui/states/states.tsx';
import { type Destination, pagePart } from '../connection/page-part.ts';
import type { RouteHandle } from '../shell/breadcrumbs.tsx';
import classes from '../shell/shell.module.css';
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
				lazy: page(
					async () => {
						const [{ SignInPage }, { loadSignIn }] = await Promise.all([
							import('../../features/session/sign-in/sign-in-page.tsx'),
							import('../../features/session/sign-in/load-sign-in.ts'),
						]);
						return { SignInPage, loadSignIn };
					},
					'SignInPage',
					'loadSignIn',
				),
			},
			{ path: paths.replay(), lazy: page(() => import('../../features/agents/replay/replay-page.tsx'), 'ReplayPage') },
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
	{
		path: 'home',
		handle: crumb('Home'),
		lazy: page(() => import('../../features/catalog/home/home-page.tsx'), 'HomePage', 'loadHome'),
	},
	{
		path: 'build-specs',
		handle: crumb('BuildSpecs'),
		children: [
			{ index: true, Component: BuildSpecsPage, loader: loadBuildSpecs(queryClient) },
			{
				path: 'new',
				handle: crumb('New'),
				lazy: page(
					() => import('../../features/build-specs/workbench/new-page.tsx'),
					'NewBuildSpecPage',
					'loadNewBuildSpec',
				),
			},
			{
				path: 'import',
				handle: crumb('Import'),
				lazy: page(() => import('../../features/build-specs/import/import-page.tsx'), 'ImportPage', 'loadImport'),
			},
			{
				path: 'lineage',
				handle: crumb('Lineage'),
				lazy: page(() => import('../../features/build-specs/lineage/lineage-page.tsx'), 'LineagePage', 'loadLineage'),
			},
			{
				path: ':buildSpecId',
				handle: crumb(<BuildSpecCrumb />),
				children: [
					{
						index: true,
						lazy: page(
							() => import('../../features/build-specs/workbench/build-spec-page.tsx'),
							'BuildSpecPage',
							'loadBuildSpec',
						),
					},
					{
						path: 'versions',
						handle: crumb('Versions'),
						lazy: page(
							() => import('../../features/build-specs/versions/versions-page.tsx'),
							'VersionsPage',
							'loadVersions',
						),
					},
				],
			},
		],
	},
	{
		path: 'scratch',
		handle: crumb('Scratch query'),
		lazy: page(() => import('../../features/build-specs/workbench/scratch-page.tsx'), 'ScratchPage', 'loadScratch'),
	},
	{
		path: 'runs',
		handle: crumb(<RunsCrumb />),
		children: [
			{
				index: true,
				lazy: page(() => import('../../features/runs/list/runs-page.tsx'), 'RunsPage', 'loadRuns'),
			},
			{
				path: ':runId',
				handle: crumb(<RunCrumb />),
				lazy: page(() => import('../../features/runs/run/run-page.tsx'), 'RunPage', 'loadRun'),
			},
			{
				path: ':runId/compare/:beforeId',
				handle: crumb(<CompareCrumb />),
				lazy: page(() => import('../../features/runs/compare/compare-page.tsx'), 'ComparePage', 'loadCompare'),
			},
		],
	},
	{
		path: 'namespaces',
		handle: crumb('Namespaces'),
		children: [
			{
				index: true,
				lazy: page(
					() => import('../../features/catalog/namespaces/namespaces-page.tsx'),
					'NamespacesPage',
					'loadNamespaces',
				),
			},
			{
				path: 'learned',
				handle: crumb('Names seen'),
				lazy: page(() => import('../../features/catalog/discovered/discovered-page.tsx'), 'DiscoveredPage'),
			},
			{
				path: ':owner/:namespace',
				handle: crumb(<NamespaceCrumb />),
				children: [
					{
						index: true,
						lazy: page(
							() => import('../../features/catalog/namespace/namespace-page.tsx'),
							'NamespacePage',
							'loadNamespace',
						),
					},
					{
						path: ':dataset',
						handle: crumb(<DatasetCrumb />),
						lazy: page(() => import('../../features/catalog/dataset/dataset-page.tsx'), 'DatasetPage', 'loadDataset'),
					},
				],
			},
		],
	},
	{
		path: 'links',
		handle: crumb('Links'),
		children: [
			{
				index: true,
				lazy: page(() => import('../../features/links/list/links-page.tsx'), 'LinksPage', 'loadLinks'),
			},
			{
				path: 'new',
				handle: crumb('New'),
				lazy: page(() => import('../../features/links/builder/builder-page.tsx'), 'LinkBuilderPage', 'loadLinkBuilder'),
			},
			{
				path: 'suggestions',
				handle: crumb('Suggestions'),
				lazy: page(
					() => import('../../features/links/suggestions/suggestions-page.tsx'),
					'LinkSuggestionsPage',
					'loadSuggestions',
				),
			},
		],
	},
	{
		path: 'ingest',
		handle: crumb('Ingest'),
		children: [
			{
				index: true,
				lazy: page(() => import('../../features/ingest/page/ingest-page.tsx'), 'IngestPage', 'loadIngest'),
			},
			{
				path: 'ingestions',
				handle: crumb('Ingestions'),
				lazy: page(
					() => import('../../features/ingest/ingestions/ingestions-page.tsx'),
					'IngestionsPage',
					'loadIngestions',
				),
			},
			{
				path: 'ingestions/:ingestionId',
				handle: crumb('Ingestion'),
				lazy: page(
					() => import('../../features/ingest/ingestions/ingestion-page.tsx'),
					'IngestionPage',
					'loadIngestion',
				),
			},
		],
	},
	{
		path: 'agents',
		handle: crumb('Agents'),
		children: [{ index: true }, { path: ':conversationId' }].map((at) => ({
			...at,
			lazy: page(() => import('../../features/agents/conversations/agents-page.tsx'), 'AgentsPage', 'loadAgents'),
		})),
	},
	{
		path: 'service',
		handle: crumb('About this service'),
		lazy: page(() => import('../../features/session/about/about-page.tsx'), 'AboutPage'),
	},
	{
		path: 'access',
		handle: crumb('Access'),
		children: [
			{
				index: true,
				lazy: page(() => import('../../features/access/access-page.tsx'), 'AccessPage', 'loadAccess'),
			},
			{
				path: 'tokens/:tokenId',
				handle: crumb(<TokenCrumb />),
				lazy: page(() => import('../../features/access/token-page.tsx'), 'TokenPage', 'loadToken'),
			},
		],
	},
	{
		path: 'activity',
		handle: crumb('Activity'),
		lazy: page(() => import('../../features/activity/activity-page.tsx'), 'ActivityPage', 'loadActivity'),
	},
	{ path: '*', handle: crumb('Not found'), Component: NotFoundPage },
];

const crumb = (name: ReactNode): RouteHandle => ({ crumb: name });

function Waiting() {
	return (
		<div className={classes.waiting}>
			<LoadingRows />
		</div>
	);
}

/** Builds the `lazy` of a page from its module and the names of its component and its loader. */
export type LazyPage = <C extends string, L extends string = never>(
	load: () => Promise<
		Record<NoInfer<C>, ComponentType> & Record<NoInfer<L>, (queryClient: QueryClient) => LoaderFunction>
	>,
	component: C,
	loader?: L,
) => NonNullable<RouteObject['lazy']>;

export function createRouter(queryClient: QueryClient) {
	const destination = (): Destination | null => {
		if (!router?.state.initialized) return { href: location.href, key: 'first' };
		const { location: to } = router.state.navigation;
		return to === undefined ? null : { href: router.createHref(to), key: to.key };
	};
	const page: LazyPage = (load, component, loader) =>
		pagePart(async () => {
			const module = await load();
			return { Component: module[component], ...(loader && { loader: module[loader](queryClient) }) };
		}, destination);
	// It may begin to load its first page before it is given back.
	let router: ReturnType<typeof createBrowserRouter> | undefined;
	router = createBrowserRouter(routes(queryClient, page), { basename: basename() });
	return router;
}
