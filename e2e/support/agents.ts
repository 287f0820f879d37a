import { expect, type Locator, type Page } from '@playwright/test';
import { test as base } from './journey.ts';
import { type AgentHandle, type ScriptedAgents, startScriptedAgents } from './scripted-agents.ts';
import { freePort, type Service } from './service.ts';

/** The agents page, used as a person would. */
export class Agents {
	readonly page: Page;
	constructor(page: Page) {
		this.page = page;
	}

	get field(): Locator {
		return this.page.getByRole('textbox', { name: /^(Ask a question|Reply)$/ });
	}

	/** The answer to the n-th question, counted from 1. */
	answer(number = 1): Locator {
		return this.page.getByRole('article').nth(number - 1);
	}

	evidence(number = 1): Promise<void> {
		return this.answer(number)
			.getByText(/^How this was answered/)
			.first()
			.click();
	}

	state(number: number, word: string): Promise<void> {
		return expect(this.answer(number).getByText(word, { exact: true }).first()).toBeVisible();
	}

	/** From any page of the console; questions are about a namespace. */
	async open(namespace: string): Promise<void> {
		await this.page.getByRole('link', { name: 'Agents', exact: true }).click();
		await expect(this.page.getByRole('heading', { name: 'Agents', level: 1 })).toBeFocused();
		await this.page.getByRole('combobox', { name: 'Namespace' }).fill(namespace);
	}

	async choose(agent: string): Promise<void> {
		await this.page.getByRole('combobox', { name: 'Agent', exact: true }).click();
		await this.page.getByRole('option', { name: agent, exact: true }).click();
	}

	async ask(question: string): Promise<void> {
		await this.field.fill(question);
		// While the service doesn't answer, a question is kept with a notice, and a person asks again.
		await expect(async () => {
			await this.field.press('Enter');
			await expect(this.field).not.toHaveValue(question, { timeout: 1_000 });
		}).toPass();
	}
}

interface Scripted {
	readonly agents: ScriptedAgents;
	/** The service that serves the console's pages. */
	readonly console: Service;
	readonly panel: Agents;
}

interface Fixtures {
	agentNames: readonly string[];
	agentCard: Readonly<Record<string, unknown>>;
	agentHandle: AgentHandle | undefined;
	/** Signed in to a service with scripted agents, on the agents page, with a namespace chosen. */
	scripted: Scripted;
}

export const test = base.extend<Fixtures>({
	agentNames: [['guide'], { option: true }],
	agentCard: [{}, { option: true }],
	agentHandle: [undefined, { option: true }],
	scripted: async ({ page, ownService, agentNames, agentCard, agentHandle }, use) => {
		const port = await freePort();
		const agents = await startScriptedAgents(`http://127.0.0.1:${port}`, agentNames, {
			card: () => agentCard,
			...agentHandle,
		});
		const console = await ownService(['--port', String(port), '--service', `Scripted=${agents.url}`]);
		await signInWithToken(page, console.url, 'Scripted');
		const panel = new Agents(page);
		await panel.open('shop');
		await use({ agents, console, panel });
		await agents.close();
	},
});

export async function signInWithToken(page: Page, url: string, service: string): Promise<void> {
	await page.goto(`${url}/sign-in`);
	await page.getByLabel('Service', { exact: true }).selectOption({ label: service });
	await page.getByLabel('Access token').fill('any-token');
	await page.getByRole('button', { name: 'Sign in' }).click();
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
}

export { expect } from '@playwright/test';
