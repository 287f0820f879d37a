import { defineConfig } from '@playwright/test';
import { findBrowser } from './e2e/support/browser.ts';

const browser = findBrowser();

export default defineConfig({
	testDir: 'e2e',
	testMatch: '**/*.test.ts',
	globalSetup: './e2e/support/global-setup.ts',
	outputDir: 'test-results',
	// The only snapshots are the pictures of the docs: `npm run screenshots` draws them.
	snapshotPathTemplate: 'docs/screenshots/{arg}{ext}',
	workers: 2,
	fullyParallel: false,
	timeout: 90_000,
	expect: { timeout: 15_000 },
	forbidOnly: process.env.CI === 'true',
	// A journey that passes only when retried is reported as flaky, and needs fixing.
	retries: process.env.CI === 'true' ? 1 : 0,
	reporter: [['list']],
	use: {
		browserName: 'chromium',
		viewport: { width: 1440, height: 900 },
		locale: 'en-GB',
		timezoneId: 'UTC',
		// Recording slows every journey down, so if there are retries, only those are recorded.
		trace: process.env.CI === 'true' ? 'on-first-retry' : 'retain-on-failure',
		screenshot: 'only-on-failure',
		launchOptions: {
			executablePath: browser.executablePath,
			env: { ...definedEnvironment(), ...browser.env },
			args: [
				'--no-sandbox',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
});

function definedEnvironment(): Record<string, string> {
	return Object.fromEntries(
		Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	);
}
