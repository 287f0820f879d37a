import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	const limits = { requestsPerMinute: 60, runsAtOnce: 1, runsPerDay: 3, bytesOfUser: 1 };
	service = await createTestService({ limits });
});
afterAll(() => service.close());

const me = (as: string) => service.request('GET', '/user/me', { as });
const run = () =>
	service.request('POST', '/preview-runs', { as: 'demo', body: { sources: [], code: { payload: 'select 1 as one' } } });
const summarize = async (answer: Response) => {
	const body = Object(await answer.json());
	return {
		status: answer.status,
		after: Number(answer.headers.get('retry-after')),
		code: body.error_code,
		text: body.message,
	};
};

test('limits one user’s requests, says when to retry, and leaves other users alone', async () => {
	let last = await me('guest');
	for (let index = 0; last.status === 200 && index < 100; index++) last = await me('guest');
	expect(await summarize(last)).toEqual({
		status: 429,
		after: 1,
		code: 'RATE_LIMITED',
		text: 'You exceeded the limit of 60 requests per minute. Try again in 1 second.',
	});
	expect((await me('demo')).status).toBe(200);
	service.wait(1_000);
	expect((await me('guest')).status).toBe(200);
});

test('limits a user’s active runs, and runs per day', async () => {
	const ids: string[] = [];
	for (let index = 0; index < 3; index++) {
		const answer = await run();
		expect(answer.status).toBe(202);
		ids.push(Object(await answer.json()).id);
		if (index === 0) {
			const second = await summarize(await run());
			expect(second.text).toContain('You have 1 active run. The limit per user is 1. ');
			expect([second.status, second.after]).toEqual([429, 5]);
		}
		await service.platform.running.ended(ids[index] ?? '');
	}
	const fourth = await summarize(await run());
	expect(fourth.text).toMatch(/You started 3 runs in the last 24 hours\. The limit per user is 3\. Try again in 24 /);
	expect(fourth.after).toBeGreaterThan(86_000);
	service.wait(86_400_000 + 60_000);
	expect((await service.request('GET', '/user/me', { token: await service.tokenFor('demo') })).status).toBe(200);
});

test('limits an owner’s stored bytes', async () => {
	const target = { owner: 'demo', namespace: 'aviation', datasetName: 'more' };
	const mapping = [{ from: 'a', column: 'a' }];
	const token = await service.tokenFor('demo');
	const answer = await summarize(
		await service.request('POST', '/ingestions', { token, body: { target, mode: 'create', mapping } }),
	);
	expect([answer.status, answer.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
	expect(answer.text).toMatch(/use [\d,]+ bytes\. The limit per owner is 1 bytes/);
});
