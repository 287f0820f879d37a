import { Agents } from '../support/agents.ts';
import { expect, test } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';

async function expectFocusSeen(page: import('@playwright/test').Page, after: string): Promise<void> {
	await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), after).not.toBe('BODY');
}

test('asks, reads, branches, renames and deletes a conversation using only the keyboard', async ({
	signedIn: page,
}) => {
	test.slow();
	const panel = new Agents(page);
	const press = (key: string) => page.keyboard.press(key);
	await tabTo(page, 'Agents');
	await press('Enter');
	await expect(page.getByRole('heading', { name: 'Agents', level: 1 })).toBeFocused();

	// An agent, a namespace, a suggested question.
	await tabTo(page, 'Agent');
	await press('ArrowDown');
	await press('ArrowDown');
	await page.getByRole('option', { name: 'assistant', exact: true }).waitFor();
	await press('Home');
	while (!(await page.getByRole('option', { name: 'assistant', exact: true, selected: true }).count())) {
		await press('ArrowDown');
		await press('Enter');
		if ((await page.getByRole('combobox', { name: 'Agent', exact: true }).inputValue()) === 'assistant') break;
		await press('ArrowDown');
	}
	await tabTo(page, 'Namespace');
	await press('Control+A');
	await page.keyboard.type('aviation');
	await press('Escape');
	// Suggestions arrive later.
	await page.getByRole('button', { name: /Describe airports/ }).waitFor();
	await tabTo(page, /Describe airports/, 'Shift+Tab');
	await press('Enter');
	await expect(panel.field).toBeFocused();
	await press('Control+A');
	await page.keyboard.type('What is the average delay by origin airport?');
	await press('Enter');
	await panel.state(1, 'Complete');
	await expect(panel.field).toBeFocused();
	await press('ArrowUp');
	await expect(panel.field).toHaveValue('What is the average delay by origin airport?');
	await press('Control+A');
	await press('Delete');

	// From the answer to a step, its rows, its chart.
	await tabTo(page, 'step 2', 'Shift+Tab');
	await press('Enter');
	await expect(page.getByRole('listitem').filter({ hasText: 'Step 2' })).toBeFocused();
	await tabTo(page, /^Rows of step 2/);
	await press('ArrowDown');
	await press('ArrowDown');
	await expect(page.getByRole('grid', { name: 'Rows of step 2' })).toBeFocused();
	await page.getByRole('radiogroup', { name: 'Rows of step 2 as' }).getByRole('radio', { name: 'Rows' }).focus();
	await press('ArrowRight');
	await expect(panel.answer(1).getByRole('img').first()).toBeVisible();
	await expectFocusSeen(page, 'the chart is shown');

	// Another version of the question, and back to the first.
	await tabTo(page, 'Edit question', 'Shift+Tab');
	await press('Enter');
	await expect(panel.field).toBeFocused();
	await press('Control+A');
	await page.keyboard.type('How many flights are there by origin?');
	await press('Enter');
	await expect(page.getByRole('article', { name: /How many flights/ })).toBeVisible();
	await panel.state(1, 'Complete');
	await expect(panel.field).toBeFocused();
	await tabTo(page, 'Previous version', 'Shift+Tab');
	await press('Enter');
	await expect(page.getByRole('article', { name: /average delay/ })).toBeVisible();
	await expectFocusSeen(page, 'another version is shown');

	// Its protocol messages, its name, deleting it.
	await tabTo(page, 'Actions for this conversation', 'Shift+Tab');
	await press('Enter');
	await page.getByRole('menuitem', { name: 'Protocol log' }).press('Enter');
	await tabTo(page, 'Messages');
	await press('ArrowDown');
	await press('ArrowDown');
	await expect(page.getByRole('figure', { name: 'Message' })).toContainText('jsonrpc');
	await press('Escape');
	await expectFocusSeen(page, 'the protocol log is closed');
	await tabTo(page, 'Actions for this conversation', 'Shift+Tab');
	await press('Enter');
	await page.getByRole('menuitem', { name: 'Rename…' }).press('Enter');
	await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
	await press('Control+A');
	await page.keyboard.type('Delays');
	await press('Enter');
	await expect(page.getByRole('link', { name: /^Delays/ })).toBeVisible();
	await expectFocusSeen(page, 'the conversation is renamed');
	await tabTo(page, 'Actions for this conversation', 'Shift+Tab');
	await press('Enter');
	await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
	await tabTo(page, 'Delete conversation');
	await press('Enter');
	await expect(page.getByRole('link', { name: /^Delays/ })).toHaveCount(0);
	await expectFocusSeen(page, 'the conversation is deleted');

	// The panel next to another page.
	await tabTo(page, 'Runs', 'Shift+Tab');
	await press('Enter');
	await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible();
	await tabTo(page, 'Ask in side panel', 'Shift+Tab');
	await press('Enter');
	await expect(panel.field).toBeFocused();
	await tabTo(page, 'Close panel', 'Shift+Tab');
	await press('Enter');
	await expect(page.getByRole('button', { name: 'Ask in side panel' })).toBeFocused();
});
