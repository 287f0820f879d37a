import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../support/service.ts';
import type { Driver, Engine, Point } from './driver.ts';

const webDriver = '/usr/bin/WebKitWebDriver';
const xvfb = '/usr/bin/Xvfb';
const browsers = ['4.1', '6.0', '4.0'].flatMap((version) =>
	['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
);
const browser = browsers.find(existsSync);
const needs = [
	[existsSync(webDriver) && browser !== undefined, 'webkit2gtk-driver'],
	[existsSync(xvfb), 'xvfb'],
] as const;
const missing = needs.filter(([isThere]) => !isThere).map(([, name]) => name);

/** WebKitGTK, controlled by W3C WebDriver on a virtual display. */
export const webkitEngine: Engine = {
	name: 'webkit',
	missing: missing.length === 0 ? null : missing.join(' and '),
	start,
};

/** WebDriver's code points for keys without a character. */
const keyCodes: Readonly<Record<string, string>> = {
	...{ Shift: '\uE008', Control: '\uE009', Alt: '\uE00A', Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C' },
	...{ ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015', Backspace: '\uE003' },
	...{
		Home: '\uE011',
		End: '\uE010',
		PageUp: '\uE00E',
		PageDown: '\uE00F',
		Delete: '\uE017',
		Space: ' ',
		F10: '\uE03A',
	},
};

async function start(): Promise<Driver> {
	const home = await mkdtemp(path.join(tmpdir(), 'dataset-console-webkit-'));
	const downloads = path.join(home, 'Downloads');
	await mkdir(path.join(home, '.config'), { recursive: true });
	await mkdir(downloads);
	await writeFile(path.join(home, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n');
	const display = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1600x1100x24'], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [number] = (await once(display.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
	const port = await freePort();
	const env = { ...process.env, DISPLAY: `:${String(number).trim()}`, HOME: home, XDG_CONFIG_HOME: `${home}/.config` };
	const driver = spawn(webDriver, [`--port=${port}`], { env, stdio: 'ignore' });
	const ask = await session(`http://127.0.0.1:${port}`, driver);
	await ask('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 990 });
	return driverOf(ask, downloads, async () => {
		await ask('DELETE', '').catch(() => undefined);
		for (const child of [driver, display]) {
			if (child.exitCode !== null) continue;
			child.kill();
			await once(child, 'exit');
		}
		await rm(home, { recursive: true, force: true, maxRetries: 5 });
	});
}

type Ask = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>;

async function session(origin: string, driver: ChildProcess): Promise<Ask> {
	const send = async <Value>(method: string, url: string, body?: object): Promise<Value> => {
		const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
		const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
		if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
		return value;
	};
	for (;;) {
		const isUp = await fetch(`${origin}/status`).then(
			() => true,
			() => false,
		);
		if (isUp) break;
		if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}.`);
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	const options = { binary: browser, args: ['--automation'] };
	const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
	const { sessionId } = await send<{ sessionId: string }>('POST', `${origin}/session`, { capabilities });
	return (method, at, body) =>
		send(method, `${origin}/session/${sessionId}${at}`, method === 'POST' ? (body ?? {}) : undefined);
}

function driverOf(ask: Ask, downloads: string, close: () => Promise<void>): Driver {
	const point = (type: string, more: object = {}) => ({ type, ...more });
	const move = ({ x, y }: Point, duration = 0) =>
		point('pointerMove', { x: Math.round(x), y: Math.round(y), duration, origin: 'viewport' });
	const perform = (actions: readonly object[], id: 'mouse' | 'keyboard') =>
		ask('POST', '/actions', {
			actions: [
				{
					id,
					actions,
					...(id === 'mouse' ? { type: 'pointer', parameters: { pointerType: 'mouse' } } : { type: 'key' }),
				},
			],
		});
	const keys = (chord: readonly string[]) => [
		...chord.map((value) => ({ type: 'keyDown', value })),
		...[...chord].reverse().map((value) => ({ type: 'keyUp', value })),
	];
	return {
		downloads,
		close,
		open: async (url) => void (await ask('POST', '/url', { url })),
		call: (run, ...args) => ask('POST', '/execute/sync', { script: `return (${run}).apply(null, arguments)`, args }),
		inject: async (script) => void (await ask('POST', '/execute/sync', { script, args: [] })),
		click: async (at, which = 'left', clicks = 1) => {
			const button = which === 'left' ? 0 : 2;
			const once = [point('pointerDown', { button }), point('pointerUp', { button })];
			await perform([move(at), ...once, ...(clicks === 2 ? once : [])], 'mouse');
		},
		drag: async (points) => {
			const [first, ...others] = points as readonly [Point, ...Point[]];
			await perform(
				[
					move(first),
					point('pointerDown', { button: 0 }),
					...others.map((at) => move(at, 100)),
					point('pointerUp', { button: 0 }),
				],
				'mouse',
			);
		},
		type: async (text) =>
			void (await perform(
				[...text].flatMap((char) => keys([char === '\n' ? '\uE007' : char])),
				'keyboard',
			)),
		press: async (chord) =>
			void (await perform(keys(chord.split('+').map((key) => keyCodes[key] ?? key.toLowerCase())), 'keyboard')),
		chooseFiles: async (selector, files) => {
			const found = await ask<Record<string, string>>('POST', '/element', { using: 'css selector', value: selector });
			await ask('POST', `/element/${Object.values(found)[0]}/value`, { text: files.join('\n') });
		},
		inPopup: async (open, use) => {
			const windows = () => ask<string[]>('GET', '/window/handles');
			const before = await windows();
			await open();
			const added = await until(async () => (await windows()).find((handle) => !before.includes(handle)));
			await ask('POST', '/window', { handle: added });
			await use(driverOf(ask, downloads, async () => undefined));
			await until(async () => !(await windows()).includes(added) || undefined);
			await ask('POST', '/window', { handle: before[0] });
		},
		screenshot: async () => Buffer.from(await ask<string>('GET', '/screenshot'), 'base64'),
	};
}

async function until<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
	const end = Date.now() + 15_000;
	for (;;) {
		const value = await read();
		if (value !== undefined) return value;
		if (Date.now() > end) throw new Error('Nothing came within 15 s.');
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}
