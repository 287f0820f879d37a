import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { sendCommand } from './commands/send-command.ts';
import { programFile } from './testing/built-programs.ts';
import { createKilledService } from './testing/killed.ts';

test('Ctrl-C under npm start, which sends two signals, lets pending responses finish', async () => {
	let finish: () => void = () => undefined;
	const service = createServer((_, response) => {
		response.write('be');
		finish = () => response.end('gun');
	});
	await once(service.listen(0, '127.0.0.1'), 'listening');
	const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
	const argv = [programFile('main'), '--service', address, '--proxy', '--port', '0'];
	const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
	try {
		const ended = once(child, 'exit');
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (part: string) => {
			output += part;
		});
		while (!/running at (\S+)\n/.test(output)) await once(child.stdout, 'data');
		const [, own = ''] = /running at (\S+)\n/.exec(output) ?? [];
		const answer = await fetch(`${own}/api/v1/anything`);
		child.kill('SIGINT');
		child.kill('SIGTERM');
		while (await isTaken(own)) await new Promise((resolve) => setImmediate(resolve));
		finish();
		expect(await answer.text()).toBe('begun');
		expect(await ended).toEqual([0, null]);
	} finally {
		child.kill('SIGKILL');
		service.close();
	}
});

test('a command reaches a local service whose public URL isn’t reachable', async () => {
	const killed = await createKilledService(['--public-url', 'https://data.example.invalid']);
	const running = await killed.start();
	try {
		const lines = await sendCommand(killed.settings, { kind: 'list-users' });
		expect(lines.join('\n')).toContain('demo');
	} finally {
		await running.kill();
		await killed.dispose();
	}
});

function isTaken(address: string): Promise<boolean> {
	const { port, hostname } = new URL(address);
	return new Promise((resolve) => {
		const socket = connect(Number(port), hostname, () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}
