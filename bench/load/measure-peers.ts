import type { BrowserContext } from '@playwright/test';
import { apiOf } from '../../e2e/support/api.ts';
import { startService } from '../../e2e/support/service.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { serveFloor } from '../floor/serve-floor.ts';
import { median, type Row } from '../table.ts';
import { type Loaded, load, shareSession, watch } from './loaded.ts';
import { type Peer, startSqlpad, startSuperset } from './peers.ts';

const names = Array.from({ length: 25 }, (_, index) => `listed_${String(index).padStart(2, '0')}`);

/** The console as a peer: its list of BuildSpecs. */
async function startConsole(): Promise<Peer> {
	const service = await startService();
	return {
		name: 'console',
		list: `${service.url}/build-specs`,
		rows: names.length,
		stop: () => void service.dispose(),
		async prepare(page) {
			await page.goto(service.signInAddress());
			await page.getByRole('heading', { name: 'BuildSpecs', level: 1 }).waitFor();
			const { ask } = await apiOf(page);
			for (const name of names)
				await ask('POST', '/build-specs', {
					sources: [{ owner: 'demo', namespace: 'aviation', datasetName: 'flights' }],
					destination: { owner: 'demo', namespace: 'aviation', datasetName: name },
					code: { payload: 'select * from aviation.flights' },
				});
		},
	};
}

/** A list of 25 BuildSpecs, queries or dashboards, in the console and in two other products, signed in, with an empty browser cache; the floor is that of `load`. */
export async function measurePeers({ quick }: { quick: boolean }): Promise<Row[]> {
	const rounds = quick ? 3 : 9;
	const running = await launchBrowser();
	const floor = await serveFloor('bench/load/floor', {
		'/list.json': { items: names.map((name) => ({ id: name, name, by: 'demo' })) },
	});
	const started: Peer[] = [];
	try {
		const pages: (Pick<Peer, 'name' | 'list' | 'rows'> & { context: BrowserContext })[] = [];
		for (const start of [startConsole, startSqlpad, startSuperset]) {
			const peer = await start();
			started.push(peer);
			const context = await openWindow(running);
			await context.addInitScript(watch, peer.rows);
			const page = await context.newPage();
			await peer.prepare(page, names);
			await shareSession(page);
			pages.push({ ...peer, context });
		}
		const bare = await openWindow(running);
		await bare.addInitScript(watch, names.length);
		pages.push({ name: 'floor', context: bare, list: `${floor.url}/`, rows: names.length });
		const rows: Row[] = [];
		for (const rate of [1, 4]) {
			const loads = new Map<string, Loaded[]>();
			// The first round warms the servers.
			for (let round = 0; round <= rounds; round += 1)
				for (const { name, context, list } of pages) {
					const loaded = await load(context, list, rate);
					if (round > 0) loads.set(name, [...(loads.get(name) ?? []), loaded]);
				}
			const timeOf = (name: string) => median((loads.get(name) ?? []).map(({ ms }) => ms));
			const fastest = Math.min(...pages.slice(1, -1).map(({ name }) => timeOf(name)));
			for (const { name, rows: drawn } of pages.slice(0, -1)) {
				const bytes = median((loads.get(name) ?? []).map((one) => one.bytes));
				const isOurs = name === pages[0]?.name;
				rows.push({
					what: `${name}, CPU ÷ ${rate}: ${drawn} rows on the screen`,
					measured: `${timeOf(name).toFixed(0)} ms, ${(timeOf(name) / timeOf('floor')).toFixed(1)} ×, ${(bytes / 1_000).toFixed(0)} kB`,
					floor: `${timeOf('floor').toFixed(0)} ms`,
					claim: isOurs ? 'no peer is faster' : '',
					holds: isOurs ? timeOf(name) <= fastest : null,
				});
			}
		}
		return rows;
	} finally {
		await running.close();
		await floor.close();
		for (const { stop } of started) stop();
	}
}
