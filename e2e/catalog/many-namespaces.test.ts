import { apiOf } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';

const count = 300;
const nameOf = (number: number): string => `area_${String(number).padStart(3, '0')}`;

// When the field loses the focus, its partial text is requested as a dataset name.
test.use({ expectedErrors: /404 \(Not Found\).*\/schema\// });

test('every picker lists all 300 namespaces, and filters them as you type', async ({ page, ownService }) => {
	test.setTimeout(180_000);
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).waitFor();
	const { ask } = await apiOf(page);
	for (let number = 1; number <= count; number += 1) await ask('POST', '/namespaces', { namespace: nameOf(number) });

	// In addition to the sample's.
	const areas = page.getByRole('option', { name: /area_\d{3}\/?$/ });
	await page.goto(`${service.url}/agents`);
	const agents = page.getByRole('combobox', { name: 'Namespace' });
	await expect(agents).not.toHaveValue('');
	await agents.click();
	await expect(areas).toHaveCount(count);
	await agents.fill('area_29');
	await expect(areas).toHaveCount(10);
	await page.getByRole('option', { name: nameOf(299), exact: true }).click();
	// The chosen one doesn't hide the others.
	await agents.blur();
	await agents.click();
	await expect(areas).toHaveCount(count);

	for (const [path, field, index] of [
		['/links/new', 'Dataset', 0],
		['/links/new', 'Dataset', 1],
	] as const) {
		await page.goto(service.url + path);
		const box = page.getByRole('combobox', { name: field, exact: true }).nth(index);
		await box.click();
		await expect(areas, path).toHaveCount(count);
		await box.fill('demo/area_29');
		await expect(areas, path).toHaveCount(10);
	}

	await page.goto(`${service.url}/links/suggestions`);
	await page.getByRole('combobox', { name: 'Namespace' }).click();
	await expect(areas).toHaveCount(count);

	await page.goto(`${service.url}/access?view=tokens`);
	await page.getByRole('button', { name: 'Create token…' }).click();
	await page.getByRole('combobox', { name: 'Namespace 1' }).click();
	await expect(areas).toHaveCount(count);

	await page.goto(`${service.url}/build-specs`);
	await expect(page.getByRole('heading', { level: 1, name: /BuildSpecs/ })).toBeVisible();
	await page.keyboard.press('Control+K');
	await page.getByRole('combobox', { name: 'Search and commands' }).fill('area_');
	await page.getByRole('option', { name: 'All results for "area_"' }).click();
	await expect(page.getByRole('heading', { level: 1, name: /^Search ?3\d\d/ })).toBeVisible();
	await page.getByRole('button', { name: 'Show more (300 results in total)' }).click();
	await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(count);
});
