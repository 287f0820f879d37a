import { existsSync } from 'node:fs';
import { findBrowser, prepareBrowser } from './browser.ts';
import { prepareSample } from './service.ts';

/** Runs once before all journeys; the returned function runs after them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
	for (const built of ['dist/server/main.js', 'dist/console/index.html']) {
		if (!existsSync(built)) throw new Error(`${built} is missing: the journeys run what \`npm run build\` makes.`);
	}
	const browser = findBrowser();
	await prepareBrowser(browser);
	console.log(`Browser: ${browser.executablePath}`);
	return await prepareSample();
}
