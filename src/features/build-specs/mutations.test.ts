import { beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../api/http.ts';
import { type Answer, type Received, startService } from '../../testing/node/service.ts';
import { createOnce, deleteOnce, saveBuildSpec } from './mutations.ts';

const id = '00000000-0000-4000-8000-000000000001';
const edit = {
	sources: [{ owner: 'demo', namespace: 'aviation', datasetName: 'flights' }],
	destination: { owner: 'demo', namespace: 'aviation', datasetName: 'delays' },
	code: { payload: 'select 2' },
};
const spec = (version: number, payload = 'select 1') => ({
	id,
	owner: 'demo',
	version,
	...edit,
	code: { payload },
	createdAt: 'yesterday',
	updatedAt: 'today',
});

/** A foreign service with one BuildSpec and no save guards. `lose` says which responses are lost. */
let stored: ReturnType<typeof spec>;
const unguarded =
	(lose: (request: Received) => boolean = () => false, beforeWrite = () => {}) =>
	(request: Received): Answer => {
		const answer = act(request, beforeWrite);
		return lose(request) ? { status: 504, body: '<html>Gateway Timeout</html>' } : answer;
	};

function act({ method, body }: Received, beforeWrite: () => void): Answer {
	if (method === 'PUT') {
		beforeWrite();
		stored = { ...stored, ...(JSON.parse(body) as typeof edit), version: stored.version + 1 };
	}
	return { status: 200, body: stored };
}

const isWrite = ({ method }: Received): boolean => method !== 'GET';

async function at(answer: (request: Received) => Answer) {
	const service = await startService(answer);
	connect({ baseUrl: () => service.baseUrl, token: () => 't', onUnauthorized: () => {}, onExchange: () => {} });
	return { methods: () => service.received.map((received) => received.method) };
}

const save = (version = 3) => saveBuildSpec({ buildSpecId: id, edit, base: { version, etag: null } });

beforeEach(() => {
	stored = spec(3);
});

describe('saving to a service without conflict detection', () => {
	it('reads the current version, then saves', async () => {
		const { methods } = await at(unguarded());
		expect(await save()).toMatchObject({ kind: 'saved', raced: false, found: false, saved: { value: { version: 4 } } });
		expect(methods()).toEqual(['GET', 'PUT']);
	});

	it('writes nothing when the base version is outdated', async () => {
		const { methods } = await at(unguarded());
		expect(await save(2)).toMatchObject({ kind: 'overtaken', saved: { value: { version: 3 } } });
		expect(methods()).toEqual(['GET']);
	});

	it('reports a race when someone else saved in between', async () => {
		await at(
			unguarded(undefined, () => {
				stored = spec(4, 'theirs');
			}),
		);
		expect(await save()).toMatchObject({ kind: 'saved', raced: true, saved: { value: { version: 5 } } });
	});
});

describe('when the response is lost', () => {
	it('finds a save that succeeded and does not resend it', async () => {
		const { methods } = await at(unguarded(isWrite));
		expect(await save()).toMatchObject({ kind: 'saved', found: true, saved: { value: { version: 4 } } });
		expect(methods().filter((method) => method === 'PUT')).toHaveLength(1);
	});

	it('reports a save that failed and does not resend it', async () => {
		const { methods } = await at((request) =>
			isWrite(request) ? { status: 504, body: '' } : { status: 200, body: stored },
		);
		await expect(save()).rejects.toMatchObject({ code: 'NOT_DONE' });
		expect(methods().filter((method) => method === 'PUT')).toHaveLength(1);
	});

	it('returns the newer version when someone else saved', async () => {
		await at((request) => {
			if (!isWrite(request)) return { status: 200, body: stored };
			stored = spec(4, 'theirs');
			return { status: 504, body: '' };
		});
		expect(await save()).toMatchObject({ kind: 'overtaken', saved: { value: { version: 4 } } });
	});

	it('treats a missing BuildSpec as deleted', async () => {
		let there = true;
		await at((request) => {
			if (isWrite(request)) there = false;
			return request.method === 'DELETE' || !there
				? { status: isWrite(request) ? 504 : 404, body: { error_code: 'NOT_FOUND', message: 'Gone.' } }
				: { status: 200, body: stored };
		});
		await expect(deleteOnce({ buildSpecId: id })).resolves.toBeUndefined();
	});

	it('recognizes the new BuildSpec by its definition among new ones', async () => {
		const old = { ...spec(1, 'select 2'), id: 'old' };
		const fresh = { ...old, id: 'fresh' };
		const odd = { id: 7, surprise: true };
		await at((request) =>
			isWrite(request) ? { status: 502, body: '' } : { status: 200, body: { items: [odd, old, fresh] } },
		);
		const input = { edit, at: Date.now() };
		expect(await createOnce({ ...input, known: ['old'] })).toMatchObject({ value: { id: 'fresh' }, found: true });
		await expect(createOnce({ ...input, known: ['old', 'fresh'] })).rejects.toMatchObject({ code: 'NOT_DONE' });
	});
});
