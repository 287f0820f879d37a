import { Agents } from '../support/agents.ts';
import { expect, test } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('asks, chooses, follows up and opens the evidence on a phone, using only the keyboard', async ({
	signedIn: page,
}) => {
	test.slow();
	const panel = new Agents(page);
	const press = (key: string) => page.keyboard.press(key);
	await page.goto(new URL('/agents', page.url()).href);
	await panel.choose('assistant');
	await panel.field.focus();
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
});
