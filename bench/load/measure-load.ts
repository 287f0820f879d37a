import { apiOf } from '../../e2e/support/api.ts';
import { startService } from '../../e2e/support/service.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { serveFloor } from '../floor/serve-floor.ts';
import { median, type Row } from '../table.ts';
import { type Loaded, load, shareSession, watch } from './loaded.ts';

const listed = 25;

/** The list of BuildSpecs, signed in, with an empty browser cache; the floor is a page of the same libraries with one list and nothing else. */
export async function measureLoad({ quick }: { quick: boolean }): Promise<Row[]> {
	const rounds = quick ? 3 : 15;
	const running = await launchBrowser();
	const service = await startService();
	const names = Array.from({ length: listed }, (_, index) => `listed_${String(index).padStart(2, '0')}`);
	const items = names.map((name) => ({ id: name, name, by: 'demo' }));
	const floor = await serveFloor('bench/load/floor', { '/list.json': { items } });
	try {
		const context = await openWindow(running);
		await context.addInitScript(watch, listed);
		const page = await context.newPage();
		await page.goto(service.signInAddress());
		await page.getByRole('heading', { name: 'BuildSpecs', level: 1 }).waitFor();
		const { ask } = await apiOf(page);
		for (const name of names) {
			await ask('POST', '/build-specs', {
				sources: [{ owner: 'demo', namespace: 'aviation', datasetName: 'flights' }],
				destination: { owner: 'demo', namespace: 'aviation', datasetName: name },
				code: { payload: 'select * from aviation.flights' },
			});
		}
		await shareSession(page);
		const bare = await openWindow(running);
		await bare.addInitScript(watch, listed);
		const rows: Row[] = [];
		for (const [rate, most] of [
			[1, 2.6],
			[4, 4],
		] as const) {
			const [ours, theirs]: [Loaded[], Loaded[]] = [[], []];
			for (let round = 0; round < rounds; round += 1) {
				ours.push(await load(context, `${service.url}/build-specs`, rate));
				theirs.push(await load(bare, `${floor.url}/`, rate));
			}
			const [mine, least] = [ours, theirs].map((item) => median(item.map(({ ms }) => ms))) as [number, number];
			rows.push({
				...line(`CPU ÷ ${rate}: ${listed} rows on the screen`),
				measured: `${mine.toFixed(0)} ms, ${(mine / least).toFixed(2)} ×`,
				floor: `${least.toFixed(0)} ms`,
				claim: '≤ 1.5 ×',
				holds: mine <= 1.5 * least,
				limit: { words: `≤ ${most} ×`, holds: mine <= most * least },
			});
			if (rate > 1) continue;
			const [task, bareTask] = [ours, theirs].map((item) => Math.max(...item.map((one) => one.task))) as [
				number,
				number,
			];
			const shift = Math.max(...ours.map((our) => our.shift));
			rows.push(
				{
					...line('longest task'),
					measured: taskWords(task),
					floor: taskWords(bareTask),
					claim: 'none over 50 ms',
					holds: task <= 50,
				},
				{ ...line('layout shift'), measured: shift.toFixed(5), floor: '', claim: '0', holds: shift === 0 },
			);
		}
		return rows;
	} finally {
		await running.close();
		await floor.close();
		await service.dispose();
	}
}

const taskWords = (ms: number): string => (ms === 0 ? 'under 50 ms' : `${ms.toFixed(0)} ms`);

const line = (what: string) => ({ what: `cold load of the list of BuildSpecs, ${what}` });
