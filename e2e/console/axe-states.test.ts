import type { Route } from '@playwright/test';
import { expectClean } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';

// The browser also reports requests without an answer, or with an error.
test.use({ expectedErrors: /Failed to load resource/ });

const delayed = '[{"column":"delay","op":">","value":"60"}]';

/**
 * Pages that request data, with the text each shows if there is none. `npm run accessibility` checks all of them; the journeys check one of each
 * kind.
 */
const pages: readonly (readonly [path: string, empty: string])[] = [
	['/links', 'No links yet'],
	[`/namespaces/demo/aviation/flights?filter=${encodeURIComponent(delayed)}`, 'No rows match the filters'],
	...(process.env.WHOLE === '1'
		? ([
				['/home', 'Get started'],
				['/build-specs', 'No BuildSpecs yet'],
				['/build-specs/lineage', 'No BuildSpecs yet'],
				['/runs', 'No runs yet'],
				['/namespaces', 'No namespaces yet'],
				['/namespaces/demo/aviation', 'No datasets yet'],
				['/links/suggestions?username=demo&namespace=aviation', 'No links to suggest'],
				['/ingest/ingestions', 'No ingestions yet'],
				['/agents', 'This service has no agents'],
				['/access', 'No shares yet'],
				['/access?view=tokens', 'No active tokens'],
			] as const)
		: []),
];

/** An error that no retry changes, so it's shown immediately. */
const error = { error_code: 'FORBIDDEN', message: 'You may not look at this.' };

/** How the service answers the page's requests; null: normally. */
const states: readonly (readonly [name: string, answer: (route: Route) => Promise<void>])[] = [
	['failed', (route) => route.fulfill({ status: 403, json: error })],
	['empty', (route) => (isList(route) ? route.fulfill({ json: nothing(route) }) : route.continue())],
	['loading', () => new Promise(() => {})],
];

/** In the contract, operations that return lists have plural names, and paths that end with them. */
const isList = (route: Route): boolean =>
	/\/(build-specs|build-runs|namespaces|links|suggestions|ingestionTracking|tokens|changes|shares|a2a|data\/demo\/aviation(\/flights)?)(\?|$)/.test(
		route.request().url(),
	);

/** The agents are a plain array; other lists have more members. */
const nothing = (route: Route): object =>
	route.request().url().endsWith('/a2a') ? [] : { items: [], compared: 0, leftOut: 0, columns: [], rows: [], total: 0 };

const asks = /\/api\/v1\/(?!user\/me|openapi)/;

test('loading, failed and empty pages have no axe violations', async ({ signedIn: page, service }, info) => {
	test.setTimeout(240_000);
	for (const [state, answer] of states) {
		await page.route(asks, answer);
		for (const [path, empty] of pages) {
			await page.goto(service.url + path, { waitUntil: 'commit' });
			await expect(page.getByRole('main')).toBeVisible();
			if (state === 'failed') await expect(page.getByText(error.message).first()).toBeVisible();
			if (state === 'empty') await expect(page.getByText(empty).first()).toBeVisible();
			await expectClean(page, `${path}, ${state}`);
			const width = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(width, `${path}, ${state}: width of the page`).toBeLessThanOrEqual(1440);
		}
		await page.unroute(asks);
	}
	info.annotations.push({
		type: 'tried',
		description: `${pages.length} pages × ${states.length} states × 2 color schemes`,
	});
});
