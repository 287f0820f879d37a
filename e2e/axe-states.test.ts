import type { Route } from '@playwright/test';
import { expectClean } from './support/axe.ts';
import { expect, test } from './support/journey.ts';

// What does not answer, or answers with an error, is told by the browser too.
test.use({ expectedErrors: /Failed to load resource/ });

/** Pages that ask the service for something. `npm run accessibility` looks at all of them; the journeys at one of each kind. */
const pages =
	process.env.WHOLE === '1'
		? [
				'/home',
				'/build-specs',
				'/build-specs/lineage',
				'/runs',
				'/namespaces',
				'/namespaces/demo/aviation',
				'/namespaces/demo/aviation/flights',
				'/links',
				'/links/suggestions?username=demo&namespace=aviation',
				'/ingest/ingestions',
				'/agents',
				'/access',
				'/access?view=tokens',
			]
		: ['/namespaces/demo/aviation/flights'];

/** A refusal that no repeat changes: it is told at once. */
const error = { error_code: 'FORBIDDEN', message: 'You may not look at this.' };

/** How the service treats a page that asks; null: as it always does. */
const states: readonly (readonly [name: string, answer: (route: Route) => Promise<void>])[] = [
	['failed', (route) => route.fulfill({ status: 403, json: error })],
	['empty', (route) => (isList(route) ? route.fulfill({ json: { items: [] } }) : route.continue())],
	['loading', () => new Promise(() => {})],
];

/** Lists of the contract have their names from plurals and end their paths with them. */
const isList = (route: Route): boolean =>
	/\/(build-specs|build-runs|namespaces|links|ingestionTracking|tokens|changes|shares|data\/demo\/aviation)(\?|$)/.test(
		route.request().url(),
	);

const asks = /\/api\/v1\/(?!user\/me|openapi)/;

test('a page that loads, failed, or has nothing to show can be used by everybody', async ({
	signedIn: page,
	service,
}, info) => {
	test.setTimeout(240_000);
	for (const [state, answer] of states) {
		await page.route(asks, answer);
		for (const path of pages) {
			await page.goto(service.url + path, { waitUntil: 'commit' });
			await expect(page.getByRole('main')).toBeVisible();
			if (state === 'failed') await expect(page.getByText(error.message).first()).toBeVisible();
			if (state === 'empty') await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			await expectClean(page, `${path}, ${state}`);
			const width = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(width, `${path}, ${state}: width of the page`).toBeLessThanOrEqual(1440);
		}
		await page.unroute(asks);
	}
	info.annotations.push({
		type: 'tried',
		description: `${pages.length} pages × ${states.length} states × 2 colour schemes`,
	});
});
