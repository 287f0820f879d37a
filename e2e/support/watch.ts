import type { BrowserContext, Page } from '@playwright/test';
import { faultSeed, serviceOrigins } from './service.ts';

/** Descriptions of what must not happen on any page of a journey, added as it happens. */
export async function watchContext(context: BrowserContext): Promise<string[]> {
	const problems: string[] = [];
	await context.exposeFunction('reportViolation', (text: string) => problems.push(`violation: ${text}`));
	await context.addInitScript(() => {
		addEventListener(
			'securitypolicyviolation',
			({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber }) => {
				const { reportViolation } = globalThis as unknown as { reportViolation(text: string): void };
				reportViolation(`${effectiveDirective} ${blockedURI} ${sample} (${sourceFile}:${lineNumber})`);
			},
		);
	});
	context.on('page', (page) => watchPage(page, problems));
	for (const page of context.pages()) watchPage(page, problems);
	return problems;
}

/** A gateway's own response allows no other origin to read it. */
const ofNetwork = /^Failed to load resource|has been blocked by CORS policy/;

function watchPage(page: Page, problems: string[]): void {
	page.on('console', (message) => {
		if (!['error', 'warning'].includes(message.type())) return;
		// The browser's reports about the failing network.
		if (faultSeed !== null && ofNetwork.test(message.text())) return;
		problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
	});
	page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
	page.on('request', (request) => {
		const { protocol, origin } = new URL(request.url());
		if (protocol.startsWith('http') && !serviceOrigins.has(origin)) problems.push(`foreign request: ${request.url()}`);
	});
}

/** A browser whose user chose the list of BuildSpecs as start page, unless another one is set there. */
export const startWithBuildSpecs = (context: BrowserContext): Promise<unknown> =>
	context.addInitScript(() => {
		const key = 'dataset-console/preference/1/start-page';
		try {
			if (localStorage.getItem(key) === null) localStorage.setItem(key, '/build-specs');
		} catch {
			// A page without storage has no start page.
		}
	});
