import type { TestTable } from '../../server/testing/put-table.ts';
import type { TestService } from '../../server/testing/service.ts';
import { median, type Row } from '../table.ts';
import { timed } from './ask.ts';

/** Twenty concurrent sorts: none fails, and each one that is canceled, running or waiting, is gone within a second. */
export async function measureMany(service: TestService, table: TestTable): Promise<Row[]> {
	const token = await service.tokenFor('demo');
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	const start = (column: string, index: number) => {
		const abort = new AbortController();
		const filter = [{ column: 'id', op: '>=', value: String(-index) }];
		const body = JSON.stringify({ source: table.source, sort: [{ column, descending: index % 2 === 0 }], filter });
		const { signal } = abort;
		const address = `${service.settings.publicUrl}/api/v1/rows/view`;
		const answer = Promise.resolve(service.app.fetch(new Request(address, { method: 'POST', headers, body, signal })));
		return { abort, status: answer.then(({ status }) => status) };
	};
	const twenty = (column: string) => Array.from({ length: 20 }, (_, index) => start(column, index));
	const began = performance.now();
	const ends: number[] = [];
	const answers = twenty('id').map(async ({ status }) => {
		const answer = await status;
		ends.push(performance.now() - began);
		return answer;
	});
	const failed = (await Promise.all(answers)).filter((status) => status !== 200).length;
	const gone: number[] = [];
	for (const { abort, status } of twenty('text_2')) {
		await new Promise((resolve) => setTimeout(resolve, 50));
		gone.push(
			await timed(async () => {
				abort.abort();
				await status.catch(() => undefined);
			}),
		);
	}
	return [
		{
			what: 'twenty concurrent sorts: time for all, and number of failures',
			measured: `${Math.max(...ends).toFixed(0)} ms, ${failed} failed`,
			floor: `first ${Math.min(...ends).toFixed(0)} ms`,
			claim: 'none failed',
			holds: failed === 0,
		},
		{
			what: 'twenty concurrent sorts, canceled one after another: longest time until one ends',
			measured: `${Math.max(...gone).toFixed(0)} ms (median ${median(gone).toFixed(0)})`,
			floor: '',
			claim: '≤ 1,000 ms',
			holds: Math.max(...gone) <= 1_000,
		},
	];
}
