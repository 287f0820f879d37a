import type { Browser, BrowserContext, Page } from '@playwright/test';
import { Agents, signInWithToken } from '../../e2e/support/agents.ts';
import { type ScriptedAgents, startScriptedAgents } from '../../e2e/support/scripted-agents.ts';
import { freePort, startService } from '../../e2e/support/service.ts';
import { launchBrowser, openWindow } from '../browser.ts';

interface AgentsPage {
	readonly browser: Browser;
	readonly context: BrowserContext;
	/** The agents page, with a namespace selected. */
	readonly page: Page;
	readonly panel: Agents;
	readonly agents: ScriptedAgents;
	/** The console's URL. */
	readonly url: string;
}

/** Measures on the agents page of the built console, with a scripted agent. */
export async function onAgentsPage<T>(measure: (at: AgentsPage) => Promise<T>): Promise<T> {
	const browser = await launchBrowser();
	const port = await freePort();
	const agents = await startScriptedAgents(`http://127.0.0.1:${port}`, ['guide']);
	const service = await startService(['--port', String(port), '--service', `Scripted=${agents.url}`]);
	try {
		const context = await openWindow(browser);
		const page = await context.newPage();
		await signInWithToken(page, service.url, 'Scripted');
		const panel = new Agents(page);
		await panel.open('shop');
		return await measure({ browser, context, page, panel, agents, url: service.url });
	} finally {
		await browser.close();
		await service.dispose();
		await agents.close();
	}
}

/** Waits for code of other pages, which loads while the page is idle. */
export async function atRest(page: Page): Promise<void> {
	await page.waitForResponse(/chart-view[^/]*\.js/, { timeout: 10_000 }).catch(() => {});
	await page.waitForLoadState('networkidle');
}
