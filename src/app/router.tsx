import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { BuildSpecsPage, loadBuildSpecs } from '../features/build-specs/list/list-page.tsx';
import { paths } from '../routing/paths.ts';
import { LoadingRows } from '../ui/states.tsx';
import { basename } from './basename.ts';
import {
	BuildSpecCrumb,
	CompareCrumb,
	DatasetCrumb,
	NamespaceCrumb,
	type RouteHandle,
	RunCrumb,
	RunsCrumb,
	TokenCrumb,
} from './crumbs.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { type Destination, pagePart } from './page-part.ts';
import { requireSession } from './require-session.ts';
import { RouteError } from './route-error.tsx';
import classes from './shell/shell.module.css';
import { Shell } from './shell/shell.tsx';

/** The map of the console. The list of BuildSpecs is the first screen and comes with the entry; the rest when asked for. */
const routes = (queryClient: QueryClient, part: PagePart): RouteObject[] => [
	{
		path: '/sign-in',
		lazy: part(async () => {
			const [{ SignInPage }, { loadSignIn }] = await Promise.all([
				import('../features/session/sign-in-page.tsx'),
				import('../features/session/load-sign-in.ts'),
			]);
			return { Component: SignInPage, loader: loadSignIn(queryClient) };
		}),
		hydrateFallbackElement: <Waiting />,
		errorElement: <RouteError />,
	},
	{
		path: paths.replay(),
		hydrateFallbackElement: <Waiting />,
		errorElement: <RouteError />,
		lazy: part(async () => ({ Component: (await import('../features/agents/replay-page.tsx')).ReplayPage })),
	},
	...development(),
	{
		path: '/',
		Component: Shell,
		middleware: [requireSession],
		errorElement: <RouteError />,
		children: [
			{
				errorElement: <RouteError />,
				hydrateFallbackElement: <Waiting />,
				children: pages(queryClient, part),
			},
		],
	},
];

const pages = (queryClient: QueryClient, part: PagePart): RouteObject[] => [
	{ index: true, element: <Navigate to={paths.buildSpecs()} replace /> },
	{
		path: 'home',
		handle: { crumb: 'Home' } satisfies RouteHandle,
		lazy: part(async () => {
			const { HomePage, loadHome } = await import('../features/catalog/home/home-page.tsx');
			return { Component: HomePage, loader: loadHome(queryClient) };
		}),
	},
	{
		path: 'build-specs',
		handle: { crumb: 'BuildSpecs' } satisfies RouteHandle,
		children: [
			{ index: true, Component: BuildSpecsPage, loader: loadBuildSpecs(queryClient) },
			{
				path: 'new',
				handle: { crumb: 'New' } satisfies RouteHandle,
				lazy: part(async () => {
					const { NewBuildSpecPage, loadNewBuildSpec } = await import('../features/build-specs/workbench/new-page.tsx');
					return { Component: NewBuildSpecPage, loader: loadNewBuildSpec(queryClient) };
				}),
			},
			{
				path: 'import',
				handle: { crumb: 'Import' } satisfies RouteHandle,
				lazy: part(async () => {
					const { ImportPage, loadImport } = await import('../features/build-specs/import/import-page.tsx');
					return { Component: ImportPage, loader: loadImport(queryClient) };
				}),
			},
			{
				path: 'lineage',
				handle: { crumb: 'Lineage' } satisfies RouteHandle,
				lazy: part(async () => {
					const { LineagePage, loadLineage } = await import('../features/build-specs/lineage/lineage-page.tsx');
					return { Component: LineagePage, loader: loadLineage(queryClient) };
				}),
			},
			{
				path: ':buildSpecId',
				handle: { crumb: <BuildSpecCrumb /> } satisfies RouteHandle,
				children: [
					{
						index: true,
						lazy: part(async () => {
							const { BuildSpecPage, loadBuildSpec } = await import(
								'../features/build-specs/workbench/build-spec-page.tsx'
							);
							return { Component: BuildSpecPage, loader: loadBuildSpec(queryClient) };
						}),
					},
					{
						path: 'versions',
						handle: { crumb: 'Versions' } satisfies RouteHandle,
						lazy: part(async () => {
							const { VersionsPage, loadVersions } = await import('../features/build-specs/versions/versions-page.tsx');
							return { Component: VersionsPage, loader: loadVersions(queryClient) };
						}),
					},
				],
			},
		],
	},
	{
		path: 'scratch',
		handle: { crumb: 'Scratch query' } satisfies RouteHandle,
		lazy: part(async () => {
			const { ScratchPage, loadScratch } = await import('../features/build-specs/workbench/scratch-page.tsx');
			return { Component: ScratchPage, loader: loadScratch(queryClient) };
		}),
	},
	{
		path: 'runs',
		handle: { crumb: <RunsCrumb /> } satisfies RouteHandle,
		children: [
			{
				index: true,
				lazy: part(async () => {
					const { RunsPage, loadRuns } = await import('../features/runs/runs-page.tsx');
					return { Component: RunsPage, loader: loadRuns(queryClient) };
				}),
			},
			{
				path: ':runId',
				handle: { crumb: <RunCrumb /> } satisfies RouteHandle,
				lazy: part(async () => {
					const { RunPage, loadRun } = await import('../features/runs/run-page.tsx');
					return { Component: RunPage, loader: loadRun(queryClient) };
				}),
			},
			{
				path: ':runId/compare/:beforeId',
				handle: { crumb: <CompareCrumb /> } satisfies RouteHandle,
				lazy: part(async () => {
					const { ComparePage, loadCompare } = await import('../features/runs/compare-page.tsx');
					return { Component: ComparePage, loader: loadCompare(queryClient) };
				}),
			},
		],
	},
	{
		path: 'namespaces',
		handle: { crumb: 'Namespaces' } satisfies RouteHandle,
		children: [
			{
				index: true,
				lazy: part(async () => {
					const { NamespacesPage, loadNamespaces } = await import('../features/catalog/namespaces/namespaces-page.tsx');
					return { Component: NamespacesPage, loader: loadNamespaces(queryClient) };
				}),
			},
			{
				path: 'learned',
				handle: { crumb: 'Names seen' } satisfies RouteHandle,
				lazy: part(async () => ({
					Component: (await import('../features/catalog/discovered/discovered-page.tsx')).DiscoveredPage,
				})),
			},
			{
				path: ':owner/:namespace',
				handle: { crumb: <NamespaceCrumb /> } satisfies RouteHandle,
				children: [
					{
						index: true,
						lazy: part(async () => {
							const { NamespacePage, loadNamespace } = await import(
								'../features/catalog/namespaces/namespace-page.tsx'
							);
							return { Component: NamespacePage, loader: loadNamespace(queryClient) };
						}),
					},
					{
						path: ':dataset',
						handle: { crumb: <DatasetCrumb /> } satisfies RouteHandle,
						lazy: part(async () => {
							const { DatasetPage, loadDataset } = await import('../features/catalog/dataset/dataset-page.tsx');
							return { Component: DatasetPage, loader: loadDataset(queryClient) };
						}),
					},
				],
			},
		],
	},
	{
		path: 'links',
		handle: { crumb: 'Links' } satisfies RouteHandle,
		children: [
			{
				index: true,
				lazy: part(async () => {
					const { LinksPage, loadLinks } = await import('../features/links/links-page.tsx');
					return { Component: LinksPage, loader: loadLinks(queryClient) };
				}),
			},
			{
				path: 'new',
				handle: { crumb: 'New' } satisfies RouteHandle,
				lazy: part(async () => {
					const { LinkBuilderPage, loadLinkBuilder } = await import('../features/links/builder-page.tsx');
					return { Component: LinkBuilderPage, loader: loadLinkBuilder(queryClient) };
				}),
			},
			{
				path: 'suggestions',
				handle: { crumb: 'Suggestions' } satisfies RouteHandle,
				lazy: part(async () => {
					const { LinkSuggestionsPage, loadSuggestions } = await import('../features/links/suggestions-page.tsx');
					return { Component: LinkSuggestionsPage, loader: loadSuggestions(queryClient) };
				}),
			},
		],
	},
	{
		path: 'ingest',
		handle: { crumb: 'Ingest' } satisfies RouteHandle,
		children: [
			{
				index: true,
				lazy: part(async () => {
					const { IngestPage, loadIngest } = await import('../features/ingest/ingest-page.tsx');
					return { Component: IngestPage, loader: loadIngest(queryClient) };
				}),
			},
			{
				path: 'ingestions',
				handle: { crumb: 'Ingestions' } satisfies RouteHandle,
				lazy: part(async () => {
					const { IngestionsPage, loadIngestions } = await import('../features/ingest/ingestions-page.tsx');
					return { Component: IngestionsPage, loader: loadIngestions(queryClient) };
				}),
			},
			{
				path: 'ingestions/:ingestionId',
				handle: { crumb: 'Ingestion' } satisfies RouteHandle,
				lazy: part(async () => {
					const { IngestionPage, loadIngestion } = await import('../features/ingest/ingestion-page.tsx');
					return { Component: IngestionPage, loader: loadIngestion(queryClient) };
				}),
			},
		],
	},
	{
		path: 'agents',
		handle: { crumb: 'Agents' } satisfies RouteHandle,
		children: [{ index: true }, { path: ':conversationId' }].map((at) => ({
			...at,
			lazy: part(async () => {
				const { AgentsPage, loadAgents } = await import('../features/agents/agents-page.tsx');
				return { Component: AgentsPage, loader: loadAgents(queryClient) };
			}),
		})),
	},
	{
		path: 'service',
		handle: { crumb: 'About this service' } satisfies RouteHandle,
		lazy: part(async () => ({ Component: (await import('../features/session/about-page.tsx')).AboutPage })),
	},
	{
		path: 'access',
		handle: { crumb: 'Access' } satisfies RouteHandle,
		children: [
			{
				index: true,
				lazy: part(async () => {
					const { AccessPage, loadAccess } = await import('../features/access/access-page.tsx');
					return { Component: AccessPage, loader: loadAccess(queryClient) };
				}),
			},
			{
				path: 'tokens/:tokenId',
				handle: { crumb: <TokenCrumb /> } satisfies RouteHandle,
				lazy: part(async () => {
					const { TokenPage, loadToken } = await import('../features/access/token-page.tsx');
					return { Component: TokenPage, loader: loadToken(queryClient) };
				}),
			},
		],
	},
	{
		path: 'activity',
		handle: { crumb: 'Activity' } satisfies RouteHandle,
		lazy: part(async () => {
			const { ActivityPage, loadActivity } = await import('../features/activity/activity-page.tsx');
			return { Component: ActivityPage, loader: loadActivity(queryClient) };
		}),
	},
	{ path: '*', handle: { crumb: 'Not found' } satisfies RouteHandle, Component: NotFoundPage },
];

/** Pages for those who build the console. */
const development = (): RouteObject[] =>
	import.meta.env.DEV
		? [
				{
					path: paths.gallery(),
					hydrateFallbackElement: <Waiting />,
					lazy: async () => ({ Component: (await import('./gallery/gallery-page.tsx')).GalleryPage }),
				},
			]
		: [];

function Waiting() {
	return (
		<div className={classes.waiting}>
			<LoadingRows />
		</div>
	);
}

type PagePart = <T>(load: () => Promise<T>) => () => Promise<T>;

export function createRouter(queryClient: QueryClient) {
	const destination = (): Destination | null => {
		if (!router?.state.initialized) return { href: location.href, key: 'first' };
		const { location: to } = router.state.navigation;
		return to === undefined ? null : { href: router.createHref(to), key: to.key };
	};
	const part: PagePart = (load) => pagePart(load, destination);
	// It may begin to load its first page before it is given back.
	let router: ReturnType<typeof createBrowserRouter> | undefined;
	router = createBrowserRouter(routes(queryClient, part), { basename: basename() });
	return router;
}
