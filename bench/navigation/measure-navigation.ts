import type { Page } from '@playwright/test';
import { pagesOfSample } from '../../e2e/support/pages.ts';
import { startService } from '../../e2e/support/service.ts';
import { launchBrowser, openWindow } from '../browser.ts';
import { median, type Row } from '../table.ts';

/** Limit for the time from the click to useful content, ms. */
const most = 100;
/** How long a pointer rests on a link before a click, ms: https://www.nngroup.com found 200 to 500. */
const restMs = 200;

interface Step {
	readonly from: string;
	/** Accessible name of the link or tab. */
	readonly link: string | RegExp;
	/** A text of the opened page, next to its data. */
	readonly shown: string;
}

const main = (link: string, shown: string): Step => ({ from: '/docs', link, shown });

/** Time from clicking a link in the sample workspace to the frame in which the target page has its data, for every kind of page. */
export async function measureNavigation({ quick }: { quick: boolean }): Promise<Row[]> {
	const running = await launchBrowser();
	const service = await startService();
	try {
		const page = await (await openWindow(running)).newPage();
		await page.goto(service.signInAddress());
		await page.getByRole('heading', { level: 1 }).waitFor();
		await pagesOfSample(page);
		const rows: Row[] = [];
		for (const step of steps) {
			const times: number[] = [];
			for (let round = 0; round < (quick ? 3 : 7); round += 1) times.push(await follow(page, service.url, step));
			const ms = median(times);
			rows.push({
				what: `${step.from} → ${page
					.url()
					.replace(service.url, '')
					.replace(/[0-9a-f-]{36}/, '…')}`,
				measured: `${ms.toFixed(0)} ms (slowest ${Math.max(...times).toFixed(0)} ms)`,
				floor: '',
				claim: `≤ ${most} ms`,
				holds: ms <= most,
			});
		}
		return rows;
	} finally {
		await running.close();
		await service.dispose();
	}
}

const namespace = '/namespaces/demo/aviation';
const dataset = `${namespace}/flights`;
const steps: readonly Step[] = [
	main('Home', 'airport_delays'),
	main('BuildSpecs', 'airport_delays'),
	main('Worksheets', 'Preview'),
	main('Runs', 'airport_delays'),
	main('Namespaces', 'nature'),
	main('Links', 'equal values'),
	main('Ingest', 'Paste'),
	main('Agents', 'Every answer shows'),
	main('Access', 'guest'),
	main('Activity', 'listBuildSpecs'),
	{ from: '/build-specs', link: /airport_delays/, shown: 'avg_delay_min' },
	{ from: '/build-specs', link: 'Lineage', shown: 'airport_delays' },
	{ from: '/runs', link: /airport_delays/, shown: 'airport_delays' },
	{ from: '/namespaces', link: 'aviation', shown: 'flights' },
	{ from: namespace, link: 'flights', shown: 'ATL' },
	...['BuildSpecs', 'Links', 'Shares', 'Ingestions', 'Activity', 'Settings'].map((link) => ({
		from: namespace,
		link: new RegExp(`^${link}`),
		shown: 'aviation',
	})),
	...['Profile', 'Columns', 'BuildSpecs', 'Links', 'Ingestions', 'History', 'Activity', 'About'].map((link) => ({
		from: dataset,
		link: new RegExp(`^${link}`),
		shown: 'flights',
	})),
	{ from: '/ingest', link: /^Ingestions/, shown: 'Ingestions' },
	{ from: '/docs', link: 'Agents and language models', shown: 'model' },
];

async function follow(page: Page, url: string, { from, link, shown }: Step): Promise<number> {
	await page.goto(`${url}${from}`);
	await page.getByRole('heading', { level: 1 }).waitFor();
	await page.waitForTimeout(2_500);
	const tab = page.getByRole('tab', { name: link });
	const place = (await tab.count()) > 0 ? tab.first() : page.getByRole('link', { name: link }).first();
	await place.hover();
	await page.waitForTimeout(restMs);
	await page.evaluate(watch, shown);
	await page.mouse.down();
	await page.mouse.up();
	return await page.evaluate(() => (globalThis as unknown as { opened: Promise<number> }).opened);
}

/** Runs in the page: time from the next click until the address has changed and the target's content is drawn, ms. */
function watch(shown: string): void {
	const before = location.href;
	const opened = new Promise<number>((resolve, reject) => {
		document.addEventListener(
			'click',
			({ timeStamp }) => {
				const look = () => {
					const main = document.querySelector('main');
					const isLoading = main?.querySelector('[aria-busy="true"], [role="status"] [aria-hidden]') != null;
					const isDrawn = location.href !== before && !isLoading && main?.textContent?.includes(shown);
					if (isDrawn) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
					else if (performance.now() - timeStamp > 10_000)
						reject(new Error(`"${shown}" isn't on ${location.pathname} after 10 s.`));
					else requestAnimationFrame(look);
				};
				requestAnimationFrame(look);
			},
			{ capture: true, once: true },
		);
	});
	Object.assign(globalThis, { opened });
}
