import { apiOf } from '../support/api.ts';
import { expectClean } from '../support/axe.ts';
import { expect, signIn, test } from '../support/journey.ts';

// A dataset to be created is requested before it exists.
test.use({ expectedErrors: /status of 404 .*\/schema\// });

const rows = 300_000;
const messy = `id,name,phone,weight,ordered_on\n${Array.from({ length: rows }, (_, index) =>
	[
		index + 1,
		` Customer ${index % 50} `,
		`+49 ${30 + (index % 9)} ${1_000_000 + ((index * 7_919) % 8_999_999)}`,
		index === 0 ? '"1.234,5 kg"' : `"${index % 90},5 kg"`,
		index === 7 ? '04/13/2024' : `${String(13 + (index % 15))}/0${1 + (index % 9)}/2024`,
	].join(','),
).join('\n')}\n`;

test('cleaning all values of a file can be stopped, resumes after a reload, and is saved', async ({
	page,
	ownService,
}) => {
	test.slow();
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await expect(page.getByLabel('Namespace')).toHaveValue('demo/nature');
	await page
		.locator('input[type=file]')
		.setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(messy) });
	await expect(page.getByLabel('Type of weight').locator('option:checked')).toHaveText('VARCHAR', { timeout: 30_000 });

	// Once something is cleaned, hold further requests until cleaning was stopped.
	let [share, isHeld] = [0, true];
	await page.route('**/cleaning', async (route) => {
		if (isHeld && share >= 0.01) return;
		const response = await route.fetch();
		const { done, values } = await response.json();
		share = done / values;
		await route.fulfill({ response });
	});
	const cleaning = page.getByRole('group', { name: 'Cleaning' });
	await cleaning.getByRole('button', { name: 'Clean values' }).click();
	await expect(cleaning.getByText(/^Cleaning .*: [1-9]\d? %$/)).toBeVisible({ timeout: 60_000 });
	await cleaning.getByRole('button', { name: 'Stop' }).click();
	const create = page.getByRole('button', { name: /^Create dataset/ });
	const stopped = cleaning.getByText(/^Cleaning stopped at [1-9]\d? %$/);
	await expect(stopped).toBeVisible();
	const at = (await stopped.textContent()) ?? '';
	await expect(create).toHaveAttribute('aria-disabled', 'true');
	await expect(page.getByText('Finish cleaning, or discard the cleaned values first.')).toBeVisible();
	isHeld = false;
	await page.getByRole('link', { name: 'Home', exact: true }).click();
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await page.getByRole('button', { name: 'Continue with orders.csv' }).click();
	await expect(cleaning.getByText(at)).toBeVisible({ timeout: 60_000 });
	await page.reload();
	await expect(cleaning.getByText(at)).toBeVisible({ timeout: 60_000 });

	// until the result is applied to all rows, nothing can be saved
	const held: (() => void)[] = [];
	await page.route('**/review', (route) => {
		held.push(() => void route.continue().catch(() => undefined));
	});
	await cleaning.getByRole('button', { name: 'Resume cleaning' }).click();
	await expect(cleaning.getByText('Applying changes to all rows…')).toBeVisible({ timeout: 120_000 });
	await expect(cleaning.getByRole('button', { name: 'Stop' })).toHaveCount(0);
	await expect(cleaning.getByRole('button', { name: 'Discard cleaned values' })).toBeVisible();
	await expect(page.getByText('You can save once cleaning is finished.')).toBeVisible();
	await expect(create).toHaveAttribute('aria-disabled', 'true');
	await expect.poll(() => held.length).toBe(1);
	await page.unroute('**/review');
	for (const go of held) go();
	await expect(cleaning.getByText('Cleaning changes 4 columns.')).toBeVisible({ timeout: 120_000 });
	await expect(page.getByLabel('Type of weight').locator('option:checked')).toHaveText('DOUBLE', { timeout: 60_000 });
	await expect(page.getByText(`Numbers: ${rows.toLocaleString('en')} values`, { exact: true })).toBeVisible();
	await expectClean(page, 'cleaned');

	// a column's hint is followed, and a rule that is turned off isn't applied
	await page.getByText('Add cleaning hints').click();
	const hint = page.getByLabel('Cleaning hint for ordered_on');
	await hint.fill('date, day first');
	await hint.press('Enter');
	await expect(page.getByText('You changed a cleaning hint. Clean again to apply it.')).toBeVisible();
	await cleaning.getByRole('button', { name: 'Clean again' }).click();
	await expect(page.getByText('1 value left unchanged:')).toBeVisible({ timeout: 60_000 });
	await page.getByRole('checkbox', { name: /^Leading and trailing spaces: .* in name$/ }).click();
	await expect(
		page.getByRole('region', { name: 'First rows of the file' }).getByText('Customer 1', { exact: true }),
	).toBeVisible();
	await page.getByLabel('Type of ordered_on').selectOption('DATE');
	await page.getByLabel('1 value in ordered_on doesn’t fit DATE').selectOption('Skip row');
	await page.getByRole('button', { name: `Create dataset with ${(rows - 1).toLocaleString('en')} rows` }).click();
	await expect(page.getByText(`${(rows - 1).toLocaleString('en')} rows saved to demo/nature/orders`)).toBeVisible({
		timeout: 60_000,
	});
	const saved = await (await apiOf(page)).ask('GET', '/data/demo/nature/orders?limit=1');
	expect(saved).toMatchObject({
		rows: [{ id: 1, name: ' Customer 0 ', phone: '+49301000000', weight: 1234.5, ordered_on: '2024-01-13' }],
	});
});
