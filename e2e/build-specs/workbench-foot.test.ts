import type { Locator, Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';

const styleOf = (element: Locator, name: string): Promise<string> =>
	element.evaluate((node, property) => getComputedStyle(node).getPropertyValue(property), name);

async function inBothSchemes(page: Page, look: () => Promise<void>): Promise<void> {
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
		await look();
	}
}

test('a new BuildSpec shows no errors until it’s saved, and suggests existing sources first', async ({
	signedIn: page,
	service,
}) => {
	const checked = page.waitForResponse((response) => response.url().endsWith('/build-specs/check'));
	await page.goto(`${service.url}/build-specs/new`);
	await new Editor(page).ready();
	await checked;
	await expect(page.getByRole('region', { name: 'Result columns' })).toHaveCount(0);
	await expect(page.getByText('The statement is empty')).toHaveCount(0);
	await expect(page.locator('.squiggly-error')).toHaveCount(0);

	const destination = page.getByRole('combobox', { name: 'Destination' });
	await page.keyboard.press('Control+S');
	await expect(destination).toBeFocused();
	await expect(page.getByRole('alert').first()).toBeVisible();
	await expect(destination).toHaveAttribute('aria-expanded', 'false');
	await destination.click();
	await expect(page.getByRole('option', { name: 'demo/aviation/airports' })).toBeVisible();

	await page.getByRole('button', { name: 'Add source' }).click();
	await expect(page.getByRole('option', { name: 'demo/nature/quakes_daily' })).toContainText('never built');
	await page.keyboard.type('quak');
	const options = page.getByRole('option');
	await expect(options).toHaveText(['demo/nature/earthquakes', 'demo/nature/quakes_daily never built']);
	await inBothSchemes(page, async () => {
		const aside = options.first().getByText('demo/nature/', { exact: true });
		await expect(options.first()).toHaveAttribute('data-combobox-selected', 'true');
		expect(await styleOf(aside, 'color')).toBe('rgb(255, 255, 255)');
	});
	await page.keyboard.press('Enter');
	await expect(page.getByRole('button', { name: 'Remove source demo/nature/earthquakes' })).toBeVisible();
});

test('the code footer has room for problems and types, and unavailable buttons look disabled', async ({
	signedIn: page,
}) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.getByRole('link', { name: /airport_delays/ }).click();
	const editor = new Editor(page);
	await editor.ready();
	const results = page.getByRole('region', { name: 'Result columns' });
	await expect(results).toContainText('6 columns');
	// On one line; what doesn't fit ends in an ellipsis.
	const list = await results.getByRole('list').evaluate((element) => ({
		lines: Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight)),
		overflow: getComputedStyle(element).textOverflow,
	}));
	expect(list).toEqual({ lines: 1, overflow: 'ellipsis' });

	// Nothing moves when the focus changes.
	const language = page.getByRole('combobox', { name: 'Code language' });
	const hint = page.getByText('Press Esc, then Tab, to leave the editor.');
	await expect(hint).toBeHidden();
	const before = await language.boundingBox();
	await editor.box.focus();
	await expect(hint).toBeVisible();
	expect(await language.boundingBox()).toEqual(before);

	const save = page.getByRole('button', { name: 'Save', exact: true });
	await expect(save).toHaveAttribute('aria-disabled', 'true');
	await expect(save).toHaveAttribute('title', 'Nothing has changed since version 1.');
	await inBothSchemes(page, async () => {
		const disabled = await page.evaluate(() => {
			const probe = document.createElement('i');
			probe.style.color = 'var(--mantine-color-disabled-color)';
			document.body.append(probe);
			const { color } = getComputedStyle(probe);
			probe.remove();
			return color;
		});
		await expect.poll(() => styleOf(save, 'color')).toBe(disabled);
		expect(await styleOf(save, 'cursor')).toBe('not-allowed');
	});

	await editor.replace('select delay_minutes_of_every_flight from aviation.flights');
	const problem = page.getByRole('button', { name: /Unknown column "delay_minutes_of_every_flight"/ });
	await expect(problem).toBeVisible();
	expect((await problem.boundingBox())?.width).toBeGreaterThan(300);
});
