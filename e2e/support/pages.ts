import type { Page } from '@playwright/test';

/** Addresses of the pages that name nothing. With `namedAddresses` every page has one, which a test of the router checks. */
export const fixedAddresses = [
	'/home',
	'/build-specs',
	'/build-specs/new',
	'/build-specs/import',
	'/build-specs/lineage',
	'/build-specs/lineage?view=list',
	'/scratch',
	'/runs',
	'/namespaces',
	'/namespaces/learned',
	'/links',
	'/links?view=graph',
	'/links/new',
	'/links/suggestions',
	'/ingest',
	'/ingest/ingestions',
	'/agents',
	'/access',
	'/access?view=tokens',
	'/access?view=mine',
	'/activity',
	'/service',
	'/replay',
	'/sign-in?add=1',
] as const;
export type FixedAddress = (typeof fixedAddresses)[number];

/** The addresses of a namespace and of a dataset in it, one for each view. @param namespace as `owner/name` */
export const catalogAddresses = (namespace: string, dataset: string) => ({
	namespace: ['', 'build-specs', 'links', 'shares', 'ingestions', 'settings'].map((view) =>
		withView(`/namespaces/${namespace}`, view),
	),
	dataset: ['', 'profile', 'columns', 'build-specs', 'links', 'ingestions', 'about'].map((view) =>
		withView(`/namespaces/${namespace}/${dataset}`, view),
	),
});

const withView = (path: string, view: string): string => (view === '' ? path : `${path}?view=${view}`);

/** The addresses of pages of one thing each, by its id. `before`: the run that `run` is compared with. */
export const addressesOf = (ids: {
	spec: string;
	run: string;
	before: string;
	token: string;
	ingestion: string;
	conversation: string;
}) => ({
	buildSpec: `/build-specs/${ids.spec}`,
	versions: `/build-specs/${ids.spec}/versions`,
	run: `/runs/${ids.run}`,
	compare: `/runs/${ids.run}/compare/${ids.before}`,
	ingestion: `/ingest/ingestions/${ids.ingestion}`,
	conversation: `/agents/${ids.conversation}`,
	token: `/access/tokens/${ids.token}`,
});

/** A page, by its address under the service, and a word that it shows once it is drawn. */
export type KnownPage = readonly [path: string, shown: string | RegExp];

/** Without those that show more elsewhere, or are drawn on a canvas. */
const shownAt: Readonly<Partial<Record<FixedAddress, string | RegExp>>> = {
	'/home': 'BuildSpecs',
	'/build-specs': /airport_delays/,
	'/build-specs/new': /Preview/,
	'/build-specs/import': /BuildSpecs/,
	'/build-specs/lineage': /airport_delays/,
	'/build-specs/lineage?view=list': /airport_delays/,
	'/scratch': /Preview/,
	'/runs': /airport_delays/,
	'/namespaces': 'nature',
	'/namespaces/learned': /Names/,
	'/links': 'ExactMatch',
	'/links/new': 'Create link',
	'/ingest': 'Paste a table or text',
	'/ingest/ingestions': 'Ingestions',
	'/agents': 'Ask a question',
	'/access': 'guest',
	'/access?view=tokens': /tokens/,
	'/access?view=mine': /restricted/,
	'/activity': 'listBuildSpecs',
	'/service': /core/,
	'/replay': /./,
	'/sign-in?add=1': 'Access token',
};

/** One that no service or browser has. */
const unknownId = '00000000-0000-4000-8000-000000000000';

/** Pages of the sample workspace with as much on them as they ever have. @param ids of a BuildSpec, two runs of it and a token */
export function allPages(ids: { spec: string; run: string; before: string; token: string }): readonly KnownPage[] {
	const one = addressesOf({ ...ids, ingestion: unknownId, conversation: unknownId });
	const { namespace, dataset } = catalogAddresses('demo/aviation', 'flights');
	return [
		...Object.entries(shownAt),
		[one.buildSpec, /Preview/],
		[one.versions, /Version 1/],
		[one.run, /airport_delays/],
		[one.compare, /airport_delays/],
		...namespace.map((path): KnownPage => [path, 'aviation']),
		...dataset.map((path): KnownPage => [path, 'flights']),
		['/links/suggestions?username=demo&namespace=nature', /compared/],
		[one.ingestion, 'Ingestion'],
		[one.conversation, /conversation/],
		[one.token, /restricted/],
		['/nowhere', /no page/],
	];
}

/** Opens one within the console, as a link does. */
export async function openPage(page: Page, [path, shown]: KnownPage): Promise<void> {
	const scope = page.locator('body');
	await page.goto(new URL(path, page.url()).href);
	await scope.getByText(shown).or(scope.getByLabel(shown)).first().waitFor({ state: 'attached' });
	await scope.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}
