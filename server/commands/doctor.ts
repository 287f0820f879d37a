import {
	asServiceUser,
	clock,
	consoleBuild,
	dataFolder,
	diskSpace,
	isHidden,
	languageModels,
	memory,
	versions,
} from './doctor/environment.ts';
import { type Finding, tableOf, warn } from './doctor/finding.ts';
import { isolation, proxy, runningService, serviceState } from './doctor/service-check.ts';
import { catalog, objects } from './doctor/storage.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run doctor -- [--data-dir PATH] [any other setting of the service]

Checks what the service needs on this machine: versions, folders and permissions, port, disk, memory, clock, database, object
store and run isolation. Use the same flags and variables as for the service. The service can be running.
The exit code is 1 if a check fails. Without npm: node dist/server/doctor.js

Example: npm run doctor -- --data-dir /var/lib/dataset-console

Options:`;

await runCommand(usage, {}, async ({ args, settings, usageError }) => {
	if (args[0] !== undefined) throw usageError(`Unexpected argument "${args[0]}".`);
	const folder = await dataFolder(settings);
	const isUsable = folder.every(({ what, state }) => what !== 'Data folder' || state !== 'fail');
	const hidden = await isHidden(settings);
	const running = hidden ? null : await runningService(settings);
	const asUser = await asServiceUser(settings);
	const findings = [
		...(await versions()),
		consoleBuild(settings),
		...folder,
		await diskSpace(settings),
		memory(settings),
		...(isUsable ? [await clock(settings)] : []),
		...(hidden ? [notSeen(asUser)] : await serviceState(settings, running)),
		proxy(settings),
		...(await catalog(settings)),
		...(await objects(settings)),
		...(await languageModels(settings)),
		...(isUsable ? await isolation(settings, running, asUser) : []),
	];
	if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1;
	return tableOf(findings);
});

function notSeen(asUser: string | null): Finding {
	const what = 'the running service, its port, the clock and run isolation';
	return warn('Not checked', what, asUser ?? 'Run this as the service’s user.');
}
