import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

test.use({ expectedErrors: /404/ });

const wideAndNarrow = [
	{ width: 1440, height: 240 },
	{ width: 390, height: 240 },
];

/** Scrolls everything on the page into view, like find-in-page or a screen reader. @returns how far the document scrolled */
const revealAll = (page: Page) =>
	page.evaluate(() => {
		const { documentElement } = document;
		const farthest = { top: 0, left: 0 };
		for (const element of document.querySelectorAll('main *')) {
			element.scrollIntoView({ block: 'end', inline: 'end' });
			farthest.top = Math.max(farthest.top, documentElement.scrollTop);
			farthest.left = Math.max(farthest.left, documentElement.scrollLeft);
		}
		return farthest;
	});

test('scrolling a page with an error leaves the app frame in place', async ({ signedIn: page }) => {
	for (const size of wideAndNarrow) {
		await page.setViewportSize(size);
		await page.goto(new URL('/runs/0b9f61c2-5d1e-4c07-9f0a-3a1f6c2b7d58', page.url()).href);
		await page.getByRole('button', { name: 'Copy details' }).click();
		expect(await revealAll(page)).toEqual({ top: 0, left: 0 });
		expect((await page.getByRole('banner').boundingBox())?.y).toBeLessThan(8);
	}
});

test('content for screen readers only never scrolls a page out of its frame', async ({ signedIn: page }) => {
	const paths = [
		'/build-specs',
		'/namespaces/demo/aviation?view=links',
		'/namespaces/demo/aviation/flights?view=profile',
		'/namespaces/demo/aviation/flights?view=columns',
		'/access',
	];
	for (const path of paths) {
		await page.goto(new URL(path, page.url()).href);
		for (const size of wideAndNarrow) {
			await page.setViewportSize(size);
			await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			await expect(page.getByRole('table').first()).toBeAttached();
			expect([path, await revealAll(page)]).toEqual([path, { top: 0, left: 0 }]);
		}
	}
});
