// Development: the service, restarted when its code changes, and the console under Vite, which passes calls on to it.
import { spawn } from 'node:child_process';

const service = process.env.DATASET_CONSOLE_PORT ?? '8750';
const consolePort = process.env.DATASET_CONSOLE_DEV_PORT ?? '5173';
const consoleOrigin = `http://127.0.0.1:${consolePort}`;

const programs = [
	['tsx', ['watch', '--clear-screen=false', 'server/main.ts', '--port', service, '--console-origin', consoleOrigin]],
	['vite', ['--port', consolePort, '--strictPort']],
];

console.log(`The console is at ${consoleOrigin}: put its address in place of the printed one to sign in there.`);

const children = programs.map(([name, args]) => {
	const extra = name === 'tsx' ? process.argv.slice(2) : [];
	const child = spawn(process.execPath, [`node_modules/${name}/${entryOf(name)}`, ...args, ...extra], {
		stdio: 'inherit',
		env: { ...process.env, DATASET_SERVICE: `http://127.0.0.1:${service}` },
	});
	child.on('exit', (code) => end(code ?? 0));
	return child;
});

/** When one ends, all end. */
function end(code) {
	for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
	process.exitCode ||= code;
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));

function entryOf(name) {
	return name === 'tsx' ? 'dist/cli.mjs' : 'bin/vite.js';
}
