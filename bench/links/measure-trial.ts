import type { BuildRun } from '../../contract/build-run.ts';
import type { BuildSpec } from '../../contract/build-spec.ts';
import type { LinkTrial } from '../../contract/link.ts';
import { createTestService, type TestService } from '../../server/testing/service.ts';
import { median, type Row } from '../table.ts';

const points = 100_000;
const shape = '100,000 × 100,000';
/** Limit for a trial of this size, ms. */
const most = 8_000;

/**
 * A trial of a link between nearby places, over two datasets of points around airports, as real points are. The floor is the engine's join of the
 * same points by one grid of tenths of a degree, without distances.
 */
export async function measureTrial({ quick }: { quick: boolean }): Promise<Row[]> {
	const service = await createTestService();
	try {
		for (const [index, name] of ['bench_a', 'bench_b'].entries()) await build(service, name, scattered(index));
		const trials: number[] = [];
		const floors: number[] = [];
		let matched = 0;
		for (let time = 0; time < (quick ? 1 : 3); time += 1) {
			floors.push(await timed(() => build(service, 'bench_floor', joined)));
			trials.push(
				await timed(async () => {
					matched = (await trial(service)).from.matchedRows;
				}),
			);
		}
		const ms = median(trials);
		return [
			{
				what: `${shape} points: preview of a GeoMatch, ${matched.toLocaleString('en-US')} matched`,
				measured: seconds(ms),
				floor: seconds(median(floors)),
				claim: `≤ ${seconds(most)}`,
				holds: ms <= most && matched > 0,
			},
		];
	} finally {
		await service.close();
	}
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

async function timed(act: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await act();
	return performance.now() - began;
}

/** Always the same points; different seeds give different points. */
const scattered = (seed: number): string => `select
	greatest(-90, least(90, latitude + ((hash(n * 4 + ${seed}) % 20001)::bigint - 10000) / 10000.0)) as latitude,
	greatest(-180, least(180, longitude + ((hash(n * 4 + ${seed + 2}) % 20001)::bigint - 10000) / 10000.0)) as longitude
from (select latitude, longitude, row_number() over (order by iata, i) as n from demo.aviation.airports, range(30) as r(i))
where n <= ${points}`;

const joined = `select count(*) as pairs from demo.aviation.bench_a a join demo.aviation.bench_b b
	on floor(a.latitude * 10) = floor(b.latitude * 10) and floor(a.longitude * 10) = floor(b.longitude * 10)`;

async function build(service: TestService, datasetName: string, payload: string): Promise<void> {
	const dataset = (name: string) => ({ owner: 'demo', namespace: 'aviation', datasetName: name });
	const sources = (datasetName === 'bench_floor' ? ['bench_a', 'bench_b'] : ['airports']).map(dataset);
	const body = { sources, destination: dataset(datasetName), code: { payload } };
	const spec = await service.json<BuildSpec>('POST', '/build-specs', { as: 'demo', body });
	let run = await service.json<BuildRun>('POST', `/build-specs/${spec.id}/build-runs`, { as: 'demo' });
	while (run.state === 'queued' || run.state === 'running') {
		await new Promise((resolve) => setTimeout(resolve, 5));
		run = await service.json<BuildRun>('GET', `/build-runs/${run.id}`, { as: 'demo' });
	}
	if (run.state !== 'succeeded') throw new Error(`${datasetName}: ${run.error?.message ?? run.state}`);
}

function trial(service: TestService): Promise<LinkTrial> {
	const end = (dataset: string) => ({ username: 'demo', namespace: 'aviation', dataset, columnName: 'latitude' });
	const options = { maxDistanceMeters: 1_000 };
	const body = { from: end('bench_a'), to: end('bench_b'), matchType: 'GeoMatch', options };
	return service.json<LinkTrial>('POST', '/links/trial', { as: 'demo', body });
}
