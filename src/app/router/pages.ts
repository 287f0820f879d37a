import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';

/** A page's module: `HomePage`, and `loadHome` if it needs data before rendering. */
export type PageModule<Name extends string> = Record<`${Name}Page`, ComponentType> & {
	readonly [Loader in `load${Name}`]?: (queryClient: QueryClient) => LoaderFunction;
};

export type PageName = keyof typeof pages;

const byName = <Name extends string>(pages: { readonly [N in Name]: () => Promise<PageModule<N>> }) => pages;

export const pages = byName({
	SignIn: async () => {
		const [{ SignInPage }, { loadSignIn }] = await Promise.all([
			import('../../features/session/sign-in/sign-in-page.tsx'),
			import('../../features/session/sign-in/load-sign-in.ts'),
		]);
		return { SignInPage, loadSignIn };
	},
	Replay: () => import('../../features/agents/replay/replay-page.tsx'),
	Home: () => import('../../features/catalog/home/home-page.tsx'),
	Search: () => import('../../features/search/page/search-page.tsx'),
	NewBuildSpec: () => import('../../features/build-specs/workbench/new-page.tsx'),
	Import: () => import('../../features/build-specs/import/import-page.tsx'),
	Lineage: () => import('../../features/build-specs/lineage/lineage-page.tsx'),
	BuildSpec: () => import('../../features/build-specs/workbench/build-spec-page.tsx'),
	Versions: () => import('../../features/build-specs/versions/versions-page.tsx'),
	Worksheet: () => import('../../features/build-specs/worksheets/worksheet-page.tsx'),
	AllWorksheets: () => import('../../features/build-specs/worksheets/all-worksheets-page.tsx'),
	Runs: () => import('../../features/runs/list/runs-page.tsx'),
	BuildPlans: () => import('../../features/build-specs/plan/plans-page.tsx'),
	BuildPlan: () => import('../../features/build-specs/plan/plan-page.tsx'),
	Run: () => import('../../features/runs/run/run-page.tsx'),
	Compare: () => import('../../features/runs/compare/compare-page.tsx'),
	Namespaces: () => import('../../features/catalog/namespaces/namespaces-page.tsx'),
	Discovered: () => import('../../features/catalog/discovered/discovered-page.tsx'),
	Namespace: () => import('../../features/catalog/namespace/namespace-page.tsx'),
	Dataset: () => import('../../features/catalog/dataset/dataset-page.tsx'),
	CompareVersions: () => import('../../features/catalog/versions/compare-versions-page.tsx'),
	Links: () => import('../../features/links/list/links-page.tsx'),
	LinkBuilder: () => import('../../features/links/builder/builder-page.tsx'),
	LinkSuggestions: () => import('../../features/links/suggestions/suggestions-page.tsx'),
	Ingest: () => import('../../features/ingest/page/ingest-page.tsx'),
	Ingestions: () => import('../../features/ingest/ingestions/ingestions-page.tsx'),
	Ingestion: () => import('../../features/ingest/ingestions/ingestion-page.tsx'),
	Agents: () => import('../../features/agents/conversations/agents-page.tsx'),
	About: () => import('../../features/session/about/about-page.tsx'),
	Access: () => import('../../features/access/access-page.tsx'),
	Token: () => import('../../features/access/token-page.tsx'),
	Docs: () => import('../../features/docs/docs-page.tsx'),
	Activity: () => import('../../features/activity/activity-page.tsx'),
});
