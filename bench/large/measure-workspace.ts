import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fillCatalog } from '../../e2e/support/large-catalog.ts';
import type { Service } from '../../e2e/support/service.ts';
import { findUser } from '../../server/platform/access/users.ts';
import { openService } from '../../server/service.ts';
import { readSettings } from '../../server/settings/read-settings.ts';
import { runs as runTable } from '../../server/store/catalog/schema/runs.ts';
import { watchTasks } from '../agents/main-thread.ts';
import { type } from '../agents/typing.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { serviceWith, written } from '../build-specs/catalog.ts';
import { median, type Row } from '../table.ts';

const count = { buildSpecs: 10_000, datasets: 5_000, runs: 1_000, conversations: 500, drafts: 200 };
/** First rows after a click, ms, and a key. */
const most = { first: 300, key: 50 };

interface List {
	readonly what: string;
	/** Names of the link in the navigation and, if needed, of the one on the page that it leads to. */
	readonly links: readonly string[];
	/** Selector of an element that is drawn with the first row. */
	readonly first: string;
	/** Name of the list's filter field, and the text to type there; absent if the list has no filter. */
	readonly filter?: { readonly field: RegExp; readonly text: string };
}

const lists: readonly List[] = [
	{
		what: '10,000 BuildSpecs',
		links: ['BuildSpecs'],
		first: 'tr[data-index="0"]',
		filter: { field: /Filter/, text: 'part_00012' },
	},
	{
		what: '5,000 datasets',
		links: ['Namespaces', 'many'],
		first: 'tr[data-index="0"] a[href*="dataset_0001"]',
		filter: { field: /Filter/, text: 'dataset_4' },
	},
	{ what: '1,000 runs', links: ['Runs'], first: 'main [data-row] a[href*="/runs/"]' },
	{
		what: '500 conversations',
		links: ['Agents'],
		first: 'nav[aria-label="Conversations"] li',
		filter: { field: /Search conversations/, text: 'week 42' },
	},
	{ what: '200 drafts', links: ['Home'], first: 'section[aria-label="Drafts"] a' },
];

/** First rows and keys in the lists of a workspace that a team has used for years. */
export async function measureWorkspace({ quick }: { quick: boolean }): Promise<Row[]> {
	const service = await serviceWith(written(count.buildSpecs));
	const running = await launchBrowser();
	try {
		await fillCatalog(service, { datasets: count.datasets, rows: 1_000 });
		await addRuns(service);
		const page = await (await openWindow(running)).newPage();
		await page.goto(service.signInAddress());
		await page.getByRole('heading', { level: 1 }).waitFor();
		await page.getByRole('link', { name: 'Agents', exact: true }).click();
		await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
		await page.waitForTimeout(2_500);
		await page.evaluate(keepWork, { ...count, now: Date.now(), service: `${service.url}/api/v1` });
		const rows: Row[] = [];
		for (const list of lists) rows.push(...(await measure(page, service.url, list, quick ? 3 : 7)));
		return rows;
	} finally {
		await running.close();
		await service.dispose();
	}
}

async function measure(page: Page, url: string, { what, links, first, filter }: List, times: number): Promise<Row[]> {
	const opened: number[] = [];
	let task = 0;
	for (let time = 0; time < times; time += 1) {
		await page.goto(`${url}/docs`);
		await page.getByRole('heading', { level: 1 }).waitFor();
		for (const link of links.slice(0, -1)) await page.getByRole('link', { name: link, exact: true }).click();
		await page.waitForTimeout(2_500);
		const longest = await watchTasks(page);
		await page.evaluate(watchClick, first);
		await page
			.getByRole('link', { name: links.at(-1) ?? '', exact: true })
			.first()
			.click();
		opened.push(await page.evaluate(() => (globalThis as unknown as { opened: Promise<number> }).opened));
		task = Math.max(task, await longest());
	}
	const words = task === 0 ? '' : `; longest task ${task.toFixed(0)} ms`;
	const ms = median(opened);
	const rows = [row(`${what}: first rows after a click`, `${ms.toFixed(0)} ms${words}`, most.first, ms)];
	if (filter === undefined) return rows;
	await page.waitForTimeout(2_500);
	const { keys, longestTask } = await type(page, page.getByRole('textbox', { name: filter.field }), filter.text);
	const slowest = Math.max(...keys);
	const long = longestTask === 0 ? '' : `; longest task ${longestTask.toFixed(0)} ms`;
	const measured = `${slowest.toFixed(0)} ms (median ${median(keys).toFixed(0)} ms)${long}`;
	return [
		...rows,
		row(`${what}: slowest of ${keys.length} keys that filter`, measured, most.key, Math.max(slowest, longestTask)),
	];
}

const row = (what: string, measured: string, claimed: number, worst: number): Row => ({
	what,
	measured,
	floor: '',
	claim: `≤ ${claimed} ms`,
	holds: worst <= claimed,
});

/** Runs in the page: time from the next click to the frame after the one in which an element appears, ms. */
function watchClick(selector: string): void {
	const opened = new Promise<number>((resolve, reject) => {
		document.addEventListener(
			'click',
			({ timeStamp }) => {
				const look = () => {
					const ms = performance.now() - timeStamp;
					if (ms > 10_000) reject(new Error(`${selector} isn't on ${location.pathname} after 10 s.`));
					else if (document.querySelector(selector) === null) requestAnimationFrame(look);
					else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
				};
				requestAnimationFrame(look);
			},
			{ capture: true, once: true },
		);
	});
	Object.assign(globalThis, { opened });
}

/** Adds successful previews, bypassing the API. */
async function addRuns(service: Service): Promise<void> {
	await service.kill();
	const { settings } = readSettings(['--data-dir', service.dataDir, '--run-waiting', '0'], {});
	const { platform, close } = await openService({ settings, sweeps: false });
	const owner = await findUser(platform.catalog.db, 'demo');
	const now = platform.now().getTime();
	const values = written(count.runs).map((definition, index) => ({
		id: randomUUID(),
		userId: owner?.id ?? '',
		kind: 'preview' as const,
		pipeline: 'code-blob' as const,
		state: 'succeeded' as const,
		draft: true,
		definition: { sources: definition.sources, destination: definition.destination, code: definition.code },
		rows: 1_000,
		bytes: 10_000,
		createdAt: new Date(now - index * 60_000),
		startedAt: new Date(now - index * 60_000),
		finishedAt: new Date(now - index * 60_000 + 900),
	}));
	await platform.catalog.write(async (tx) => void (await tx.insert(runTable).values(values)));
	await close();
	await service.start();
}

interface Kept {
	readonly conversations: number;
	readonly drafts: number;
	readonly now: number;
	readonly service: string;
}

/** Runs in the page: stores conversations and drafts as the console would have. */
async function keepWork({ conversations, drafts, now, service }: Kept): Promise<void> {
	for (let index = 0; index < drafts; index += 1) {
		const text = {
			sources: ['demo/many/dataset_0001'],
			destination: `demo/many/draft_${index}`,
			payload: `SELECT ${index}\n`.repeat(40),
		};
		const key = ['draft', '1', encodeURIComponent(service), 'demo', crypto.randomUUID()];
		const draft = { text, baseVersion: null, baseEtag: null, at: now - index * 60_000 };
		localStorage.setItem(`dataset-console/${key.join('/')}`, JSON.stringify(draft));
	}
	const found = (await indexedDB.databases()).find(({ name }) => name?.endsWith('conversations'));
	const db = await new Promise<IDBDatabase>((resolve, reject) => {
		const opening = indexedDB.open(found?.name ?? '');
		opening.onsuccess = () => resolve(opening.result);
		opening.onerror = () => reject(opening.error);
	});
	const work = db.transaction(['conversations', 'turns'], 'readwrite');
	for (let index = 0; index < conversations; index += 1) {
		const id = `kept-${index}`;
		const times = { createdAt: now - index * 60_000, updatedAt: now - index * 60_000 };
		work
			.objectStore('conversations')
			.put({ id, title: `Delays of week ${index}`, ...times, questions: 3, service, user: 'demo' });
		for (let turn = 0; turn < 3; turn += 1) {
			const asked = {
				...{
					id: `${id}-${turn}`,
					conversation: id,
					question: `How late were flights to airport ${turn} in week ${index}?`,
				},
				...{ agent: 'query', url: `${service}/a2a/query`, namespace: 'many', model: null, provider: null, context: [] },
				...{ after: turn === 0 ? null : `${id}-${turn - 1}`, beside: null, at: times.createdAt + turn },
			};
			const ending = { kind: 'said', state: 'TASK_STATE_COMPLETED' };
			work
				.objectStore('turns')
				.put({ id: asked.id, conversation: id, asked, ending, endedAt: asked.at, framesDropped: 0 });
		}
	}
	await new Promise((resolve, reject) => {
		work.oncomplete = resolve;
		work.onerror = () => reject(work.error);
	});
	db.close();
}
