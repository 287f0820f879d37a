import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { LogItem } from '../../contract/build-run.ts';
import { startService } from '../../e2e/support/service.ts';
import { startS3Server } from '../../server/testing/s3-server.ts';
import { type SparkServer, startSpark } from '../../server/testing/spark.ts';
import { watchMemory } from '../large/memory.ts';
import { type Ask, readings, runToEnd, signedIn, timed } from '../large/run-to-end.ts';
import type { Row } from '../table.ts';

const executorMemory = 1_024;
const from = 'geography.readings';
/** Aggregates by station and day: 400 groups per day. */
const aggregated = `SELECT station, CAST(taken AS DATE) AS day, count(*) AS readings, avg(celsius) AS mean, max(celsius) AS highest
	FROM ${from} GROUP BY 1, 2`;
/** Builds as many rows as the source has, with one more column. */
const built = `SELECT id, taken, station, celsius, celsius * 1.8 + 32 AS fahrenheit FROM ${from}`;

/**
 * The same statements over the same dataset in a bucket, on DuckDB and on Spark with one, two and four single-core executors, all on this machine: a
 * previewed aggregation, and a build of as many rows as are read.
 */
export async function measureSpark({ quick }: { quick: boolean }): Promise<Row[]> {
	const rows = quick ? 10_000_000 : 100_000_000;
	const s3 = await startS3Server();
	const { bucket, endpoint } = s3.settings;
	const store = ['--s3-bucket', bucket, '--s3-endpoint', endpoint ?? '', '--s3-cache-bytes', String(8 * 2 ** 30)];
	const flags = [...store, '--run-deadline-ms', '600000', '--run-output-bytes', String(8 * 2 ** 30)];
	const service = await startService([...flags, '--run-memory-bytes', String(2 ** 30)]);
	try {
		const table: Row[] = [];
		const ask = await signedIn(service);
		const measure = async (engine: string, spark: SparkServer | null) => {
			// Excludes first-time work such as compiling code and fetching files.
			await runToEnd(ask, null, `SELECT max(celsius) AS highest FROM ${from}`, ['readings']);
			for (const [what, name, sql] of [
				['aggregated', null, aggregated],
				['built', 'converted', built],
			] as const) {
				const workers = spark === null ? [] : [Number(spark.process.pid), ...executorsOf(spark)];
				const before = sum(workers.map(cpuSeconds));
				const { value, peaks } = await watchMemory(service, () => timedRun(ask, name, sql));
				const held = [`service ${mebibytes(peaks.service)}`, `runner ${mebibytes(peaks.runner)}`];
				if (spark !== null) {
					const spent = sum(workers.map(cpuSeconds)) - before;
					table.push(plain(`${what}, ${engine}: Spark CPU time`, `${spent.toFixed(0)} s`));
					const [driver = '', ...executors] = workers.map((pid) => mebibytes(peakBytes(pid)));
					held.push(`driver ${driver}`, `executors ${executors.join(' + ')}`);
				}
				const ofSpark = value.spark === null ? '' : `, of which Spark ${seconds(value.spark)}`;
				table.push(plain(`${what}, ${engine}`, `${seconds(value.ms)}${ofSpark}`));
				table.push(plain(`${what}, ${engine}: peak memory`, held.join(', ')));
			}
		};
		const made = await timed(() => runToEnd(ask, 'readings', readings(rows), []));
		table.push(plain('created by DuckDB', seconds(made)));
		await measure('DuckDB, 2 threads', null);
		for (const executors of [1, 2, 4]) {
			const master = `local-cluster[${executors},1,${executorMemory}]`;
			const spark = await startSpark({ master, s3: s3.settings });
			try {
				await service.stop();
				await service.start([...flags, '--engine', 'spark', '--spark-url', spark.url]);
				await measure(`Spark, ${executors} × 1 core`, spark);
			} finally {
				await spark.stop();
			}
		}
		return table.map((row) => ({ ...row, what: `${rows.toLocaleString('en-US')} rows: ${row.what}` }));
	} finally {
		await service.dispose();
		await s3.stop();
	}
}

/** How long a run took, and Spark's share of it, according to the run's log. */
async function timedRun(ask: Ask, name: string | null, sql: string): Promise<{ ms: number; spark: number | null }> {
	const began = performance.now();
	const { id } = await runToEnd(ask, name, sql, ['readings']);
	const ms = performance.now() - began;
	const { items } = await ask<{ items: LogItem[] }>('GET', `/build-runs/${id}/log`);
	const at = (start: string) => Date.parse(items.find(({ message }) => message.startsWith(start))?.at ?? '');
	const spark = at('Spark wrote') - at('Reading');
	return { ms, spark: Number.isNaN(spark) ? null : spark };
}

const executorsOf = ({ process: driver }: SparkServer): number[] => {
	const words = ['-P', String(driver.pid), '-f', 'CoarseGrainedExecutorBackend'];
	return execFileSync('pgrep', words, { encoding: 'utf8' }).trim().split('\n').map(Number);
};

const peakBytes = (pid: number): number =>
	1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);

/** A process's CPU time; Linux counts hundredths of a second. */
function cpuSeconds(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return sum(fields.slice(11, 13).map(Number)) / 100;
}

const sum = (all: readonly number[]): number => all.reduce((total, value) => total + value, 0);
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
const plain = (what: string, measured: string): Row => ({ what, measured, floor: '', claim: '', holds: null });
