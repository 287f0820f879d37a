import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/**
 * V8 compiles hot code for as long as it runs and discards code that rests. That alone added 60 kB per round to a heap without
 * leaks, even after ten rounds. Without both, only what pages retain can grow.
 */
const engine = '--js-flags=--no-opt --no-maglev --no-sparkplug --no-flush-bytecode';

const { use } = journeys;

/** Uses the console for a long time at high speed (`npm run leaks`). */
export default defineConfig({
	...journeys,
	testMatch: '**/*.leaks.ts',
	retries: 0,
	workers: 1,
	timeout: 3_600_000,
	// A busy machine isn’t a leak.
	expect: { timeout: 60_000 },
	use: {
		...use,
		// A trace retains what pages showed.
		trace: 'off',
		launchOptions: { ...use?.launchOptions, args: [...(use?.launchOptions?.args ?? []), engine] },
	},
});
