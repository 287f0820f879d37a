import { existsSync } from 'node:fs';
import { findBrowser, unpackBrowser } from './browser.ts';

/** Runs once before all journeys. */
export default async function globalSetup(): Promise<void> {
	for (const built of ['dist/server/main.js', 'dist/console/index.html']) {
		if (!existsSync(built)) throw new Error(`${built} is missing: the journeys run what \`npm run build\` makes.`);
	}
	const browser = findBrowser();
	if (browser.packed) await unpackBrowser();
	console.log(`Browser: ${browser.executablePath}`);
}
