import { signInAddress } from '../platform/access/sign-in-code.ts';
import { sampleOwner } from '../sample/sample.ts';
import { readLock } from '../store/catalog/lock.ts';
import { assertDataFolder, runCommand } from './run-command.ts';
import { keysOfService, sendCommand } from './send-command.ts';

const usage = `Usage: npm run sign-in -- [USER] [--data-dir PATH]

Prints a link that signs a user in (default: ${sampleOwner.username}). It works once and expires after 15 minutes.
The service must be running. Without npm: node dist/server/sign-in.js

Example: npm run sign-in -- guest

Options:`;

await runCommand(usage, {}, async ({ args, settings, usageError }) => {
	const [given = sampleOwner.username, ...more] = args;
	if (more.length > 0) throw usageError(`Unexpected argument "${more[0]}". Quote names that contain spaces.`);
	const { dataDir } = settings;
	const lock = await readLock(dataDir).catch(() => null);
	if (lock === null) assertDataFolder(dataDir);
	if (lock === null || lock.address === null) {
		throw new Error(
			`No running service uses ${dataDir}. Start the service with npm start${settings.flags === undefined ? '' : ` --${settings.flags}`}, or pass its data folder with --data-dir.`,
		);
	}
	const [username = given] = await sendCommand(settings, { kind: 'find-user', username: given });
	const address = signInAddress(await keysOfService(settings), lock.address, username, new Date());
	return [`Open this link to sign in as ${username} (once, within 15 minutes):`, address];
});
