import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { FileReview } from '../../contract/file-ingestion.ts';
import type { IngestionDetail } from '../../contract/ingest.ts';
import { median, type Row } from '../table.ts';
import { startWatchedService, type WatchedService } from './watched-service.ts';

const [rows, before, changed] = [548_003, 1_000_000, 100_000];
const pieceBytes = 4 * 2 ** 20;
const threads = '2';

/** Ten columns of flights, as a CSV of about 46 MB. */
const flights = `SELECT range + 1 AS flight_id, strftime(TIMESTAMP '2001-01-01' + to_minutes(range * 2), '%Y-%m-%d %H:%M:%S') AS departure,
	(hash(range) % 160)::INTEGER - 20 AS delay, 80 + hash(range + 1) % 2500 AS distance,
	(['DTW', 'LAS', 'HNL', 'SFO', 'OAK', 'JFK', 'ATL', 'ORD'])[1 + (hash(range + 2) % 8)::INTEGER] AS origin,
	(['DTW', 'LAS', 'HNL', 'SFO', 'OAK', 'JFK', 'ATL', 'ORD'])[1 + (hash(range + 3) % 8)::INTEGER] AS destination,
	(['United Airlines', 'Delta Air Lines', 'Hawaiian Airlines', 'Southwest'])[1 + (hash(range + 4) % 4)::INTEGER] AS carrier,
	printf('%.2f', (hash(range + 5) % 90000) / 100.0) AS fare,
	(['on time', 'late', 'very late, cause unknown'])[1 + (hash(range + 6) % 3)::INTEGER] AS remark, hash(range + 7) % 17 = 0 AS canceled`;

/** Half of the sent rows have a key of the dataset, nearly all of them with another price. */
const stock = (from: number, count: number, price: string) =>
	`SELECT range AS id, 'product ' || hash(range) % 3000 AS product, hash(range + 1) % 900 AS quantity, ${price} AS price FROM range(${from}, ${from + count})`;

/**
 * A CSV upload from its first byte until it's a dataset, and an upsert by key; each compared with the engine alone, which reads the same file and
 * writes Parquet as the service does, on the same number of threads. Requests are sent back to back: work that the service does between two of
 * them, such as splitting the reviewed rows into parts, counts only as far as the next one waits for it.
 */
export async function measureUpload({ quick }: { quick: boolean }): Promise<Row[]> {
	const folder = mkdtempSync(path.join(tmpdir(), 'upload-'));
	const service = await startWatchedService();
	const engine = await (await DuckDBInstance.create(':memory:', { threads })).connect();
	try {
		const inFolder = (name: string) => path.join(folder, name);
		await engine.run(`COPY (${flights} FROM range(${rows})) TO '${inFolder('flights.csv')}' (FORMAT csv, HEADER)`);
		await engine.run(`COPY (${stock(0, before, '1.5')}) TO '${inFolder('stock.csv')}' (FORMAT csv, HEADER)`);
		const sent = stock(before - changed / 2, changed, 'CASE WHEN range % 10 = 0 THEN 1.5 ELSE 2.5 END');
		await engine.run(`COPY (${sent}) TO '${inFolder('changes.csv')}' (FORMAT csv, HEADER)`);
		const times: { upload: number; review: number; commit: number; floor: number }[] = [];
		for (let round = 0; round <= (quick ? 2 : 5); round += 1) {
			const floor = await timed(() => copy(engine, inFolder('flights.csv'), inFolder('floor.parquet')));
			const took = await upload(service, inFolder('flights.csv'), `flights_${round}`, 'create');
			// Excludes the first run.
			if (round > 0) times.push({ ...took, floor });
		}
		const of = (work: (time: (typeof times)[number]) => number) => median(times.map(work));
		const ours = of((time) => time.review + time.commit);
		const floor = of((time) => time.floor);
		const ratio = of((time) => (time.review + time.commit) / time.floor);
		const { size } = { size: (await readFile(inFolder('flights.csv'))).length };
		await upload(service, inFolder('stock.csv'), 'stock', 'create');
		const merged = await upload(service, inFolder('changes.csv'), 'stock', 'upsert');
		const { added, changed: replaced, unchanged } = merged.effect;
		const isRight = added === changed / 2 && replaced === 45_000 && unchanged === 5_000;
		const copied = await timed(() => mergeAlone(engine, inFolder('stock.csv'), inFolder('changes.csv'), folder));
		const file = `CSV of ${(size / 1e6).toFixed(0)} MB, ${rows.toLocaleString('en')} rows`;
		return [
			{ ...nothing, what: `${file}: sent in pieces`, measured: ms(of(({ upload }) => upload)) },
			{ ...nothing, what: `${file}: review`, measured: ms(of(({ review }) => review)) },
			{ ...nothing, what: `${file}: commit`, measured: ms(of(({ commit }) => commit)) },
			{
				what: `${file}: review and commit`,
				measured: `${ms(ours)}, ${ratio.toFixed(1)} times`,
				floor: `${ms(floor)} (COPY)`,
				claim: '≤ 2 times',
				holds: ratio <= 2,
				limit: { words: '≤ 3.5 times', holds: ratio <= 3.5 },
			},
			{
				what: `${changed.toLocaleString('en')} rows by key into ${before.toLocaleString('en')}: review and commit`,
				measured: `${ms(merged.review + merged.commit)}; ${added} new, ${replaced} changed, ${unchanged} unchanged`,
				floor: `${ms(copied)} (joined and written)`,
				claim: 'correct counts',
				holds: isRight,
			},
		];
	} finally {
		engine.closeSync();
		await service.dispose();
		await rm(folder, { recursive: true, force: true });
	}
}

async function upload({ ask }: WatchedService, file: string, datasetName: string, mode: 'create' | 'upsert') {
	const bytes = await readFile(file);
	const target = { owner: 'demo', namespace: 'nature', datasetName };
	const key = mode === 'upsert' ? { key: ['id'] } : {};
	const asked = async <T>(place: string, body: object): Promise<T> =>
		JSON.parse(await ask('POST', place, JSON.stringify(body), 'application/json'));
	const { id } = await asked<IngestionDetail>('/file-ingestions', { target, mode, ...key, file: { name: 'data.csv' } });
	const pieces = Math.ceil(bytes.length / pieceBytes);
	const sent = await timed(async () => {
		for (let piece = 1; piece <= pieces; piece += 1) {
			const part = bytes.subarray((piece - 1) * pieceBytes, piece * pieceBytes);
			const sha256 = createHash('sha256').update(part).digest('hex');
			await ask('PUT', `/ingestions/${id}/pieces/${piece}?sha256=${sha256}`, part, 'application/octet-stream');
		}
	});
	let found: FileReview | null = null;
	const review = await timed(async () => {
		found = await asked<FileReview>(`/ingestions/${id}/review`, {});
	});
	const { effect, problems } = found as unknown as FileReview;
	if (problems.length > 0) throw new Error(problems.join('\n'));
	const commit = await timed(() => asked(`/ingestions/${id}/commit`, { chunks: pieces }));
	return { upload: sent, review, commit, effect };
}

/** Parquet as the service writes it: compression and row group size. */
const parquet = '(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240)';

const copy = (engine: DuckDBConnection, from: string, to: string) =>
	engine.run(`COPY (FROM read_csv('${from}')) TO '${to}' ${parquet}`);

async function mergeAlone(engine: DuckDBConnection, before: string, sent: string, folder: string): Promise<void> {
	await engine.run(
		`COPY (SELECT * FROM (SELECT * FROM read_csv('${before}') b ANTI JOIN read_csv('${sent}') s USING (id) UNION ALL SELECT * FROM read_csv('${sent}')) ORDER BY id) TO '${path.join(folder, 'merged.parquet')}' ${parquet}`,
	);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await work();
	return performance.now() - began;
}

const nothing = { floor: '', claim: '', holds: null } as const;
const ms = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;
