// Development: the service, restarted when its code changes, and the console under Vite, which forwards calls to it.
import { spawn } from 'node:child_process';
import { listen } from '../server/http/listen.ts';
import { helpText, readSettings } from '../server/settings/read-settings.ts';
import { addressOf } from '../server/settings/settings-of.ts';
import { takeLock } from '../server/store/catalog/lock.ts';
import { programOf } from './program-of.ts';
import { stopWithParent } from './stop-with-parent.mjs';

const consolePort = process.env.DATASET_CONSOLE_DEV_PORT || '5173';
const consoleOrigin = `http://127.0.0.1:${consolePort}`;
const flags = ['--console-origin', consoleOrigin, ...process.argv.slice(2)];

const service = await checkStart().catch((error) => {
	console.error(error.message);
	process.exit(1);
});

const programs = [
	['tsx', ['watch', '--clear-screen=false', 'server/main.ts', ...flags]],
	['vite', ['--port', consolePort, '--strictPort']],
];

console.log(
	`The console with hot reload is at ${consoleOrigin}. To sign in there, replace the address in the printed link with this one.`,
);

const children = programs.map(([name, args]) => {
	const child = spawn(process.execPath, [programOf(name), ...args], {
		stdio: 'inherit',
		env: { ...process.env, DATASET_SERVICE: service },
	});
	child.on('exit', (code) => end(code ?? 0));
	return child;
});

let ending = false;

/** If one process ends, all end. Signaled twice, tsx would kill the service before it has stopped. */
function end(code) {
	process.exitCode ||= code;
	if (ending) return;
	ending = true;
	for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
stopWithParent();

/**
 * The URL of the service about to start. In watch mode a service that can't start would wait for a code change, so its settings, ports and data
 * folder are checked first.
 */
async function checkStart() {
	if (!/^[1-9]\d{0,4}$/.test(consolePort) || Number(consolePort) > 65535) {
		throw new Error(`DATASET_CONSOLE_DEV_PORT must be a whole number from 1 to 65535, not "${consolePort}".`);
	}
	const { settings, alone, help } = readSettings(flags, process.env);
	if (help) {
		console.log(helpText());
		process.exit();
	}
	await (await listen(settings.host, settings.port, 0)).close();
	const free = listen('127.0.0.1', Number(consolePort), 0).catch((error) => {
		throw new Error(error.message.replace('--port', 'DATASET_CONSOLE_DEV_PORT'));
	});
	await (await free).close();
	if (alone === null) await (await takeLock(settings.dataDir)).release();
	return addressOf(settings.host, settings.port);
}
