import type { Page } from '@playwright/test';

/** A page, by its address under the service, and a word that it shows once it is drawn. */
export type KnownPage = readonly [path: string, shown: string | RegExp];

/** Pages of the sample workspace with as much on them as they ever have. @param ids of a BuildSpec, a run of it and a token */
export const allPages = (ids: { spec: string; run: string; before: string; token: string }): readonly KnownPage[] => [
	['/home', 'BuildSpecs'],
	['/build-specs', /airport_delays/],
	['/build-specs/new', /Preview/],
	['/build-specs/import', /BuildSpecs/],
	['/build-specs/lineage', /airport_delays/],
	['/build-specs/lineage?view=list', /airport_delays/],
	[`/build-specs/${ids.spec}`, /Preview/],
	[`/build-specs/${ids.spec}/versions`, /Version 1/],
	['/scratch', /Preview/],
	['/runs', /airport_delays/],
	[`/runs/${ids.run}`, /airport_delays/],
	[`/runs/${ids.run}/compare/${ids.before}`, /airport_delays/],
	['/namespaces', 'nature'],
	['/namespaces/learned', /Names/],
	...['', '?view=build-specs', '?view=links', '?view=shares', '?view=ingestions', '?view=settings'].map(
		(view): KnownPage => [`/namespaces/demo/aviation${view}`, 'aviation'],
	),
	...['', '?view=profile', '?view=columns', '?view=build-specs', '?view=links', '?view=ingestions', '?view=about'].map(
		(view): KnownPage => [`/namespaces/demo/aviation/flights${view}`, 'flights'],
	),
	['/links', 'ExactMatch'],
	['/links/new', 'Create link'],
	['/links/suggestions?username=demo&namespace=nature', /compared/],
	['/ingest', 'Paste a table or text'],
	['/ingest/ingestions', 'Ingestions'],
	['/ingest/ingestions/00000000-0000-4000-8000-000000000000', 'Ingestion'],
	['/agents', 'Ask a question'],
	// One that no browser has.
	['/agents/00000000-0000-4000-8000-000000000000', /conversation/],
	['/access', 'guest'],
	['/access?view=tokens', /tokens/],
	['/access?view=mine', /restricted/],
	[`/access/tokens/${ids.token}`, /restricted/],
	['/activity', 'listBuildSpecs'],
	['/service', /core/],
	['/replay', /./],
	['/sign-in?add=1', 'Access token'],
	['/nowhere', /no page/],
];

/** Opens one within the console, as a link does. */
export async function openPage(page: Page, [path, shown]: KnownPage): Promise<void> {
	const scope = page.locator('body');
	await page.goto(new URL(path, page.url()).href);
	await scope.getByText(shown).or(scope.getByLabel(shown)).first().waitFor({ state: 'attached' });
	await scope.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}
