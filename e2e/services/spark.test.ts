import type { Page } from '@playwright/test';
import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { type S3Server, startS3Server } from '#server/testing/s3-server.ts';
import { type SparkServer, startSpark } from '#server/testing/spark.ts';
import { apiOf } from '../support/api.ts';
import { Editor } from '../support/editor.ts';
import { expect, signIn, test } from '../support/journey.ts';

// `npm run test:spark-journey` starts a Spark. Outputs that don't exist yet, and those of a canceled run, return 409.
test.skip(!process.env.TEST_SPARK_HOME, 'Spark isn’t installed here.');
test.use({ expectedErrors: /409 \(Conflict\)|404 \(Not Found\)/ });

let s3: S3Server;
let spark: SparkServer;
test.beforeAll(async () => {
	test.setTimeout(180_000);
	s3 = await startS3Server();
	spark = await startSpark({ master: 'local-cluster[2,1,2048]', s3: s3.settings });
});
test.afterAll(async () => {
	await spark.stop();
	await s3.stop();
});

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const shot = async (page: Page, name: string) => {
	const folder = process.env.SPARK_PICTURES;
	if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

test('completes, previews, cancels, checks and builds the sample on Spark with two executors', async ({
	page,
	ownService,
}) => {
	test.setTimeout(600_000);
	const { bucket, endpoint } = s3.settings;
	const store = ['--s3-bucket', bucket, '--s3-endpoint', endpoint ?? '', '--run-deadline-ms', '300000'];
	const service = await ownService(['--sample', 'true', '--engine', 'spark', '--spark-url', spark.url, ...store]);
	await signIn(page, service);
	const { ask } = await apiOf(page);
	const { items } = await ask<{ items: BuildSpec[] }>('GET', '/build-specs');
	const idOf = (name: string) => items.find(({ destination }) => destination.datasetName === name)?.id;
	const open = (name: string, query = '') => page.goto(new URL(`/build-specs/${idOf(name)}${query}`, service.url).href);
	const started = { timeout: 120_000 };

	// The editor completes Spark's functions and keywords, shows the resulting columns, and marks errors in place.
	await open('airport_delays');
	const editor = new Editor(page);
	const results = page.getByRole('region', { name: 'Result columns' });
	await expect(results).toContainText('avg_delay_min DOUBLE', started);
	await editor.replace('');
	await page.keyboard.type('select count_i');
	await expect(page.locator('.suggest-widget.visible').getByRole('option').first()).toContainText('count_if');
	await shot(page, '1-completion');
	await editor.replace(
		'SELECT a.iata,\n  count_if(f.dely > 15) AS late\nFROM aviation.flights f\nJOIN aviation.airports a ON f.origin = a.iata\nGROUP BY ALL',
	);
	await expect(page.getByRole('button', { name: /line 2, column 12/ })).toContainText('dely', started);
	await shot(page, '2-error');
	await editor.replace(
		'SELECT a.iata,\n  count_if(f.delay > 15) AS late\nFROM aviation.flights f\nJOIN aviation.airports a ON f.origin = a.iata\nGROUP BY ALL\nORDER BY late DESC',
	);
	await expect(results).toContainText('late BIGINT', started);
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(preview(page)).toContainText('Succeeded', started);
	await shot(page, '3-preview');

	// A running statement, which Spark itself can’t interrupt, is canceled within a second, and doesn’t hold up what follows.
	await editor.replace(
		'SELECT sum(sqrt(a.id * b.id)) AS s FROM range(2000000) a JOIN range(2000000) b ON a.id % 1000 < b.id % 1000',
	);
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(preview(page)).toContainText(/Spark has finished|%/, started);
	await shot(page, '4-running');
	await page.getByRole('button', { name: 'Cancel' }).click();
	await expect(preview(page)).toContainText('Canceled', { timeout: 3_000 });
	await shot(page, '5-canceled');

	// A build with a check of each kind.
	await ask('PUT', `/build-specs/${idOf('airport_delays')}/checks`, {
		checks: [
			{ name: 'One row per airport', kind: 'unique', severity: 'error', columns: ['iata'] },
			{
				...{ name: 'Few flights', kind: 'sql', severity: 'warn' },
				sql: 'SELECT iata, flights FROM demo.aviation.airport_delays WHERE try_divide(flights, 5) < 1',
			},
		],
	});
	const build = async (name: string): Promise<BuildRun> => {
		const { id } = await ask<BuildRun>('POST', `/build-specs/${idOf(name)}/build-runs`);
		const run = () => ask<BuildRun>('GET', `/build-runs/${id}`);
		await expect.poll(async () => (await run()).state, { timeout: 120_000 }).toMatch(/succeeded|failed/);
		return run();
	};
	const built = await build('airport_delays');
	expect(built).toMatchObject({ state: 'succeeded' });
	await page.goto(new URL(`/runs/${built.id}`, service.url).href);
	await expect(page.getByRole('tab', { name: 'Checks (1 failed)' })).toBeVisible();
	await page.getByRole('tab', { name: 'Checks (1 failed)' }).click();
	await expect(page.getByText('Few flights').first()).toBeVisible();
	await shot(page, '6-build-checks');

	// Steps, and outputs of all three kinds.
	await open('flights_per_month');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(preview(page)).toContainText('Succeeded', { timeout: 180_000 });
	await expect(page.getByRole('combobox', { name: 'Output' }).getByRole('option')).toHaveCount(8);
	await shot(page, '7-pipeline');

	for (const { destination } of items) {
		expect(await build(destination.datasetName)).toMatchObject({ state: 'succeeded' });
	}
	await page.goto(new URL('/runs', service.url).href);
	await expect(page.getByRole('link', { name: 'Succeeded · 1 check failed' }).first()).toBeVisible();
	await shot(page, '8-runs');
});
