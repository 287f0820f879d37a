import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import {
	type Activity,
	clearActivities,
	maxActivities,
	readActivities,
	storeActivities,
	watchActivities,
} from './activity.ts';

const activity = (number: number): Activity => ({
	id: String(number).padStart(15, '0'),
	at: number,
	ms: 1,
	operation: 'getMe',
	method: 'GET',
	template: '/user/me',
	address: 'https://a.example/api/v1/user/me',
	query: [],
	leftOut: [],
	bearer: true,
	status: 200,
	requestId: null,
	errorCode: null,
	subErrors: [],
	words: null,
});
const mine = { service: 'https://a.example/api/v1', user: 'demo' };
const others = { ...mine, user: 'guest' };

test('keeps the latest requests per user and service, and notifies watchers', async () => {
	let notifications = 0;
	const stop = watchActivities(() => {
		notifications += 1;
	});
	await storeActivities(others, [activity(1)]);
	await storeActivities(
		mine,
		Array.from({ length: maxActivities }, (_, index) => activity(index)),
	);
	await storeActivities(mine, [activity(maxActivities), activity(maxActivities + 1)]);
	const kept = await readActivities(mine);
	expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([maxActivities, maxActivities + 1, 2]);
	expect(await readActivities(others)).toHaveLength(1);
	await clearActivities(mine);
	expect(await readActivities(mine)).toEqual([]);
	expect(await readActivities(others)).toHaveLength(1);
	stop();
	expect(notifications).toBeGreaterThanOrEqual(4);
});
