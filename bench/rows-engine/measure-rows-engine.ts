import path from 'node:path';
import { readSettings } from '../../server/settings/read-settings.ts';
import { putTable, type TestTable } from '../../server/testing/put-table.ts';
import { createTestService, type TestService } from '../../server/testing/service.ts';
import { median, type Row } from '../table.ts';
import { ask, forgetResults, keptResults, timed } from './ask.ts';
import { type Floor, openFloor, type Work } from './floor.ts';
import { measureMany } from './measure-many.ts';
import { measureRowsBrowser } from './measure-rows-browser.ts';
import { mixed } from './mixed.ts';

const shapes = [
	[1_000_000, 20],
	[5_000_000, 10],
] as const;

/** Row queries until their result is complete, compared with the engine's own time for the same work on the same file. */
export async function measureRowsEngine({ quick }: { quick: boolean }): Promise<Row[]> {
	const rows: Row[] = [];
	const shown = await measureRowsBrowser({ quick });
	for (const [count, columns] of quick ? shapes.slice(0, 1) : shapes) {
		const { settings } = readSettings(['--data-dir', '/nowhere'], {});
		const service = await createTestService({ engine: settings.engine });
		try {
			const before = await putTable(service, 'before', mixed(count, columns, 1));
			const after = await putTable(service, 'after', mixed(count, columns, 2));
			const out = path.join(service.settings.dataDir, 'floor');
			const floor = await openFloor(before.file, after.file, settings.engine.threads, out);
			const shape = `${count.toLocaleString('en')} × ${columns}`;
			rows.push(
				...(await measureShape(service, floor, queriesOf(before, after), shape, quick || count > 1_000_000 ? 2 : 3)),
			);
			await floor.close();
			if (count === 1_000_000) rows.push(...(await measureMany(service, before)));
		} finally {
			await service.close();
		}
	}
	return [...rows, ...shown];
}

interface Query {
	readonly table: TestTable;
	readonly operation: string;
	readonly body: object;
}

/** The service's request for each piece of work; the floor does the same (`floor.ts`). */
function queriesOf(table: TestTable, after: TestTable): Record<Work, Query> {
	const query = (operation: string, body: object): Query => ({ table, operation, body });
	return {
		sort: query('view', { sort: [{ column: 'float_1', descending: false }] }),
		filter: query('view', { filter: [{ column: 'int_0', op: '<', value: '100000' }] }),
		contains: query('view', { filter: [{ column: 'text_2', op: 'contains', value: 'ORD 11' }] }),
		'find all': query('find', { text: 'word 77' }),
		profile: query('profile', {}),
		chart: query('chart', {
			kind: 'groups',
			x: { column: 'state', role: 'category' },
			y: { column: 'float_1', role: 'number' },
			aggregate: 'mean',
			limit: 20,
		}),
		compare: query('compare', { before: table.source, after: after.source, key: ['id'] }),
		'export CSV': query('export', { format: 'csv' }),
		'export Parquet': query('export', { format: 'parquet' }),
	};
}

async function measureShape(
	service: TestService,
	floor: Floor,
	queries: Record<Work, Query>,
	shape: string,
	times: number,
): Promise<Row[]> {
	const rows: Row[] = [];
	for (const work of Object.keys(queries) as Work[]) {
		const { table, operation, body } = queries[work];
		const [ours, own]: [number[], number[]] = [[], []];
		for (let time = -1; time < times; time += 1) {
			await forgetResults(service);
			const mine = await timed(() => ask(service, table, operation, body));
			if ((await keptResults(service)) === 0) throw new Error(`${work}: nothing was worked out.`);
			const least = await timed(() => floor.run(floor.works[work]));
			if (time < 0) continue;
			ours.push(mine);
			own.push(least);
		}
		// Other load on the machine can only slow it down.
		const [best, least] = [Math.min(...ours), Math.min(...own)];
		rows.push({
			what: `${shape}: ${work}`,
			measured: `${best.toFixed(0)} ms (median ${median(ours).toFixed(0)})`,
			floor: `${least.toFixed(0)} ms (median ${median(own).toFixed(0)})`,
			claim: '≤ 1.5 × + 250 ms',
			holds: best <= 1.5 * least + 250,
		});
		console.error(`… ${shape}: ${work} ${best.toFixed(0)} ms, DuckDB ${least.toFixed(0)} ms`);
	}
	await forgetResults(service);
	return rows;
}
