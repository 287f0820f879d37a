import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Agents } from '../support/agents.ts';
import { type ExternalAgent, startExternalAgent } from '../support/external-agent.ts';
import { Grid } from '../support/grid.ts';
import { expect, test as journey } from '../support/journey.ts';
import type { Service } from '../support/service.ts';

interface Fixtures {
	executor: string;
	token: string | undefined;
	streams: boolean;
	agent: ExternalAgent;
	/** A service whose console may call the agent. */
	allowing: Service;
}

const test = journey.extend<Fixtures>({
	executor: ['clerk', { option: true }],
	token: [undefined, { option: true }],
	streams: [true, { option: true }],
	agent: async ({ executor, token, streams }, use) => {
		const agent = await startExternalAgent({ executor, streams, ...(token === undefined ? {} : { token }) });
		await use(agent);
		await agent.close();
	},
	allowing: async ({ agent, ownService }, use) => use(await ownService(['--connect', agent.origin])),
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add agent' });

async function openAgents(page: Page, service: Service): Promise<Agents> {
	await page.goto(await service.printSignIn());
	await page.getByRole('link', { name: 'Agents', exact: true }).click();
	await expect(page.getByRole('heading', { name: 'Agents', level: 1 })).toBeVisible();
	return new Agents(page);
}

async function readCard(page: Page, address: string): Promise<void> {
	await page.getByRole('button', { name: 'Add agent' }).click();
	await page.getByRole('textbox', { name: 'Agent URL' }).fill(address);
	await page.getByRole('button', { name: 'Load card' }).click();
}

async function addAgent(page: Page, address: string): Promise<void> {
	await readCard(page, address);
	await dialogOf(page).getByRole('button', { name: 'Add agent' }).click();
}

test('an external agent is added by its URL, asks back, and returns rows, data and a file', async ({
	page,
	agent,
	allowing,
}) => {
	const panel = await openAgents(page, allowing);
	await readCard(page, agent.origin);
	const dialog = dialogOf(page);
	await expect(dialog.getByRole('heading', { name: /Library clerk/ })).toBeVisible();
	await expect(dialog.getByText('Counts the loans of a year by branch.')).toBeVisible();
	await expect(dialog.getByText('No token needed')).toBeVisible();
	await dialog.getByRole('button', { name: 'Add agent' }).click();

	await expect(page.getByRole('combobox', { name: 'Agent', exact: true })).toHaveValue('Library clerk');
	await expect(page.getByRole('combobox', { name: 'Namespace' })).toHaveValue('');
	await panel.ask('How many loans were there?');
	await panel.state(1, 'Input required');
	await expect(panel.answer(1)).toContainText('Of which year?');
	await panel.ask('2024');
	await panel.state(2, 'Complete');
	const answer = panel.answer(2);
	await expect(answer.getByRole('region', { name: 'Summary' })).toContainText('Two branches lent books in 2024.');
	await new Grid(page).expectRows(2);
	await expect(answer.getByRole('region', { name: 'How it was counted' }).last()).toContainText('checked: true');
	const file = answer.getByRole('figure', { name: 'File loans-2024.csv' });
	await expect(file).toContainText('text/csv');
	const download = page.waitForEvent('download');
	await file.getByRole('button', { name: 'Download loans-2024.csv' }).click();
	expect(await readFile(await (await download).path(), 'utf8')).toBe('branch,loans\nHarbour,120\nHill,80\n');

	// The other origin got neither the service's token nor a namespace that nobody named.
	expect(agent.authorizations).toEqual([null, null]);
	expect(agent.metadata).toEqual([{}, {}]);

	// It's still there after a reload, and gone once removed.
	await page.goto(new URL('agents', `${allowing.url}/`).href);
	await expect(page.getByRole('combobox', { name: 'Agent', exact: true })).toHaveValue('Library clerk');
	await page.getByRole('button', { name: 'About Library clerk' }).click();
	await page.getByRole('button', { name: 'Remove agent…' }).click();
	await page.getByRole('button', { name: 'Remove agent', exact: true }).click();
	await expect(page.getByRole('combobox', { name: 'Agent', exact: true })).not.toHaveValue('Library clerk');
});

test.describe('when the connection fails', () => {
	test.use({ expectedErrors: /ERR_FAILED|ERR_ABORTED/ });

	test('a reply that didn’t reach the agent can be sent again to the waiting task', async ({
		page,
		agent,
		allowing,
	}) => {
		const panel = await openAgents(page, allowing);
		await addAgent(page, agent.origin);
		await panel.ask('How many loans were there?');
		await panel.state(1, 'Input required');
		await page.route(`${agent.origin}/**`, (route) => route.abort());
		await panel.ask('2023');
		await panel.state(2, 'Failed');
		await page.unroute(`${agent.origin}/**`);
		await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
		await panel.ask('2024');
		await panel.state(3, 'Complete');
		await expect(panel.answer(3)).toContainText('Two branches lent books in 2024.');
	});
});

test.describe('an agent that never finishes', () => {
	test.use({ executor: 'endless', expectedErrors: /ERR_ABORTED/ });

	test('gets a CancelTask request when the answer is stopped', async ({ page, agent, allowing }) => {
		const panel = await openAgents(page, allowing);
		await addAgent(page, agent.origin);
		await panel.ask('How many loans were there?');
		await panel.state(1, 'Working');
		await page.getByRole('button', { name: 'Stop' }).click();
		await panel.state(1, 'Stopped');
		await expect.poll(() => agent.calls).toEqual(['SendStreamingMessage', 'CancelTask']);
	});
});

test.describe('with its own token', () => {
	test.use({ token: 'library-token', executor: 'messages', expectedErrors: /401/ });

	test('an agent gets its own token, and a rejected token doesn’t end the session', async ({
		page,
		agent,
		allowing,
	}) => {
		const panel = await openAgents(page, allowing);
		await readCard(page, `${agent.origin}/.well-known/agent-card.json`);
		await dialogOf(page).getByLabel('Bearer token').fill('wrong');
		await dialogOf(page).getByRole('button', { name: 'Add agent' }).click();
		await panel.ask('How are you?');
		await panel.state(1, 'Failed');
		await expect(page.getByRole('dialog', { name: /sign/i })).toHaveCount(0);

		await page.getByRole('button', { name: 'About Library clerk' }).click();
		await page.getByLabel('New token').fill('library-token');
		await page.getByRole('button', { name: 'Save token' }).click();
		await page.keyboard.press('Escape');
		await panel.ask('How are you now?');
		await panel.state(2, 'Complete');
		await expect(panel.answer(2)).toContainText('Just words.');
		await expect(panel.answer(2)).toContainText('mood: calm');
		expect(agent.authorizations).toEqual(['Bearer wrong', 'Bearer library-token']);

		// Signing out leaves no token behind.
		await page.getByRole('button', { name: /^Account/ }).click();
		await page
			.getByRole('dialog', { name: 'Account' })
			.getByRole('button', { name: /^Sign out/ })
			.click();
		await page
			.getByRole('dialog', { name: /^Sign out .*\?$/ })
			.getByRole('button', { name: 'Sign out' })
			.click();
		await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
		const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
		expect(kept).not.toContain('library-token');
	});
});

test.describe('without streaming', () => {
	test.use({ streams: false, executor: 'canceled' });

	test('shows that the agent canceled its task, and why', async ({ page, agent, allowing }) => {
		const panel = await openAgents(page, allowing);
		await addAgent(page, agent.origin);
		await panel.ask('Anybody there?');
		await panel.state(1, 'Canceled');
		await expect(panel.answer(1)).toContainText('The desk has closed.');
	});
});

test.describe('when the policy forbids calls to the agent', () => {
	test.use({ expectedErrors: /Content Security Policy|connect-src|Refused to connect/ });

	test('doesn’t add the agent, and names the option that allows it', async ({ page, agent, service }) => {
		await openAgents(page, service);
		await readCard(page, agent.origin);
		await expect(dialogOf(page)).toContainText(`--connect ${agent.origin}`);
	});
});

test('rejects an invalid URL and the service’s own agents with a message', async ({ page, agent, allowing }) => {
	await openAgents(page, allowing);
	await readCard(page, 'agents');
	await expect(dialogOf(page)).toContainText('Enter a URL, such as');
	await page.getByRole('textbox', { name: 'Agent URL' }).fill(`${allowing.url}/api/v1/a2a/nl2ql`);
	await page.getByRole('button', { name: 'Load card' }).click();
	await expect(page.getByRole('dialog', { name: 'This agent can’t be added' })).toContainText(
		'agent belongs to this service',
	);
	expect(agent.authorizations).toEqual([]);
});
