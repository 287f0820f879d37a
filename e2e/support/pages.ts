import { expect, type Page } from '@playwright/test';
import { apiOf } from './api.ts';

export interface KnownPage {
	/** Relative to the service. */
	readonly path: string;
	/** A text or label in the sample workspace once it's drawn. */
	readonly shown: string | RegExp;
	/** Whether it shows data of the service at this address. */
	readonly showsData: boolean;
}

/** Names used in addresses of pages, escaped for an address. */
export interface PageNames {
	readonly spec: string;
	readonly run: string;
	/** The run that `run` is compared with. */
	readonly before: string;
	readonly plan: string;
	readonly token: string;
	readonly ingestion: string;
	readonly conversation: string;
	readonly owner: string;
	readonly namespace: string;
	readonly dataset: string;
}

const withData = (path: string, shown: string | RegExp): KnownPage => ({ path, shown, showsData: true });
const withoutData = (path: string, shown: string | RegExp): KnownPage => ({ path, shown, showsData: false });

/**
 * All pages, one entry per view. Checks that every page has to pass use this list (accessibility, content security policy, hostile data, leaks, small
 * screens), and a router test fails if a page is missing.
 */
export function allPages(names: PageNames): readonly KnownPage[] {
	const { spec, run, before, plan, token, ingestion, conversation, owner, namespace, dataset } = names;
	const views = (path: string, shown: string, ...others: string[]) =>
		['', ...others].map((view) => withData(view === '' ? path : `${path}?view=${view}`, shown));
	return [
		withData(`/build-specs/${spec}`, /Preview/),
		withData(`/build-specs/${spec}/versions`, /Version 1/),
		withData(`/runs/${run}`, /airport_delays/),
		withData(`/runs/${run}?view=plan`, /operators/),
		withData(`/runs/${run}/compare/${before}`, /airport_delays/),
		withData(`/ingest/ingestions/${ingestion}`, 'Ingestion'),
		withoutData(`/agents/${conversation}`, /conversation/),
		withData(`/access/tokens/${token}`, /restricted/),
		...views(
			`/namespaces/${owner}/${namespace}`,
			'aviation',
			...['build-specs', 'links', 'shares', 'ingestions', 'activity', 'settings'],
		),
		...views(
			`/namespaces/${owner}/${namespace}/${dataset}`,
			'flights',
			...['profile', 'columns', 'build-specs', 'links', 'ingestions', 'history', 'activity', 'about'],
		),
		withoutData(`/namespaces/${owner}/${namespace}/${dataset}/compare/1/2`, /Dataset version 2 isn’t available/),
		withData(`/links/suggestions?username=${owner}&namespace=${namespace}`, /compared|selected/),
		withData('/home', 'BuildSpecs'),
		withoutData('/search', 'Search this service'),
		withData('/search?q=airport', /airport_delays/),
		withoutData('/docs', 'Agents and language models'),
		withoutData('/docs/git-pipelines', /manifest/),
		withData('/build-specs', /airport_delays/),
		withoutData('/build-specs/new', /Preview/),
		withoutData('/build-specs/import', /BuildSpecs/),
		withData('/build-specs/lineage', /airport_delays/),
		withData('/build-specs/lineage?view=list', /airport_delays/),
		withoutData('/worksheets', /Preview/),
		withoutData('/worksheets/all', 'New worksheet'),
		withData('/runs', /airport_delays/),
		withoutData('/runs/plans', 'Downstream builds'),
		withoutData(`/runs/plans/${plan}`, /Downstream build not found|Progress/),
		withData('/namespaces', 'nature'),
		withData('/namespaces/learned', /Names/),
		withData('/links', 'equal values'),
		withData('/links?view=graph', /^Datasets and the links between their columns/),
		withoutData('/links/new', 'Create link'),
		withoutData('/links/suggestions', /Suggest/),
		withData('/ingest', 'Paste a table or text'),
		withData('/ingest?to=%2F', 'Upload from a terminal'),
		withData('/ingest/ingestions', 'Ingestions'),
		withData('/agents', 'Ask a question'),
		withData('/access', 'guest'),
		withData('/access?view=tokens', /tokens/),
		withData('/access?view=mine', /restricted/),
		withData('/access?view=users', 'Invite user…'),
		withData('/activity?view=audit', 'Signed in'),
		// After the others, whose requests it lists.
		withData('/activity', 'listBuildSpecs'),
		withData('/service', /extensions available$/),
		withoutData('/replay', /No recording open/),
		withoutData('/sign-in?add=1', 'Access token'),
		withoutData('/nowhere', /isn’t a page/),
	];
}

/** Doesn't exist in any service or browser. */
const unknownId = '00000000-0000-4000-8000-000000000000';

/**
 * All pages of the sample workspace, as full as possible; creates two runs to compare. Nothing was ingested or asked there: these two pages say so,
 * and the first gets a 404. @param page signed in as `demo`
 */
export async function pagesOfSample(page: Page): Promise<readonly KnownPage[]> {
	const { ask } = await apiOf(page);
	const { items } = await ask<{ items: { id: string; destination: { datasetName: string } }[] }>('GET', '/build-specs');
	const spec = items.find((item) => item.destination.datasetName === 'airport_delays')?.id ?? '';
	const preview = async () => {
		const { id } = await ask<{ id: string }>('POST', `/build-specs/${spec}/preview-runs`);
		const state = async () => (await ask<{ state: string }>('GET', `/build-runs/${id}`)).state;
		await expect.poll(state).toBe('succeeded');
		return id;
	};
	const tokens = await ask<{ items: { id: string }[] }>('GET', '/user/tokens');
	return allPages({
		spec,
		before: await preview(),
		run: await preview(),
		token: tokens.items[0]?.id ?? '',
		plan: unknownId,
		ingestion: unknownId,
		conversation: unknownId,
		owner: 'demo',
		namespace: 'aviation',
		dataset: 'flights',
	});
}

export async function openPage(page: Page, { path, shown }: KnownPage): Promise<void> {
	const scope = page.locator('body');
	await page.goto(new URL(path, page.url()).href);
	await scope.getByText(shown).or(scope.getByLabel(shown)).first().waitFor({ state: 'attached' });
	await scope.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}
