import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { startService } from '../../e2e/support/service.ts';
import { median, type Row } from '../table.ts';
import { type Peaks, watchMemory } from './memory.ts';
import { readings, runToEnd, signedIn, timed } from './run-to-end.ts';

const rows = 100_000_000;
const middle = rows / 2;
const page = 512;
/** The runner's memory limit here, a quarter of the default on a 16 GiB machine. */
const memoryBytes = 2 ** 30;
const longestMs = 600_000;

const oneDay = `taken >= timestamp '2021-08-01' and taken < timestamp '2021-08-02'`;
const filtered = (from: string) =>
	`select station, count(*) as readings, avg(celsius) as mean from ${from} where ${oneDay} group by station`;
const searched = (from: string) =>
	`select station, count(*) as readings, avg(celsius) as mean from ${from} where celsius > 31.9 group by station`;

/**
 * A dataset of 100,000,000 rows, built by the service itself on a 1 GiB runner: described, paged and previewed. The floor of a preview is DuckDB
 * alone with the same query over the same files.
 */
export async function measureLarge({ quick }: { quick: boolean }): Promise<Row[]> {
	const flags = ['--run-memory-bytes', String(memoryBytes), '--run-deadline-ms', String(longestMs)];
	const service = await startService(flags);
	try {
		const ask = await signedIn(service);
		const times = quick ? 5 : 15;
		const build = await watchMemory(service, () => timed(() => runToEnd(ask, 'readings', readings(rows), [])));
		const floor = await startFloor(service.dataDir);
		const table: Row[] = [
			plain(`built, ${gigabytes(floor.bytes)} in ${floor.files} files`, seconds(build.value)),
			held('built', build.peaks),
		];
		const used = await watchMemory(service, async () => {
			const schema = await repeated(times, () => ask('GET', '/schema/demo/geography/readings'));
			table.push(plain('schema', ms(schema)));
			const pageAt = (offset: number, more = '') =>
				ask('GET', `/data/demo/geography/readings?offset=${offset}&limit=${page}${more}`);
			const first = await repeated(times, () => pageAt(0));
			const jump = await timed(() => pageAt(middle));
			const there = await repeated(times, () => pageAt(middle));
			table.push(plain(`${page} rows from row 50,000,000, the first time`, ms(jump)));
			table.push(compared(`${page} rows from row 50,000,000 (floor: the first ${page})`, there, first, 3));
			table.push(plain(`the last ${page} rows`, ms(await repeated(times, () => pageAt(rows - page)))));
			const one = encodeURIComponent(JSON.stringify([{ column: 'id', op: '=', value: 71_234_567 }]));
			table.push(plain('rows with one id', ms(await repeated(times, () => pageAt(0, `&filter=${one}`)))));
			table.push(plain(`${page} rows sorted by a column`, ms(await timed(() => pageAt(0, '&sort=-celsius')))));
			for (const [what, sql] of [
				['of one day', filtered],
				['that needs every part', searched],
			] as const) {
				const ours: number[] = [];
				const own: number[] = [];
				for (let time = 0; time < Math.min(times, 7); time += 1) {
					ours.push(await timed(() => runToEnd(ask, null, sql('demo.geography.readings'), ['readings'])));
					own.push(await timed(() => floor.ask(sql('readings'))));
				}
				table.push(previewed(`preview ${what}`, median(ours), median(own)));
			}
		});
		table.push(held('described, paged and previewed', used.peaks));
		floor.close();
		return table.map((row) => ({ ...row, what: `100,000,000 rows: ${row.what}` }));
	} finally {
		await service.dispose();
	}
}

/** DuckDB alone, over the dataset's files. */
async function startFloor(dataDir: string) {
	const objects = path.join(dataDir, 'objects');
	const files = readdirSync(objects, { recursive: true, encoding: 'utf8' })
		.map((value) => path.join(objects, value))
		.filter((value) => statSync(value).isFile() && statSync(value).size > 10_000_000);
	const connection = await (await DuckDBInstance.create(':memory:')).connect();
	await connection.run(`CREATE VIEW readings AS FROM read_parquet([${files.map((file) => `'${file}'`).join(', ')}])`);
	return {
		files: files.length,
		bytes: files.reduce((sum, value) => sum + statSync(value).size, 0),
		ask: async (sql: string) => {
			await (await connection.run(sql)).getRows();
		},
		close: () => connection.closeSync(),
	};
}

async function repeated(times: number, act: () => Promise<unknown>): Promise<number> {
	const all: number[] = [];
	for (let time = 0; time < times; time += 1) all.push(await timed(act));
	return median(all);
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;
const seconds = (value: number): string => `${(value / 1_000).toFixed(0)} s`;
const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

const plain = (what: string, measured: string): Row => ({ what, measured, floor: '', claim: '', holds: null });

function compared(what: string, ours: number, floor: number, most: number): Row {
	return {
		what,
		measured: `${ms(ours)}, ${(ours / floor).toFixed(2)} ×`,
		floor: ms(floor),
		claim: `≤ ${most} ×`,
		holds: ours <= most * floor,
	};
}

/** Besides the query, a preview needs a process, a file and a catalog row. */
const besides = 500;

const previewed = (what: string, ours: number, floor: number): Row => ({
	what,
	measured: ms(ours),
	floor: ms(floor),
	claim: `≤ ${ms(floor + besides)}`,
	holds: ours <= floor + besides,
});

const held = (what: string, { runner, service }: Peaks): Row => ({
	what: `${what}: peak memory of a runner (and of the service)`,
	measured: `${mebibytes(runner)} (${mebibytes(service)})`,
	floor: '',
	claim: `≤ ${mebibytes(memoryBytes)}`,
	// 0 would mean that no runner was observed.
	holds: runner > 0 && runner <= memoryBytes,
});
