import { test as base, expect, type Page } from '@playwright/test';
import { type Service, startService } from './service.ts';

interface JourneyFixtures {
	/** A page that fails the journey on console errors and on requests to any origin but the service's. */
	page: Page;
	/** A page that is signed in as `demo` and shows the BuildSpecs. */
	signedIn: Page;
	/** Texts that may appear in the console's errors in this journey, because the journey causes them. */
	expectedErrors: RegExp[];
}

/** Journeys in one file share a service process; a journey that breaks it starts its own. */
export const test = base.extend<JourneyFixtures, { service: Service }>({
	service: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
		async ({}, use) => {
			const service = await startService();
			await use(service);
			await service.dispose();
		},
		{ scope: 'worker' },
	],
	expectedErrors: [[], { option: true }],
	page: async ({ page, service, expectedErrors }, use) => {
		const problems: string[] = [];
		page.on('console', (message) => {
			if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
		});
		page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
		page.on('request', (request) => {
			const { protocol, origin } = new URL(request.url());
			if (protocol.startsWith('http') && origin !== service.url) problems.push(`foreign request: ${request.url()}`);
		});
		await use(page);
		expect(problems.filter((problem) => !expectedErrors.some((pattern) => pattern.test(problem)))).toEqual([]);
	},
	signedIn: async ({ page, service }, use) => {
		await page.goto(await service.printSignIn());
		await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
		await use(page);
	},
});

export { expect } from '@playwright/test';
