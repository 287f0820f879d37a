import { expect, test } from '../support/agents.ts';
import { Grid } from '../support/grid.ts';
import { sdkAgentNames, sdkAgents } from '../support/sdk-agents.ts';

test.use({ expectedErrors: /404/, agentNames: sdkAgentNames, agentHandle: sdkAgents() });

test('works with the official A2A SDK: tasks, artifacts in pieces and plain messages', async ({
	scripted: { panel },
	page,
}) => {
	await panel.choose('tasks');
	await panel.ask('Which books are there?');
	await panel.state(1, 'Complete');
	await expect(panel.answer(1)).toContainText('There are two books.');
	await expect(panel.answer(1)).toContainText('Reading the shelves');
	await new Grid(page).expectRows(2);

	await panel.choose('messages');
	await panel.ask('And how are you?');
	await panel.state(2, 'Complete');
	await expect(panel.answer(2)).toContainText('Just words.');
	await expect(panel.answer(2)).toContainText('mood: calm');

	await page.getByRole('button', { name: 'Actions for this conversation' }).click();
	await page.getByRole('menuitem', { name: 'Protocol log' }).click();
	await expect(page.getByRole('option')).not.toHaveCount(0);
	await expect(page.getByRole('button', { name: 'No A2A 1.0 violations' })).toBeVisible();
});

test('uses SendMessage with an agent that doesn’t stream, and shows the same answer', async ({
	scripted: { panel },
	page,
}) => {
	await panel.choose('whole');
	await panel.ask('Which books are there?');
	await panel.state(1, 'Complete');
	await expect(panel.answer(1)).toContainText('There are two books.');
	await expect(panel.answer(1)).toContainText('Reading the shelves');
	await new Grid(page).expectRows(2);
});

for (const agent of ['asking', 'asking-whole']) {
	test(`a reply to the agent ${agent} continues its task`, async ({ scripted: { panel } }) => {
		await panel.choose(agent);
		await panel.ask('How many loans were there?');
		await panel.state(1, 'Input required');
		await expect(panel.answer(1)).toContainText('Of which year?');
		await panel.ask('2024');
		await panel.state(2, 'Complete');
		await expect(panel.answer(2)).toContainText('12 loans in 2024.');
		await expect(panel.answer(2)).not.toContainText('Of which year?');

		// A second reply can't continue a task that has ended: it starts a new one.
		await panel.answer(2).getByRole('button', { name: 'Ask again' }).click();
		await panel.state(2, 'Input required');
	});
}
