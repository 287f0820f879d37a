import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Daily work in the other browsers that are installed: `npm run test:browsers`. */
export default defineConfig<object, { engine: 'chromium' | 'firefox' | 'webkit' }>({
	...config,
	testMatch: 'browsers/*.walk.ts',
	workers: 1,
	reporter: [['list'], ['./e2e/browsers/missing-browsers.ts']],
	projects: (['chromium', 'firefox', 'webkit'] as const).map((engine) => ({ name: engine, use: { engine } })),
});
