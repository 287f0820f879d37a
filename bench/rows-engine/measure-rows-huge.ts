import { readSettings } from '../../server/settings/read-settings.ts';
import { putTable } from '../../server/testing/put-table.ts';
import { createTestService } from '../../server/testing/service.ts';
import { watchMemory } from '../large/memory.ts';
import type { Row } from '../table.ts';
import { ask, timed } from './ask.ts';

const count = 100_000_000;
/** The runner's memory limit here, a quarter of the default on a 16 GiB machine. */
const memoryBytes = 2 ** 30;

/** Integers, decimals, doubles, texts with few distinct values, times and flags; some of them null. */
const readings = `SELECT range AS id, 'station ' || (hash(range) % 400) AS station,
	CASE WHEN hash(range + 2) % 50 > 0 THEN round(20 + 10 * sin(range / 13750.0) + (hash(range + 1) % 1000) / 500.0, 2) END AS celsius,
	((hash(range + 3) % 1000000) / 100)::DECIMAL(12,2) AS price, TIMESTAMP '2020-01-01' + to_seconds(range) AS taken,
	hash(range + 4) % 3 = 0 AS wet
FROM range(${count})`;

/** 100,000,000 rows of six types: profiled and charted by a 1 GiB runner. */
export async function measureRowsHuge(): Promise<Row[]> {
	const flags = ['--data-dir', '/nowhere', '--run-memory-bytes', String(memoryBytes)];
	const { settings } = readSettings(flags, {});
	const service = await createTestService({ engine: settings.engine });
	try {
		const table = await putTable(service, 'readings', readings);
		const works = {
			profile: ['profile', {}],
			'profile of the rows that match a filter': ['profile', { filter: [{ column: 'wet', op: '=', value: 'true' }] }],
			'chart of a mean by category': [
				'chart',
				{
					kind: 'groups',
					x: { column: 'station', role: 'category' },
					y: { column: 'celsius', role: 'number' },
					aggregate: 'mean',
					limit: 20,
				},
			],
			'chart of a mean by month': [
				'chart',
				{
					kind: 'groups',
					x: { column: 'taken', role: 'time' },
					y: { column: 'celsius', role: 'number' },
					aggregate: 'mean',
					step: 'month',
					limit: 100,
				},
			],
			'chart of a density': [
				'chart',
				{
					kind: 'density',
					x: { column: 'price', role: 'number' },
					y: { column: 'celsius', role: 'number' },
					limit: 5_000,
				},
			],
		} as const;
		const rows: Row[] = [];
		for (const [what, [operation, body]] of Object.entries(works)) {
			const act = () => timed(() => ask(service, table, operation, body));
			const { value, peaks } = await watchMemory(service.settings, act);
			const measured = `${(value / 1_000).toFixed(1)} s, ${Math.round(peaks.runner / 2 ** 20)} MiB`;
			console.error(`… 100,000,000 × 6: ${what} ${measured}`);
			rows.push({
				what: `100,000,000 × 6: ${what}, with the peak memory of its runner`,
				measured,
				floor: '',
				claim: `≤ ${memoryBytes / 2 ** 20} MiB`,
				// 0 would mean that no runner was observed.
				holds: peaks.runner > 0 && peaks.runner <= memoryBytes,
			});
		}
		return rows;
	} finally {
		await service.close();
	}
}
