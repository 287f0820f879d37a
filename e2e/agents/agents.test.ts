import { answer, artifact, ended, planned, step, working } from '../support/agent-events.ts';
import { expect, test } from '../support/agents.ts';
import { Grid } from '../support/grid.ts';

// The scripted service has no /openapi.json, which the browser reports, as it does broken streams.
test.use({ expectedErrors: /404|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_FAILED|ERR_CONNECTION|401|503/ });

const rows = [
	{ airport: 'DFW', delay: 12.5, __metadata: { score: 0.9, source: 'index' } },
	{ airport: 'ORD', delay: 15.25, __metadata: { score: 0.7, source: 'index' } },
];

test('updates the plan as steps arrive, each with its query and rows', async ({
	scripted: { agents, panel },
	page,
}) => {
	await panel.ask('How late are flights?');
	const call = await agents.asked();
	expect(call.request.params.message.metadata).toEqual({ namespace: 'shop' });
	call.send(working());
	call.send(planned('Count the flights', 'Average the delays'));
	const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
	await expect(steps).toHaveCount(2);
	await expect(steps.first()).toContainText('planned');
	call.send(working('Count the flights'));
	await expect(steps.first()).toContainText('in progress');
	call.send(step(1, 'select origin, avg(delay) from flights group by origin', rows));
	await expect(steps.first()).toContainText('done · 2 rows');
	await new Grid(page, 'Rows of step 1').expectRows(2);
	await expect(page.getByRole('figure', { name: 'Query for step 1' })).toContainText('avg(delay)');
	call.send(working('Average the delays'));
	call.send(step(2, 'select 1', [{ one: 1 }]));
	call.send(answer('DFW is late by **12.5** minutes [step 1].'));
	call.send(ended());
	call.end();
	await panel.state(1, 'Complete');

	await expect(page.getByRole('figure', { name: 'Query for step 1' })).toBeHidden();
	await page.getByRole('link', { name: 'step 1' }).click();
	await expect(page.getByRole('figure', { name: 'Query for step 1' })).toBeVisible();
	await expect(steps.first()).toBeFocused();
});

test('steps stay open or closed as the user left them while more arrive', async ({
	scripted: { agents, panel },
	page,
}) => {
	await panel.ask('How late are flights?');
	const call = await agents.asked();
	call.send(planned('Count', 'Average'));
	call.send(step(1, 'select 1', [{ one: 1 }]));
	const query = page.getByRole('figure', { name: 'Query for step 1' });
	await expect(query).toBeVisible();
	await page.getByText('Step 1', { exact: true }).click();
	await expect(query).toBeHidden();
	call.send(step(2, 'select 2', [{ two: 2 }]));
	await expect(page.getByRole('figure', { name: 'Query for step 2' })).toBeVisible();
	await expect(query).toBeHidden();
});

test('shows scores as a sortable column, and no other internal fields', async ({
	scripted: { agents, panel },
	page,
}) => {
	await panel.ask('Which airports are like Dallas?');
	const call = await agents.asked();
	call.send(artifact('result-data', [{ data: { rows } }]));
	call.send(ended());
	call.end();
	const grid = new Grid(page);
	await grid.expectRows(2);
	expect(await grid.names()).toEqual(['airport', 'delay', 'score']);
	await grid.menuOf('score', 'Sort ascending');
	await expect(grid.row(1).filter({ hasText: /^ORD$/ })).toBeVisible();
});

test('a stopped answer keeps what has arrived, closes the connection, and can be asked again', async ({
	scripted: { agents, panel },
	page,
}) => {
	await panel.ask('Tell me everything');
	const call = await agents.asked();
	call.send(working());
	call.send(answer('The first half. ', { append: true, lastChunk: false }));
	await expect(panel.answer()).toContainText('The first half.');
	await page.getByRole('button', { name: 'Stop' }).click();
	await call.closed;
	await panel.state(1, 'Stopped');
	await expect(panel.answer()).toContainText('The first half.');

	await panel.answer().getByRole('button', { name: 'Ask again' }).click();
	const again = await agents.asked();
	expect(again.request.params.message.parts).toEqual(call.request.params.message.parts);
	again.send(answer('All of it.'));
	again.send(ended());
	again.end();
	await panel.state(1, 'Complete');
	await expect(panel.answer()).toContainText('All of it.');
	await page.getByRole('button', { name: 'Previous version' }).click();
	await expect(panel.answer()).toContainText('The first half.');
});

for (const { how, act } of [
	{ how: 'the network', act: 'cut' },
	{ how: 'the agent, without a state that ends it', act: 'end' },
] as const) {
	test(`an answer cut off by ${how} is marked, keeps what has arrived, and can be asked again`, async ({
		scripted: { agents, panel },
		page,
	}) => {
		await panel.ask('Tell me everything');
		const call = await agents.asked();
		call.send(working());
		call.send(step(1, 'select 1', [{ one: 1 }]));
		await new Grid(page).expectRows(1);
		call[act]();
		await panel.state(1, 'Interrupted');
		await expect(panel.answer()).toContainText('The partial answer was saved');
		await new Grid(page).expectRows(1);

		await panel.answer().getByRole('button', { name: 'Ask again' }).click();
		const again = await agents.asked();
		again.send(answer('All of it.'));
		again.send(ended());
		again.end();
		await panel.state(1, 'Complete');
	});
}

test('a reload during an answer keeps what has arrived, and says that it’s incomplete', async ({
	scripted: { agents, panel },
	page,
}) => {
	await panel.ask('Tell me everything');
	const call = await agents.asked();
	call.send(planned('Count', 'Average'));
	call.send(step(1, 'select 1', [{ one: 1 }]));
	await new Grid(page).expectRows(1);
	// Received events are written four times a second.
	await expect.poll(() => framesKept(page)).toBeGreaterThan(2);
	await page.reload();
	await panel.state(1, 'Interrupted');
	await expect(panel.answer()).toContainText('reloaded before the answer was complete');
	await new Grid(page).expectRows(1);
	await expect(page.getByRole('listitem').filter({ hasText: 'Average' })).toContainText('not done');

	await panel.answer().getByRole('button', { name: 'Ask again' }).click();
	const again = await agents.asked();
	again.send(answer('All of it.'));
	again.send(ended());
	again.end();
	await panel.state(1, 'Complete');
});

async function framesKept(page: import('@playwright/test').Page): Promise<number> {
	return await page.evaluate(async () => {
		const [{ name = '' } = {}] = (await indexedDB.databases()).filter((database) =>
			database.name?.endsWith('conversations'),
		);
		const db = await new Promise<IDBDatabase>((resolve, reject) => {
			const opening = indexedDB.open(name);
			opening.onsuccess = () => resolve(opening.result);
			opening.onerror = () => reject(opening.error);
		});
		const batches = await new Promise<{ frames: unknown[] }[]>((resolve, reject) => {
			const reading = db.transaction('frames').objectStore('frames').getAll();
			reading.onsuccess = () => resolve(reading.result);
			reading.onerror = () => reject(reading.error);
		});
		db.close();
		return batches.reduce((sum, item) => sum + item.frames.length, 0);
	});
}

test('says that an answer continues in another tab', async ({ scripted: { agents, panel }, page, context }) => {
	await panel.ask('Tell me everything');
	const call = await agents.asked();
	call.send(working());
	call.send(answer('The first half. ', { append: true, lastChunk: false }));
	await expect(panel.answer()).toContainText('The first half.');
	const other = await context.newPage();
	await other.goto(page.url());
	await expect(other.getByText(/continues in another tab/)).toBeVisible();
	call.send(ended());
	call.end();
	await panel.state(1, 'Complete');
	await expect(other.getByText('Complete', { exact: true })).toBeVisible();
});

test('an expired token prompts for sign-in, keeps earlier answers, and the question can be asked again', async ({
	scripted: { agents, panel },
	page,
}) => {
	await panel.ask('First');
	const first = await agents.asked();
	first.send(answer('One.'));
	first.send(ended());
	first.end();
	await panel.state(1, 'Complete');
	await panel.ask('Second');
	(await agents.asked()).refuse(401, { error_code: 'UNAUTHORIZED', message: 'The token has expired.' });
	const dialog = page.getByRole('dialog');
	await expect(dialog).toBeVisible();
	await dialog.getByLabel('Access token').fill('another-token');
	await dialog.getByRole('button', { name: /Sign in/ }).click();
	await expect(dialog).toBeHidden();
	await expect(panel.answer(1)).toContainText('One.');
	await expect(panel.answer(2)).toContainText('UNAUTHORIZED');
	await panel.answer(2).getByRole('button', { name: 'Ask again' }).click();
	const again = await agents.asked();
	expect(again.request.params.message.contextId).toBe('context-1');
	again.send(answer('Two.'));
	again.send(ended());
	again.end();
	await expect(panel.answer(2)).toContainText('Two.');
});

test('shows the messages of protocol and service errors', async ({ scripted: { agents, panel } }) => {
	await panel.ask('One');
	(await agents.asked()).refuse(200, {
		jsonrpc: '2.0',
		id: 'x',
		error: { code: -32_602, message: 'There is no namespace "shop".' },
	});
	await panel.state(1, 'Failed');
	await expect(panel.answer(1)).toContainText('There is no namespace "shop".');
	await panel.ask('Two');
	(await agents.asked()).refuse(503, { error_code: 'UNAVAILABLE', message: 'The agent is resting.' });
	await expect(panel.answer(2)).toContainText('The agent is resting. UNAVAILABLE');
});
