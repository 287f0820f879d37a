import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { signInAddress } from './platform/sign-in-code.ts';
import { sampleOwner } from './sample/sample.ts';
import { keysOfService } from './send-command.ts';
import { readLock } from './store/catalog/lock.ts';

/** `npm run sign-in -- [user] [--data-dir PATH]`: prints another one-time address of the service that is running. */
async function main(): Promise<void> {
	const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'data-dir': { type: 'string' } } });
	const dataDir = resolve(values['data-dir'] ?? process.env.DATASET_CONSOLE_DATA_DIR ?? '.data');
	const lock = await readLock(dataDir);
	if (lock === null || lock.address === null) {
		throw new Error(
			`No service is running on ${dataDir}. Start it with npm start, or name its folder with --data-dir.`,
		);
	}
	const username = positionals[0] ?? sampleOwner.username;
	const address = signInAddress(await keysOfService(dataDir), lock.address, username, new Date());
	console.log(`Open this address to sign in as ${username} (once, within 15 minutes):\n${address}`);
}

try {
	await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}
