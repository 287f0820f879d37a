import type { Page } from '@playwright/test';
import type { BuildRun } from '../../contract/build-run.ts';
import type { BuildSpec } from '../../contract/build-spec.ts';
import type { Stored, Target } from './core-journeys.ts';
import type { Service } from './service.ts';
import { tokenOf } from './token.ts';

interface Items<T> {
	readonly items: readonly T[];
}

type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const owner = 'demo';
const shared = 'aviation';

/**
 * Our own service as a target: filled with all extensions, then restarted with the core only.
 * @param service a new one, with the sample workspace
 */
export async function restrictToCore(service: Service): Promise<Target> {
	const token = await tokenOf(await service.printSignIn());
	const ask = askerOf(`${service.url}/api/v1`, token);
	const { items } = await ask<Items<BuildSpec>>('GET', '/build-specs');
	const runs = await previewTwice(ask, items);
	const { id: tokenId } = await ask<{ id: string }>('POST', '/user/tokens', {
		name: 'Reader',
		permissions: [{ username: owner, namespace: shared, dataset: '*', access: 'read' }],
		expiresInSeconds: 3_600,
	});
	const { id: ingestion } = await ask<{ id: string }>('POST', '/ingestions', {
		target: { owner, namespace: 'nature', datasetName: 'notes' },
		mode: 'create',
		mapping: [{ from: 'note', column: 'note' }],
	});
	const { columns } = await ask<{ columns: readonly { name: string }[] }>(
		'GET',
		`/schema/${owner}/geography/us_states`,
	);
	await service.kill();
	await service.start(['--core-only']);
	return {
		url: `${service.url}/`,
		api: `${service.url}/api/v1`,
		token,
		signIn: async (page: Page) => void (await page.goto(await service.printSignIn())),
		saysWhatWasDone: true,
		owner,
		buildSpec: {
			name: 'country_change',
			code: 'select country from geography.countries',
			stays: 'airport_delays',
			of: items.length,
		},
		runs: { ...runs, rows: 220, cells: [/^DFW$/, /^1,103$/] },
		namespace: {
			name: 'geography',
			renamed: 'earth',
			dataset: 'us_states',
			order: columns.map(({ name }) => name).reverse(),
		},
		link: { namespace: shared, from: ['flights', 'origin'], to: ['airports', 'iata'] },
		ingestion,
		share: { namespace: shared, person: 'guest', role: 'viewer', others: [] },
		tokenId,
		allows: `${owner}/${shared}`,
		agents: {
			namespace: shared,
			question: 'What is the average delay by origin airport?',
			answer: 'ABE',
			ending: 'Complete',
			failure: '',
			followUp: { question: 'What about its rings?', answer: /I (?:can’t|don’t) .*"rings"/ },
		},
		stored: async () => {
			await service.kill();
			await service.start([]);
			const stored = await readStored(ask);
			await service.kill();
			await service.start(['--core-only']);
			return stored;
		},
	};
}

function askerOf(api: string, token: string): Ask {
	return async (method, path, body) => {
		const answer = await fetch(`${api}${path}`, {
			method,
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
		return JSON.parse(text);
	};
}

/** Previews a BuildSpec as saved, and with other code. */
async function previewTwice(ask: Ask, specs: readonly BuildSpec[]): Promise<{ before: string; after: string }> {
	const spec = specs.find(({ destination }) => destination.datasetName === 'airport_delays');
	const preview = async (edit?: object): Promise<string> => {
		let run = await ask<BuildRun>('POST', `/build-specs/${spec?.id}/preview-runs`, edit);
		while (['queued', 'running'].includes(run.state)) run = await ask('GET', `/build-runs/${run.id}`);
		return run.id;
	};
	const before = await preview();
	const payload = 'select iata from aviation.airports order by iata limit 7';
	const after = await preview({ sources: spec?.sources, destination: spec?.destination, code: { payload } });
	return { before, after };
}

/** Reads what only extensions reveal. */
async function readStored(ask: Ask): Promise<Stored> {
	const { items: namespaces } = await ask<Items<{ username: string; namespace: string }>>('GET', '/namespaces');
	const datasets: Stored['datasets'][number][] = [];
	for (const { username, namespace } of namespaces) {
		const { items } = await ask<Items<{ datasetName: string }>>('GET', `/data/${username}/${namespace}`);
		for (const { datasetName } of items) {
			const path = `${username}/${namespace}/${datasetName}`;
			const { columns } = await ask<{ columns: readonly { name: string }[] }>('GET', `/schema/${path}`);
			datasets.push({ name: path, columns: columns.map(({ name }) => name) });
		}
	}
	const links = await ask<Items<unknown>>('GET', '/links');
	const shares = await ask<Items<{ username: string }>>('GET', `/permissions/namespaces/${owner}/${shared}/shares`);
	const ingestions = await ask<Items<{ id: string; seenAt: string | null }>>('GET', '/ingestionTracking');
	return {
		namespaces: namespaces.map(({ namespace }) => namespace),
		datasets,
		links: links.items.length,
		sharedWith: shares.items.map(({ username }) => username),
		seen: ingestions.items.filter(({ seenAt }) => seenAt !== null).map(({ id }) => id),
	};
}
