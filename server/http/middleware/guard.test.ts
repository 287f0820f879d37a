import { Agent, get } from 'node:http';
import { networkInterfaces } from 'node:os';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { onError } from '../base/errors.ts';
import type { Env } from '../base/service-app.ts';
import { listen } from '../listen.ts';
import { knownHost } from './guard.ts';

/** The response of a service started with these flags to a Host header; `reached` is its address on the connection. */
async function statusOf(flags: readonly string[], host: string, reached = '127.0.0.1'): Promise<number> {
	const app = new Hono<Env>();
	app.onError(onError(textLog));
	app.use(knownHost(readSettings(flags, {}).settings));
	app.get('/', (c) => c.text(''));
	const incoming = { url: '/', socket: { localAddress: reached } };
	return (await app.request('/', { headers: { host } }, { incoming })).status;
}

const publicUrl = ['--public-url', 'https://data.example.org'];

describe.each(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', '192.168.1.5'])('listening on %s', (address) => {
	const flags = ['--host', address, ...publicUrl];

	test.each(['127.0.0.1:8750', 'localhost:8750', '[::1]:8750', 'data.example.org', 'DATA.example.org:443'])(
		'answers requests for %s',
		async (host) => expect(await statusOf(flags, host)).toBe(200),
	);

	test.each([
		'evil.example',
		'evil.example:8750',
		'192.168.1.5.evil.example',
		'data.example.org.evil.example',
		'10.0.0.9',
	])('refuses requests for %s', async (host) => expect(await statusOf(flags, host, '192.168.1.5')).toBe(403));
});

test('answers allowed hosts, and one with a port on that port only', async () => {
	const flags = [
		'--host',
		'0.0.0.0',
		'--allowed-hosts',
		'lan.example,Other.example:8443',
		'--allowed-hosts',
		'third.example',
	];
	for (const host of ['lan.example', 'lan.example:8750', 'other.example:8443', 'third.example']) {
		expect([host, await statusOf(flags, host)]).toEqual([host, 200]);
	}
	for (const host of ['other.example', 'other.example:8444', 'sub.lan.example']) {
		expect([host, await statusOf(flags, host)]).toEqual([host, 403]);
	}
});

test.each([
	['192.168.1.5:8750', '192.168.1.5'],
	['192.168.1.5:8750', '::ffff:192.168.1.5'],
	['[fd00::5]:8750', 'fd00::5'],
])('answers a request for %s only if it arrived at %s', async (host, reached) => {
	expect(await statusOf(['--host', '::'], host, reached)).toBe(200);
	expect(await statusOf(['--host', '::'], host, '10.0.0.9')).toBe(403);
});

const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
const ownAddress = own.find((address) => address.family === 'IPv4' && !address.internal)?.address;

test.runIf(ownAddress)('answers requests for an address of this machine only if they arrive there', async () => {
	const app = new Hono<Env>();
	app.onError(onError(textLog));
	app.use(knownHost(readSettings(['--host', '0.0.0.0'], {}).settings));
	app.get('/', (c) => c.text(''));
	const listener = await listen('0.0.0.0', 0, 1_000);
	onTestFinished(() => listener.close());
	listener.serve(app);
	const ask = (to: string, agent: Agent | false) =>
		new Promise((resolve, reject) => {
			const headers = { host: `${ownAddress}:${listener.port}` };
			get({ host: to, port: listener.port, headers, agent }, (answer) => {
				answer.resume();
				resolve(answer.statusCode);
			}).once('error', reject);
		});
	const kept = new Agent({ keepAlive: true, maxSockets: 2 });
	onTestFinished(() => kept.destroy());
	const statuses = (to: string) =>
		Promise.all(Array.from({ length: 40 }, (_, index) => ask(to, index % 2 === 0 ? kept : false)));
	expect(new Set(await statuses(ownAddress ?? ''))).toEqual(new Set([200]));
	expect(new Set(await statuses('127.0.0.1'))).toEqual(new Set([403]));
});
