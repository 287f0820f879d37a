import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';

/** A test that passes only at its second try is listed, and is to be mended. */
const retry = process.env.CI === 'true' ? 1 : 0;

/** What draws, or keeps something in a browser, needs one. */
const inBrowser = [
	'src/**/*.test.tsx',
	'src/main.test.ts',
	'src/storage/**/*.test.ts',
	'src/features/activity/support-bundle.test.ts',
	'src/features/agents/replay/record-file.test.ts',
	'src/features/names/discovered.test.ts',
];

/** What runs the service, or something beside a browser. */
const onService = {
	environment: 'node',
	// The catalogue is WebAssembly. A file is over before it has gained by the optimised code that is made of it beside.
	execArgv: ['--liftoff-only'],
	globalSetup: ['server/testing/built-programs.ts'],
	retry,
	testTimeout: 60_000,
	hookTimeout: 60_000,
} as const satisfies InlineConfig;

export default defineConfig({
	test: {
		// Most tests wait for processes of their own: one worker a core keeps a small machine busy.
		maxWorkers: 2,
		projects: [
			{
				test: {
					...onService,
					name: 'service',
					include: ['contract/**/*.test.ts', 'server/**/*.test.ts'],
					// Each starts what it needs of its own: what is shared is the code, which takes longer to load than most tests to run.
					isolate: false,
				},
			},
			{
				test: { ...onService, name: 'node', include: ['scripts/**/*.test.ts', '{lib,src}/**/*.node.test.ts'] },
			},
			{
				test: {
					name: 'model',
					include: ['{lib,src}/**/*.test.ts'],
					exclude: ['{lib,src}/**/*.node.test.ts', ...inBrowser],
					environment: 'node',
					// They keep nothing, so that all of them can use one and the same import of what they test.
					isolate: false,
					unstubGlobals: true,
					restoreMocks: true,
					setupFiles: ['src/testing/unexpected-errors.ts'],
					retry,
					testTimeout: 15_000,
				},
			},
			{
				plugins: [react()],
				test: {
					name: 'console',
					include: inBrowser,
					environment: 'jsdom',
					setupFiles: ['src/testing/setup.ts'],
					retry,
					testTimeout: 15_000,
				},
			},
		],
	},
});
