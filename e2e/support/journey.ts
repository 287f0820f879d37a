import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Service, startService } from './service.ts';
import { startWithBuildSpecs, watchContext } from './watch.ts';

interface JourneyFixtures {
	/** A page that fails the journey on console errors, policy violations and requests to anything but our services. */
	page: Page;
	/** A page signed in as `demo`, on the list of BuildSpecs. */
	signedIn: Page;
	/** Opens another browser, also watched; it closes with the journey. */
	another: () => Promise<BrowserContext>;
	/** Problems that this journey causes itself; null for none. */
	expectedErrors: RegExp | null;
	/** Whether the browser asks pages to save data: no code of the console is then loaded before it's needed. */
	savesData: boolean;
	/** Whether the user has no start page set. */
	startsAtHome: boolean;
	/** Starts a service for this journey only; it stops with the journey. Its clock may be ahead by some ms. */
	ownService: (flags?: readonly string[], clockOff?: number) => Promise<Service>;
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
	expectedErrors: [null, { option: true }],
	// Preloaded code is most of what a page loads, and few journeys last long enough to use it.
	savesData: [true, { option: true }],
	startsAtHome: [false, { option: true }],
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
	ownService: async ({}, use) => {
		const started: Service[] = [];
		await use(async (flags, clockOff) => {
			const service = await startService(flags, clockOff);
			started.push(service);
			return service;
		});
		for (const service of started) await service.dispose();
	},
	// The service must outlive the pages that use it.
	context: async ({ context, ownService: _, expectedErrors, savesData, startsAtHome }, use) => {
		if (savesData) await saveData(context);
		if (!startsAtHome) await startWithBuildSpecs(context);
		const problems = await watchContext(context);
		await use(context);
		expectNone(problems, expectedErrors);
	},
	another: async ({ browser, expectedErrors, savesData, startsAtHome }, use) => {
		const opened: { context: BrowserContext; problems: string[] }[] = [];
		await use(async () => {
			const context = await browser.newContext();
			if (savesData) await saveData(context);
			if (!startsAtHome) await startWithBuildSpecs(context);
			opened.push({ context, problems: await watchContext(context) });
			return context;
		});
		for (const { context } of opened) await context.close();
		for (const { problems } of opened) expectNone(problems, expectedErrors);
	},
	signedIn: async ({ page, service }, use) => {
		await page.goto(await service.printSignIn());
		await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
		await use(page);
	},
});

/** Opens a service's console in a page, signed in as its first user. */
export async function signIn(page: Page, service: Service): Promise<void> {
	await page.goto(service.signInAddress());
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
}

const saveData = (context: BrowserContext): Promise<unknown> =>
	context.addInitScript(() => {
		const { connection } = navigator as unknown as { connection: object };
		Object.defineProperty(connection, 'saveData', { value: true });
	});

function expectNone(problems: readonly string[], expected: RegExp | null): void {
	expect(problems.filter((problem) => !expected?.test(problem))).toEqual([]);
}

export { expect } from '@playwright/test';
