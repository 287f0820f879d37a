import { defineConfig } from '@playwright/test';
import { services } from './e2e/support/independent-service/freedom.ts';
import { journeysOfTurn, turnOfToday, turns } from './e2e/support/share.ts';
import config from './playwright.config.ts';

const turn = turnOfToday();
const summary = `Journeys: the daily ones and turn ${turn + 1} of ${turns} (TEST_TURN). npm run test:browser runs all.\n`;
const names = Object.keys(services);
const today = Math.floor(Date.now() / 86_400_000) % names.length;
/** One independent service per day. */
const otherServices = names
	.filter((_, index) => index !== today)
	.map((name) => new RegExp(`independent service: ${name} `));
// Workers and the source checks read this file too.
if (process.env.TEST_WORKER_INDEX === undefined && process.argv.includes('--config')) process.stdout.write(summary);

/** The journeys of a run of all tests: `npm run test:share`. */
export default defineConfig({ ...config, testMatch: journeysOfTurn(turn), grepInvert: otherServices });
