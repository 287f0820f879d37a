import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { updateBuildSpec } from '#contract/build-spec.ts';
import { createTestService, type TestService } from '#server/testing/service.ts';
import { connect } from '../../../api/http.ts';
import { saveBuildSpec } from '../mutations.ts';

/** Number of generated histories. Set `HISTORIES` for more. */
const runs = Number(process.env.HISTORIES ?? 200) / 2;

const edit = (payload: string) => ({
	sources: [{ owner: 'demo', namespace: 'aviation', datasetName: 'flights' }],
	destination: { owner: 'demo', namespace: 'aviation', datasetName: 'histories' },
	code: { payload },
});

/** What a user does when someone else saved first: look and give up, or knowingly overwrite. */
const saves = fc.array(
	fc.record({
		overtaken: fc.constantFrom('give up', 'save over'),
		lost: fc.constantFrom('no', 'no', 'no', 'request', 'answer'),
	}),
	{ minLength: 1, maxLength: 2 },
);
const clients = fc.array(saves, { minLength: 2, maxLength: 3 });
type Save = { readonly overtaken: string; readonly lost: string };

let guarded: TestService;
let core: TestService;
beforeAll(async () => {
	[guarded, core] = await Promise.all([createTestService(), createTestService({ coreOnly: true })]);
});
afterAll(async () => {
	vi.unstubAllGlobals();
	await guarded.close();
	await core.close();
});

test.each([
	['that guards saves', () => guarded],
	['that has no guard', () => core],
])(
	'two or three people’s saves never overwrite unseen changes, in any order, at a service %s',
	{ timeout: 300_000 },
	async (_, at) => {
		const service = at();
		const token = await service.tokenFor('demo');
		const [first] = (await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' })).items;
		if (first === undefined) throw new Error('The sample has no BuildSpec.');
		const { id } = first;
		connect({
			baseUrl: () => 'http://service.test/api/v1',
			token: () => token,
			onUnauthorized: () => {},
			onExchange: () => {},
		});
		let name = 0;
		/** Totals over all histories, to prove that each case occurred. */
		const seen = { saved: 0, overtaken: 0, raced: 0 };

		await fc.assert(
			fc.asyncProperty(clients, fc.scheduler(), async (plans, scheduler) => {
				/** Versions as written by the service, with the version each was based on. */
				const written: { version: number; payload: string }[] = [];
				const saves: { payload: string; base: number; version: number; raced: boolean }[] = [];
				vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
					const request = new Request(
						String(input instanceof Request ? input.url : input).replace(
							'http://service.test',
							service.settings.publicUrl,
						),
						init,
					);
					const isWrite = request.method === updateBuildSpec.method;
					const payload = isWrite ? ((await request.clone().json()) as { code: { payload: string } }).code.payload : '';
					await scheduler.schedule(Promise.resolve(), `${request.method} ${payload} goes`);
					const fate = plansByPayload.get(payload)?.lost ?? 'no';
					if (isWrite && fate === 'request') throw new TypeError('fetch failed');
					const answer = await service.app.fetch(request);
					if (isWrite && answer.ok)
						written.push({ version: ((await answer.clone().json()) as BuildSpec).version, payload });
					await scheduler.schedule(Promise.resolve(), `${request.method} ${payload} comes back`);
					if (isWrite && fate === 'answer') throw new TypeError('fetch failed');
					return answer;
				});
				const plansByPayload = new Map<string, Save>();

				const open = async (): Promise<{ version: number; etag: string | null }> => {
					const answer = await service.request('GET', `/build-specs/${id}`, { as: 'demo' });
					return { version: ((await answer.json()) as BuildSpec).version, etag: answer.headers.get('etag') };
				};
				const person = async (plan: readonly Save[]) => {
					let base = await open();
					for (const step of plan) {
						name += 1;
						const payload = `select ${name}`;
						plansByPayload.set(payload, step);
						const save = () => saveBuildSpec({ buildSpecId: id, edit: edit(payload), base });
						const outcome = await save().catch(() => null);
						if (outcome !== null) seen[outcome.kind] += 1;
						// The outcome is unknown, so the user looks and continues from there.
						if (outcome === null) {
							base = await open();
							continue;
						}
						if (outcome.kind === 'saved') {
							saves.push({ payload, base: base.version, version: outcome.saved.value.version, raced: outcome.raced });
						}
						base = { version: outcome.saved.value.version, etag: outcome.saved.etag };
						if (outcome.kind === 'overtaken' && step.overtaken === 'save over') {
							plansByPayload.set(payload, { ...step, lost: 'no' });
							const again = await save().catch(() => null);
							if (again?.kind === 'saved') {
								saves.push({ payload, base: base.version, version: again.saved.value.version, raced: again.raced });
							}
							base = again === null ? await open() : { version: again.saved.value.version, etag: again.saved.etag };
						}
					}
				};
				await scheduler.waitFor(Promise.all(plans.map(person)));

				seen.raced += saves.filter((candidate) => candidate.raced).length;
				for (const save of saves) {
					// A save reported as done is what the service wrote under that version.
					expect(written).toContainEqual({ version: save.version, payload: save.payload });
					// It's based on what the user had seen, or the user was warned.
					if (!save.raced) expect(save.version).toBe(save.base + 1);
				}
				if (service === guarded) expect(saves.filter((candidate) => candidate.raced)).toEqual([]);
			}),
			{ numRuns: runs },
		);
		expect(seen.saved).toBeGreaterThan(0);
		expect(seen.overtaken).toBeGreaterThan(0);
		// Only guards prevent two simultaneous saves.
		if (service === core) expect(seen.raced).toBeGreaterThan(0);
	},
);
