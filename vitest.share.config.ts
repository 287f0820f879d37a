import { configDefaults, defineConfig } from 'vitest/config';
import { turnOfToday, turns } from './e2e/support/share.ts';
import { slowTests, slowTestsNotInTurn } from './scripts/slow-tests.ts';
import config from './vitest.config.ts';

const turn = turnOfToday();
const left = slowTestsNotInTurn(turn);
const summary = `Slow tests: ${slowTests.length - left.length} of ${slowTests.length}, turn ${turn + 1} of ${turns} (TEST_TURN); npm run test:unit runs all.\n`;
// The source checks read this file too.
if (process.argv.includes('--config')) process.stdout.write(summary);

/** The unit and service tests of a run of all tests: `npm run test:unit:share`. */
export default defineConfig({
	...config,
	test: {
		...config.test,
		projects: (config.test?.projects ?? []).map((project) =>
			typeof project === 'object' && 'test' in project
				? { ...project, test: { ...project.test, exclude: [...configDefaults.exclude, ...left] } }
				: project,
		),
	},
});
