import type { Page } from '@playwright/test';
import { Agents } from '../support/agents.ts';
import { expect, test } from '../support/journey.ts';

const asked = async (page: Page, namespace: string, question: string): Promise<Agents> => {
	const panel = new Agents(page);
	await panel.open(namespace);
	await panel.choose('nl2ql');
	await panel.ask(question);
	await panel.state(1, 'Complete');
	return panel;
};

test('an answer has a sentence, a chart and rows, and links the question’s words to its interpretation', async ({
	signedIn: page,
}) => {
	const panel = await asked(page, 'aviation', 'Top 5 origins by number of flights');
	const answer = panel.answer(1);
	await expect(answer.getByText('DFW has the most flights: 1,103, then ORD with 1,095.')).toBeVisible();
	await expect(answer.getByRole('img').first()).toBeVisible();
	await expect(answer.getByRole('grid')).toBeVisible();
	const word = answer.getByRole('button', { name: 'origins: column origin of flights' });
	await expect(word).toBeHidden();
	await panel.evidence(1);
	const part = answer.getByRole('button', { name: 'origin: from "origins"' });
	await word.hover();
	await expect(part).toHaveAttribute('data-active');
	await part.focus();
	await expect(word).toHaveAttribute('data-active');
	await word.focus();
	await expect(part).toHaveAttribute('data-active');

	await panel.ask('Which flight has the longest distance?');
	await panel.state(2, 'Complete');
	await panel.evidence(2);
	const reading = panel.answer(2).getByLabel('Interpretation');
	await expect(reading).toContainText('the one with the highest distance', { useInnerText: true });
});
