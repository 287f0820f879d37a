import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/**
 * V8 makes machine code of what runs often for as long as it runs, and forgets code that rests: on a heap that holds no more
 * than it did, that alone came to 60 kB a round after the first ten. Without both, what grows is what the pages keep.
 */
const engine = '--js-flags=--no-opt --no-maglev --no-sparkplug --no-flush-bytecode';

const { use } = journeys;

/** Uses the console for a long time in fast motion (`npm run leaks`). */
export default defineConfig({
	...journeys,
	testMatch: '**/*.leaks.ts',
	retries: 0,
	workers: 1,
	timeout: 3_600_000,
	// A machine that does other things beside is no leak.
	expect: { timeout: 60_000 },
	use: {
		...use,
		// A trace keeps what the pages showed.
		trace: 'off',
		launchOptions: { ...use?.launchOptions, args: [...(use?.launchOptions?.args ?? []), engine] },
	},
});
