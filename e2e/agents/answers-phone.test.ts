import { Agents } from '../support/agents.ts';
import { expect, test } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('asks, chooses, follows up, opens the evidence, copies and exports on a phone, using only the keyboard', async ({
	signedIn: page,
}) => {
	test.slow();
	const panel = new Agents(page);
	const press = (key: string) => page.keyboard.press(key);
	const news = page.getByRole('log', { name: 'Answer notifications' }).getByRole('paragraph');
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await tabTo(page, 'Open navigation');
	await press('Enter');
	await tabTo(page, 'Agents');
	await press('Enter');
	await expect(page.getByRole('heading', { name: 'Agents', level: 1 })).toBeFocused();

	const agent = page.getByRole('combobox', { name: 'Agent', exact: true });
	await tabTo(page, 'Agent');
	await press('Enter');
	await expect(agent).toHaveAttribute('aria-expanded', 'true');
	await press('Escape');
	await expect(agent).toHaveAttribute('aria-expanded', 'false');
	await expect(agent).toBeFocused();
	await press('Enter');
	const active = () =>
		page.evaluate(
			() => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent,
		);
	await expect(async () => {
		await press('ArrowDown');
		expect(await active()).toBe('assistant');
	}).toPass();
	await press('Enter');
	await expect(agent).toHaveValue('assistant');
	await expect(agent).toBeFocused();
	await tabTo(page, 'Namespace');
	await press('Control+A');
	await page.keyboard.type('aviation');
	await press('Escape');

	// Asks; an ambiguous question offers choices.
	await tabTo(page, 'Ask a question', 'Shift+Tab');
	await page.keyboard.type('flights by airport');
	await press('Enter');
	await panel.state(1, 'Not answered');
	await expect(panel.field).toBeFocused();
	await expect(panel.answer(1).getByRole('group', { name: 'Ask instead' })).toBeVisible();
	await expect(news).toHaveText([
		/is answering$/,
		/^Answer from assistant: Not answered\. .*Which one do you mean\? 2 choices\.$/,
	]);
	await tabTo(page, /flights by destination/, 'Shift+Tab');
	await press('Enter');
	await panel.state(2, 'Complete');
	await expect(panel.answer(2)).toContainText('has the most flights');
	await expect(panel.field).toBeFocused();

	// Follows up.
	await page.keyboard.type('now by origin');
	await press('Enter');
	await panel.state(3, 'Complete');
	await expect(panel.answer(3)).toContainText('has the most flights');
	// Each answer is announced once, by its sentence.
	await expect(
		news.filter({
			hasText: /^Answer from assistant: Complete\. DFW has the most flights: 1,103, then ORD with 1,095\.$/,
		}),
	).toHaveCount(1);
	await expect(news).toHaveCount(6);
	await expect(panel.field).toBeFocused();

	// The evidence: how the question was read, and what each word became.
	await tabTo(page, /^How this was answered/, 'Shift+Tab');
	await press('Enter');
	const word = panel.answer(3).getByRole('button', { name: 'origin: column origin of flights' });
	await tabTo(page, 'origin: column origin of flights');
	await expect(word).toBeFocused();
	await expect(panel.answer(3).getByRole('button', { name: /: from "origin"$/ })).toHaveAttribute('data-active');

	// The same in the accessibility tree.
	await expect(page.getByRole('article', { name: 'Question: now by origin' })).toBeVisible();
	const answer = panel.answer(3).getByRole('region', { name: 'Answer from assistant' });
	await expect(answer.getByRole('grid', { name: 'Rows from assistant' })).toBeVisible();
	await expect(answer.getByRole('list', { name: 'Steps' }).getByRole('listitem').first()).toContainText('Step 1');
	await expect(answer.getByRole('group', { name: 'Use this answer' })).toBeVisible();

	// Copied and exported, with the focus where it was.
	await tabTo(page, 'Copy as Markdown', 'Shift+Tab');
	await press('Enter');
	await expect(answer.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('DFW has the most flights');
	await expect(answer.getByRole('button', { name: 'Copy as Markdown' })).toBeFocused();
	await tabTo(page, 'Actions for this conversation', 'Shift+Tab');
	await press('Enter');
	await press('ArrowDown');
	await press('ArrowDown');
	await expect(page.getByRole('menuitem', { name: 'Export as Markdown' })).toBeFocused();
	const exported = page.waitForEvent('download');
	await press('Enter');
	expect((await exported).suggestedFilename()).toBe('flights by airport.md');
	await expect(page.getByRole('button', { name: 'Actions for this conversation' })).toBeFocused();

	// Every control has a name.
	const nameless = (await page.locator('body').ariaSnapshot())
		.split('\n')
		.filter((line) =>
			/^\s*- (?:button|link|textbox|combobox|checkbox|radio|menuitem|switch|tab|grid|img)(?: \[[^\]]*\])*:?$/.test(
				line,
			),
		);
	expect(nameless).toEqual([]);
});
