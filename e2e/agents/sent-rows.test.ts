import { DuckDBInstance } from '@duckdb/node-api';
import { Agents } from '../support/agents.ts';
import { expect, test } from '../support/journey.ts';

/** The engine's own result over the sample's flights. */
async function figure(query: string): Promise<string> {
	const db = await (await DuckDBInstance.create(':memory:')).connect();
	const flights = `read_parquet('dist/server/sample/aviation/flights.parquet')`;
	const [[value] = []] = (await db.runAndReadAll(query.replace('flights', flights))).getRowsJson();
	return Number(value).toLocaleString('en-US');
}

test('answers questions about the rows sent with them, without a language model', async ({
	service,
	signedIn: page,
}) => {
	test.slow();
	await page.goto(`${service.url}/namespaces/demo/aviation/flights`);
	await page.getByRole('button', { name: 'Ask in side panel' }).click();
	const panel = new Agents(page);
	await panel.choose('assistant');
	await page.getByRole('combobox', { name: 'Namespace' }).fill('aviation');
	await page.getByRole('option', { name: 'aviation' }).click();
	await page.getByRole('checkbox', { name: 'Include the rows of demo/aviation/flights' }).check();
	await expect(page.getByText('50 rows included with each question')).toBeVisible();

	await panel.ask('What is the highest delay?');
	await panel.state(1, 'Complete');
	await expect(panel.answer(1)).toContainText(
		`Highest delay: ${await figure('select max(delay) from (select * from flights limit 50)')}`,
	);
	await expect(panel.answer(1)).toContainText('Only 50 of the 20,000 rows in attached flights were sent');

	await panel.ask('How many flights are there?');
	await panel.state(2, 'Complete');
	await expect(panel.answer(2)).toContainText(await figure('select count(*) from flights'));
	await expect(panel.answer(2)).toContainText('The rows sent with the question weren’t used');
});
