import { expect, type Page } from '@playwright/test';
import { openDesk, type Target, walkTheCore } from '../support/core-journeys.ts';
import { runs } from '../support/independent-service/data.ts';
import { type Freedom, services } from '../support/independent-service/freedom.ts';
import {
	accessToken,
	type IndependentService,
	startIndependentService,
} from '../support/independent-service/service.ts';
import { test as base } from '../support/journey.ts';
import { serviceOrigins } from '../support/service.ts';
import { type StaticConsole, startStaticConsole } from '../support/static-console.ts';

interface Fixtures {
	freedom: Freedom;
	independent: IndependentService;
	at: StaticConsole;
	target: Target;
	desk: Page;
}

const test = base.extend<Fixtures>({
	freedom: [services.plain as Freedom, { option: true }],
	independent: async ({ freedom }, use) => {
		const independent = await startIndependentService(freedom);
		for (const origin of independent.origins) serviceOrigins.add(origin);
		await use(independent);
		await independent.close();
		expect(independent.violations).toEqual([]);
	},
	at: async ({ independent, freedom }, use) => {
		const at = await startStaticConsole(independent.origins.join(' '));
		independent.letIn(new URL(at.url).origin);
		const authUrl = freedom.signIn === 'implicit' ? { authUrl: independent.signInPage } : {};
		at.configure({ title: 'Observatory', services: [{ name: 'Sky', baseUrl: independent.api, ...authUrl }] });
		await use(at);
		await at.close();
	},
	target: async ({ at, independent, freedom }, use) => use(targetOf(at, independent, freedom)),
	desk: async ({ page, target }, use) => {
		await openDesk(page, target);
		await use(page);
		await page.goto('about:blank');
	},
});

function targetOf(at: StaticConsole, { api, store }: IndependentService, freedom: Freedom): Target {
	const { names } = freedom;
	const ends = {
		'fails-midway': ['Failed', 'The engine went away.'],
		'cut-off': ['Interrupted', 'The connection was lost before the answer was complete'],
	} as const;
	const [ending = null, failure = ''] = ends[freedom.agents as keyof typeof ends] ?? [];
	return {
		url: at.url,
		api,
		token: accessToken,
		signIn: async (page) => {
			await page.goto(at.url);
			if (freedom.signIn === 'implicit') {
				await page.getByRole('button', { name: 'Continue to sign-in page' }).click();
				await page.getByRole('link', { name: 'Continue as Ada' }).click();
			} else {
				await page.getByLabel('Access token').fill(accessToken);
				await page.getByRole('button', { name: 'Sign in' }).click();
			}
		},
		saysWhatWasDone: !freedom.emptyWrites,
		owner: 'ada',
		buildSpec: {
			name: names.smallPlanets,
			code: 'select name from astronomy.planets',
			stays: names.moonsPerPlanet,
			of: 2,
		},
		runs: { before: runs.ready, after: runs.other, rows: 4, cells: [/^Mercury$/, /^2,?439\.7$/] },
		namespace: {
			name: names.namespace,
			renamed: 'sky',
			dataset: names.moons,
			order: ['planet', 'name', 'discovered', 'radius_km'],
		},
		link: { namespace: names.namespace, from: [names.moons, 'planet'], to: [names.planets, 'name'] },
		ingestion: freedom.ids === 'uuid' ? '7d0c0000-0000-4000-8000-000000000077' : 'ing-77',
		share: { namespace: names.namespace, person: 'grace', role: 'viewer', others: ['alan'] },
		tokenId: 'tok-1',
		allows: `ada/${names.namespace}`,
		agents: {
			namespace: names.namespace,
			question: 'List the moons of Saturn',
			answer: ending === null ? 'Enceladus' : null,
			ending: ending ?? 'Complete',
			failure,
			followUp: { question: 'What about its rings?', answer: /Which of them do you mean\?/ },
		},
		stored: async () => ({
			namespaces: store.tables.map(({ namespace }) => namespace),
			datasets: store.tables.map(({ owner, namespace, datasetName, columns }) => ({
				name: `${owner}/${namespace}/${datasetName}`,
				columns,
			})),
			links: store.links.length,
			sharedWith: store.shares.map(({ username }) => username),
			seen: [...store.seen.keys()],
		}),
	};
}

// The service has no description and requires a token before it says so; it returns 409 while a run is in progress.
test.use({ expectedErrors: /(401|404).*openapi\.json|404|409|429|ERR_INCOMPLETE_CHUNKED_ENCODING/ });

for (const [name, freedom] of Object.entries(services)) {
	test.describe(`with an independent service: ${name}`, () => {
		test.use({ freedom });
		walkTheCore(test);
	});
}

test.describe('when downloads redirect to a store that browsers may not read', () => {
	test.use({
		freedom: { ...services.plain, link: 'redirect', store: 'other-origin' } as Freedom,
		expectedErrors: /404|401|CORS policy|ERR_FAILED/,
	});

	test('explains why an output can’t be shown, and what an admin can change', async ({ desk, target }) => {
		await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Outputs by run ID' }).click();
		await desk.getByLabel('Run id').fill(target.runs.before);
		await desk.getByRole('button', { name: 'Show outputs' }).click();
		await expect(
			desk.getByText('redirects this download to a URL that doesn’t allow calls from this console'),
		).toBeVisible();
		await expect(desk.getByText(/allow cross-origin requests \(CORS\)/)).toBeVisible();
	});
});
