import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Page } from '@playwright/test';
import { Grid } from '../../e2e/support/grid.ts';
import { fillCatalog } from '../../e2e/support/large-catalog.ts';
import { startService } from '../../e2e/support/service.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { median, type Row } from '../table.ts';

const wide = 100_000;
const many = { datasets: 5_000, rows: 10_000_000, wide };
const page = 10_000;
/** Rounds until a service and an engine that have just started reach full speed. */
const warmUp = 15;

/**
 * Rows and lists of the catalog. Rows as JSON are compared with the engine's own writing of the same rows and their transfer by a bare server; pages
 * with much data with the same pages with little data.
 */
export async function measureRows({ quick }: { quick: boolean }): Promise<Row[]> {
	const times = 25;
	const service = await startService();
	const running = await launchBrowser();
	try {
		await fillCatalog(service, quick ? { datasets: 1, rows: 1, wide } : many);
		const shown = await (await openWindow(running)).newPage();
		const [request] = await Promise.all([
			shown.waitForRequest((request) => request.headers().authorization !== undefined),
			shown.goto(service.signInAddress()),
		]);
		const headers = { authorization: request.headers().authorization ?? '' };
		const ask = async (dataset: string, query: Record<string, string>) => {
			const address = `${service.url}/api/v1/data/demo/${dataset}?${new URLSearchParams(query)}`;
			const answer = await fetch(address, { headers });
			if (!answer.ok) throw new Error(await answer.text());
			return (await answer.arrayBuffer()).byteLength;
		};
		const floor = await startFloor(service.dataDir);
		const rows: Row[] = [];
		const pages = [
			['10,000 × 12 as JSON', 'wide', '50000'],
			['10,000,000 rows: the last 10,000 as JSON', 'numbers', '9990000'],
		] as const;
		for (const [what, name, offset] of quick ? pages.slice(0, 1) : pages) {
			const ours: number[] = [];
			const own: number[] = [];
			for (let time = -warmUp; time < times; time += 1) {
				const mine = await timed(() => ask(`large/${name}`, { offset, limit: String(page) }));
				const least = await timed(() => floor.ask(`SELECT * FROM ${name} LIMIT ${page} OFFSET ${offset}`));
				if (time < 0) continue;
				ours.push(mine);
				own.push(least);
			}
			rows.push(compared(what, median(ours), median(own), 1.6, 2.5));
		}
		await floor.close();
		if (quick) return rows;
		rows.push(
			...(await against(times, 'sorted', () => ask('large/numbers', { sort: '-part', limit: '512' }))),
			...(await against(times, 'filtered', () => ask('large/numbers', { filter: filter('part', '7'), limit: '512' }))),
		);
		rows.push(await painted(shown, service.url, 9));
		rows.push(await listed(shown, service.url, 9));
		return rows;
	} finally {
		await running.close();
		await service.dispose();
	}
}

const filter = (column: string, value: string): string => JSON.stringify([{ column, op: '=', value }]);

/** First rows of 10,000,000 compared with those of 20,000. */
async function painted(shown: Page, url: string, times: number): Promise<Row> {
	const [large, small]: [number[], number[]] = [[], []];
	for (let time = 0; time < times; time += 1) {
		for (const [place, name, into] of [
			['large/numbers', 'numbers', large],
			['aviation/flights', 'flights', small],
		] as const) {
			into.push(
				await timed(async () => {
					await shown.goto(`${url}/namespaces/demo/${place}`);
					await new Grid(shown, new RegExp(name)).row(1).nth(1).waitFor();
				}),
			);
		}
	}
	return compared('10,000,000 rows: first rows on the screen (floor: 20,000)', median(large), median(small), 1.5);
}

/** A namespace of 5,000 datasets compared with one of four. */
async function listed(shown: Page, url: string, times: number): Promise<Row> {
	const [large, small]: [number[], number[]] = [[], []];
	for (let time = 0; time < times; time += 1) {
		for (const [place, name, into] of [
			['many', 'dataset_0001', large],
			['geography', 'countries', small],
		] as const) {
			into.push(
				await timed(async () => {
					await shown.goto(`${url}/namespaces/demo/${place}`);
					await shown.getByRole('link', { name, exact: true }).waitFor();
				}),
			);
		}
	}
	return compared('5,000 datasets: list on the screen (floor: 4)', median(large), median(small), 2, 2.5);
}

async function against(times: number, what: string, act: () => Promise<unknown>): Promise<Row[]> {
	const all: number[] = [];
	for (let time = 0; time < Math.min(times, 9); time += 1) all.push(await timed(act));
	const measured = `${median(all).toFixed(0)} ms`;
	return [{ what: `10,000,000 rows: a page ${what}`, measured, floor: '', claim: '', holds: null }];
}

async function timed(act: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await act();
	return performance.now() - began;
}

function compared(what: string, ours: number, floor: number, most: number, limit?: number): Row {
	return {
		what,
		measured: `${ours.toFixed(0)} ms, ${(ours / floor).toFixed(2)} ×`,
		floor: `${floor.toFixed(0)} ms`,
		claim: `≤ ${most} ×`,
		holds: ours <= most * floor,
		limit: limit === undefined ? limit : { words: `≤ ${limit} ×`, holds: ours <= limit * floor },
	};
}

/** DuckDB alone writing JSON to a file, and a bare server that sends it. */
async function startFloor(folder: string) {
	const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
	for (const name of ['wide', 'numbers']) {
		await connection.run(`CREATE VIEW ${name} AS FROM read_parquet('${path.join(folder, name)}.parquet')`);
	}
	const written = path.join(folder, 'floor.json');
	const server = createServer((request, response) => {
		const sql = new URL(request.url ?? '', 'http://floor').searchParams.get('sql') ?? '';
		void connection
			.run(`COPY (${sql}) TO '${written}' (FORMAT json, ARRAY true)`)
			.then(() => readFile(written))
			.then((bytes) => response.setHeader('Content-Type', 'application/json').end(bytes));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		ask: async (sql: string) =>
			(await (await fetch(`http://127.0.0.1:${port}/?${new URLSearchParams({ sql })}`)).arrayBuffer()).byteLength,
		close: async () => {
			await new Promise((resolve) => server.close(resolve));
			connection.closeSync();
		},
	};
}
