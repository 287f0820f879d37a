import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { startService } from '../../e2e/support/service.ts';
import { tokenOf } from '../../e2e/support/token.ts';
import { median, type Row } from '../table.ts';

/** Limit in addition to the engine's own time, ms. */
const most = 60;
/** Rounds until a service, a runner and an engine that have just started reach full speed. */
const warmUp = 5;
/** Interval for polling a run, ms: polling continuously would take one of two processors away from it. */
const lookEvery = 10;
const flights = path.resolve('server/sample/data/aviation/flights.parquet');

/** Each with its limit in addition to the engine's own time, ms. */
const queries = [
	[
		'delays by origin, from 20,000 flights',
		'select origin, avg(delay) as delay from aviation.flights group by origin',
		125,
	],
	['every column of 20,000 flights, sorted', 'select * from aviation.flights order by delay desc, origin', 125],
	[
		'1,000,000 × 5',
		`select i, 'row ' || i as name, i * 0.5 as half, i % 7 as part, i * 3 as more from range(1000000) t(i)`,
		350,
	],
] as const;

/**
 * A preview from its request until its outputs are listed, on a warm runner; the floor is the engine's own COPY of the same rows to a file as the
 * runner writes it, on the same number of threads.
 */
export async function measureRun({ quick }: { quick: boolean }): Promise<Row[]> {
	const rounds = quick ? 3 : 21;
	const folder = await mkdtemp(path.join(tmpdir(), 'dataset-console-floor-'));
	const service = await startService();
	const engine = await DuckDBInstance.create(':memory:', { threads: '2' });
	const own = await engine.connect();
	try {
		await own.run('CREATE SCHEMA aviation');
		await own.run(`CREATE VIEW aviation.flights AS FROM read_parquet('${flights}')`);
		const ask = await client(service.url, service.signInAddress());
		const rows: Row[] = [];
		for (const [what, query, limit] of queries) {
			const [ours, theirs]: [number[], number[]] = [[], []];
			const copy = `COPY (${query}) TO '${path.join(folder, 'floor.parquet')}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240)`;
			for (let round = -warmUp; round < rounds; round += 1) {
				const mine = await timed(() => preview(ask, query));
				const least = await timed(() => own.run(copy));
				if (round < 0) continue;
				ours.push(mine);
				theirs.push(least);
				await pause(1_000);
			}
			const over = median(ours) - median(theirs);
			rows.push({
				what: `preview, from submission to outputs: ${what}`,
				measured: `${median(ours).toFixed(0)} ms, + ${over.toFixed(0)} ms`,
				floor: `${median(theirs).toFixed(0)} ms`,
				claim: `≤ floor + ${most} ms`,
				holds: over <= most,
				limit: { words: `≤ floor + ${limit} ms`, holds: over <= limit },
			});
		}
		return rows;
	} finally {
		own.closeSync();
		await service.dispose();
		await rm(folder, { recursive: true });
	}
}

type Ask = (method: string, to: string, body?: unknown) => Promise<Response>;

async function client(origin: string, signInAddress: string): Promise<Ask> {
	const token = await tokenOf(signInAddress);
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	return (method, to, body) =>
		fetch(`${origin}/api/v1${to}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

async function preview(ask: Ask, payload: string): Promise<void> {
	const sources = [{ owner: 'demo', namespace: 'aviation', datasetName: 'flights' }];
	const submitted = await ask('POST', '/preview-runs', { sources, code: { payload } });
	const { id } = (await submitted.json()) as { id: string };
	for (;;) {
		const { status } = await ask('GET', `/build-runs/${id}/outputs`);
		if (status === 200) return;
		if (status !== 409) throw new Error(`The outputs answer ${status}.`);
		await pause(lookEvery);
	}
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function timed(act: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await act();
	return performance.now() - began;
}
