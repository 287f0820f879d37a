import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';

/** A test that passes only when retried is listed, and needs fixing. */
const retry = process.env.CI === 'true' ? 1 : 0;

/** Tests named `.test.tsx` run in a simulated browser, all others in Node. */
const onService = {
	environment: 'node',
	// The catalog is WebAssembly, and a test file ends before optimized code would pay off.
	execArgv: ['--liftoff-only'],
	globalSetup: ['server/testing/built-programs.ts'],
	retry,
	testTimeout: 60_000,
	hookTimeout: 60_000,
} as const satisfies InlineConfig;

export default defineConfig({
	test: {
		// Most tests wait for their own processes, so one worker per core keeps a small machine busy.
		maxWorkers: 2,
		projects: [
			{
				test: {
					...onService,
					name: 'service',
					include: ['contract/**/*.test.ts', 'server/**/*.test.ts'],
					// Each file starts what it needs. Only code is shared, because loading it takes longer than most tests.
					isolate: false,
				},
			},
			{
				test: {
					...onService,
					name: 'node',
					include: ['{bench,lib,scripts,src}/**/*.test.ts'],
					setupFiles: ['src/testing/unexpected-errors.ts'],
					isolate: false,
				},
			},
			{
				plugins: [react()],
				test: {
					name: 'browser',
					include: ['src/**/*.test.tsx'],
					environment: 'jsdom',
					setupFiles: ['src/testing/setup.ts'],
					retry,
					testTimeout: 15_000,
				},
			},
		],
	},
});
