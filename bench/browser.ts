import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findBrowser, prepareBrowser } from '../e2e/support/browser.ts';
import { startWithBuildSpecs } from '../e2e/support/watch.ts';

/** The browser of the journeys, for measuring. @param args additional flags */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
	const found = findBrowser();
	const { executablePath, env } = found;
	await prepareBrowser(found);
	return chromium.launch({
		executablePath,
		env: { ...process.env, ...env } as Record<string, string>,
		args: ['--no-sandbox', ...args],
	});
}

export async function openWindow(browser: Browser): Promise<BrowserContext> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
	// the compiler of these files names functions with a helper that pages don't have
	await startWithBuildSpecs(context);
	await context.addInitScript({ content: 'globalThis.__name = (value) => value;' });
	return context;
}
