import { defineConfig } from '@playwright/test';
import { journeysOfTurn, turnOfToday, turns } from './e2e/support/share.ts';
import config from './playwright.config.ts';

const turn = turnOfToday();
const told = `Journeys: those of every run and turn ${turn + 1} of ${turns} (JOURNEY_TURN); npm run test:browser walks all.\n`;
// workers, and what checks the sources, read this file too
if (process.env.TEST_WORKER_INDEX === undefined && process.argv.includes('--config')) process.stdout.write(told);

/** The journeys that a run of all tests walks: `npm run test:share`. */
export default defineConfig({ ...config, testMatch: journeysOfTurn(turn) });
