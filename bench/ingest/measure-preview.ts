import { createHash } from 'node:crypto';
import type { IngestionDetail } from '../../contract/ingest.ts';
import { median, type Row } from '../table.ts';
import { digitsAsNumbers, messy, withDigits } from './records.ts';
import { startWatchedService, type WatchedService } from './watched-service.ts';

/** Limit for how long a preview or a chunk may block others at a time, ms. */
const maxHeldMs = 50;
/** Just below the service's limit for a body. */
const bodyBytes = 8 * 2 ** 20 - 1_000;

/** Previews and chunks of the maximum size, read by rules alone, and how long they block other requests. */
export async function measurePreview({ quick }: { quick: boolean }): Promise<Row[]> {
	const service = await startWatchedService();
	try {
		const works = [
			{ what: 'preview of 5,000 × 10 messy records', body: JSON.stringify({ data: listOf(5_000, messy) }) },
			{ what: 'preview of 8 MiB, 10,000 records', body: filled(messy) },
			{ what: 'preview of 8 MiB, numbers of 20 digits', body: digitsAsNumbers(filled(withDigits)) },
		].map(({ what, body }) => ({
			what,
			floor: () => JSON.stringify(JSON.parse(body)),
			act: () => service.ask('POST', '/infer/preview', body, 'application/json'),
		}));
		const chunk = await chunkOf(service);
		const rows: Row[] = [];
		for (const { what, floor, act } of [...works, chunk]) {
			const [took, bare, held]: [number[], number[], number[]] = [[], [], []];
			for (let time = 0; time <= (quick ? 3 : 9); time += 1) {
				const alone = await timed(floor);
				let ms = 0;
				const longest = await service.watch(async () => {
					ms = await timed(act);
				});
				// Times exclude the first run, which compiles code; blocking includes it.
				held.push(longest);
				if (time > 0) [took, bare].forEach((item, index) => void item.push(index === 0 ? ms : alone));
			}
			const longest = Math.max(...held);
			rows.push(
				{
					what,
					measured: `${Math.round(median(took))} ms`,
					floor: `${Math.round(median(bare))} ms (parsing and writing the JSON)`,
					claim: '',
					holds: null,
				},
				{
					what: `${what}: longest time that it blocks the service`,
					measured: `${Math.round(longest)} ms`,
					floor: '',
					claim: `≤ ${maxHeldMs} ms`,
					holds: longest <= maxHeldMs,
				},
			);
		}
		return rows;
	} finally {
		await service.dispose();
	}
}

async function timed(act: () => unknown): Promise<number> {
	const began = performance.now();
	await act();
	return performance.now() - began;
}

const listOf = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** A body of 10,000 records of the maximum size, filled up with notes. */
function filled(make: (n: number) => Record<string, unknown>): string {
	const data = listOf(10_000, make);
	const spare = bodyBytes - Buffer.byteLength(JSON.stringify({ data }));
	const note = 'a remark that is neither short nor long '.repeat(50).slice(0, Math.floor(spare / data.length) - 12);
	return JSON.stringify({ data: data.map((datum) => ({ ...datum, remark: note })) });
}

/** Chunks of an ingestion, each of the maximum size and different from the previous ones. */
async function chunkOf(service: WatchedService) {
	const target = { owner: 'demo', namespace: 'nature', datasetName: 'bench_rows' };
	const mapping = Object.keys(messy(0)).map((name) => ({ from: name, column: name }));
	const begun = JSON.stringify({ target, mode: 'create', mapping });
	const { id } = JSON.parse(await service.ask('POST', '/ingestions', begun, 'application/json')) as Pick<
		IngestionDetail,
		'id'
	>;
	const lines: string[] = [];
	for (let bytes = 0, n = 0; ; n += 1) {
		const line = JSON.stringify(messy(n));
		bytes += line.length + 1;
		if (bytes > bodyBytes - 100) break;
		lines.push(line);
	}
	let number = 0;
	return {
		what: `chunk of 8 MiB, ${lines.length.toLocaleString('en')} rows`,
		floor: () => lines.map((line) => JSON.stringify(JSON.parse(line))),
		act: () => {
			number += 1;
			const text = [JSON.stringify({ ...messy(0), id: `chunk ${number}` }), ...lines.slice(1)].join('\n');
			const sha256 = createHash('sha256').update(text).digest('hex');
			return service.ask('PUT', `/ingestions/${id}/chunks/${number}?sha256=${sha256}`, text, 'text/plain');
		},
	};
}
