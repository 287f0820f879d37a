import { Agent, request } from 'node:http';
import fc from 'fast-check';
import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { operations } from '#contract/service/operations.ts';
import { offers } from '../../http/base/route.ts';
import { listen } from '../../http/listen.ts';
import type { TestService } from '../service.ts';
import { type FuzzAnswer, judge } from './judge.ts';
import { type FuzzRequest, requestsOf } from './requests.ts';
import type { Pool } from './values.ts';

export interface FuzzOptions {
	readonly requests: number;
	readonly seed: number;
}

export type Tally = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Requests per service: after that many, most targets have been removed or renamed. */
const roundLength = 500;

/**
 * Sends valid and mutated requests to every operation, one after another, over a real connection.
 * @param open a new service; called for every 500 requests
 * @throws Error with the requests that got wrong responses, one per kind, and if there are too few requests for every operation
 */
export async function fuzz(open: () => Promise<TestService>, { requests, seed }: FuzzOptions): Promise<Tally> {
	if (requests < operations.length) {
		throw new Error(`${requests} requests are not enough: there are ${operations.length} operations.`);
	}
	const tally = new Map<string, Map<number, number>>();
	const wrong = new Map<string, string>();
	for (let sent = 0; sent < requests; sent += roundLength) {
		const service = await open();
		try {
			await fuzzRound(
				service,
				{ requests: Math.min(roundLength, requests - sent), seed: seed + sent },
				(request, answer) => {
					const counts = tally.get(request.operation.id) ?? new Map<number, number>();
					tally.set(request.operation.id, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1));
					for (const words of judge(request, answer)) {
						const kind = `${request.operation.id}: ${words}`;
						wrong.set(
							kind,
							`${kind}\n  ${describeRequest(request)}\n  → ${answer.status} ${answer.text.slice(0, 300)}`,
						);
					}
				},
			);
		} finally {
			await service.close();
		}
	}
	if (wrong.size === 0) return tally;
	throw new Error(`Seed ${seed}, answered wrongly:\n${[...wrong.values()].slice(0, 20).join('\n')}`);
}

async function fuzzRound(
	service: TestService,
	{ requests, seed }: FuzzOptions,
	onAnswer: (request: FuzzRequest, answer: FuzzAnswer) => void,
): Promise<void> {
	const listener = await listen('127.0.0.1', 0, service.settings.maxBodyBytes);
	listener.serve(service.app as Parameters<typeof listener.serve>[0]);
	const agent = new Agent({ keepAlive: true });
	try {
		const pool = await poolOf(service);
		const tokens = await tokensOf(service);
		const offered = operations
			.filter((operation) => offers(service.settings, operation))
			.map((operation) => ({
				weight: /^(wipe|rename|delete)/.test(operation.id) ? 1 : 5,
				arbitrary: requestsOf(operation, pool),
			}));
		const any = fc.sample(fc.oneof(...offered), { numRuns: Math.max(0, requests - offered.length), seed });
		// Covers every operation, even with few requests.
		const each = offered.flatMap(({ arbitrary }) => fc.sample(arbitrary, { numRuns: 1, seed }));
		for (const request of [...any, ...each].slice(0, requests)) {
			onAnswer(request, await send(listener.port, agent, request, tokens[request.as]));
		}
	} finally {
		agent.destroy();
		await listener.close();
	}
}

const describeRequest = ({ method, path, as, headers, body }: FuzzRequest): string =>
	`${method} ${path} as ${as} ${JSON.stringify(headers)} ${body?.toString().slice(0, 2_000) ?? 'without a body'}`;

async function tokensOf(service: TestService): Promise<Record<FuzzRequest['as'], string | null>> {
	const flights = { username: 'demo', namespace: 'aviation', dataset: 'flights', access: 'read' } as const;
	return {
		demo: await service.tokenFor('demo'),
		guest: await service.tokenFor('guest'),
		narrow: await service.tokenFor('demo', [flights]),
		garbage: 'e30.e30.e30',
		nobody: null,
	};
}

/** Names and ids in the sample, including some that requests remove in the meantime. */
async function poolOf(service: TestService): Promise<Pool> {
	const as = { as: 'demo' };
	const { items: specs } = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', as);
	const run = await service.json<BuildRun>('POST', `/build-specs/${specs[0]?.id}/preview-runs`, as);
	await service.platform.running.ended(run.id);
	const users = ['demo', 'demo', 'demo', 'demo', 'demo', 'guest', 'nobody'];
	const datasets = ['flights', 'airports', 'routes', 'bird_strikes', 'earthquakes', 'us_states', 'fuzzed'];
	const columns = ['origin', 'iata', 'place', 'state', 'Origin State', 'latitude', 'latitude,longitude', 'absent'];
	return {
		username: users,
		owner: users,
		namespace: ['aviation', 'aviation', 'aviation', 'nature', 'geography', 'demo/nature', 'fuzzed', 'absent'],
		datasetName: datasets,
		dataset: datasets,
		columnName: columns,
		column: columns,
		order: columns,
		buildSpecId: specs.map((spec) => spec.id),
		buildRunId: [run.id],
		version: ['1', '2', '9999999999'],
		output: ['result', 'country_change', 'absent'],
		agentName: ['nl2ql', 'assistant', 'absent'],
		matchType: ['ExactMatch', 'GeoMatch', 'SoundMatch'],
		role: ['viewer', 'editor', 'owner'],
		// Invented cursors are invalid, so they come only from mutations.
		cursor: [],
		limit: ['1', '10', '10000', '-1', 'x'],
		offset: ['0', '5', '99999999999999999999'],
		sort: ['origin', '-place', '"Origin State"', 'absent'],
		filter: ['[]', '[{"column":"place","op":"contains","value":"a"}]', '[{"column":"latitude","op":"<","value":"x"}]'],
		sha256: ['0'.repeat(64)],
		jsonrpc: ['2.0'],
		method: ['SendMessage', 'SendStreamingMessage', 'GetTask', 'CancelTask', 'SubscribeToTask', 'absent'],
		payload: [
			'SELECT 1 AS one',
			'SELECT * FROM aviation.flights LIMIT 3',
			'SELECT',
			"SELECT * FROM read_csv('/etc/passwd')",
			"ATTACH 'x'; SELECT 1",
			'kind: GitPipeline\nrepository: ../x',
			'\u0000',
		],
		question: ['How many flights are there?', 'Who?', '?'],
	};
}

/** How long to listen to a stream, ms. */
const patienceMs = 60_000;

const send = (port: number, agent: Agent, fuzzRequest: FuzzRequest, token: string | null): Promise<FuzzAnswer> =>
	new Promise((resolve, reject) => {
		const { method, path, body } = fuzzRequest;
		const headers = {
			...fuzzRequest.headers,
			...(token === null ? {} : { authorization: `Bearer ${token}` }),
			...(body === null ? {} : { 'content-length': String(body.length) }),
		};
		const call = request({ host: '127.0.0.1', port, path: `/api/v1${path}`, method, headers, agent });
		call.setTimeout(patienceMs, () =>
			call.destroy(new Error(`No response within ${patienceMs} ms: ${describeRequest(fuzzRequest)}`)),
		);
		call.on('error', (error) => reject(new Error(`${error.message}: ${describeRequest(fuzzRequest)}`)));
		call.on('response', (answer) => {
			const parts: Buffer[] = [];
			answer.on('data', (part: Buffer) => parts.push(part));
			answer.on('error', reject);
			answer.on('end', () =>
				resolve({
					status: answer.statusCode ?? 0,
					type: answer.headers['content-type'] ?? '',
					requestId: String(answer.headers['x-request-id'] ?? ''),
					text: Buffer.concat(parts).toString(),
				}),
			);
		});
		call.end(body ?? undefined);
	});
