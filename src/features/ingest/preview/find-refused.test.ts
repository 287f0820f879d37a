import { expect, test } from 'vitest';
import { findRefused } from './find-refused.ts';

const records = Array.from({ length: 5_000 }, (_, index) => index);
const { signal } = new AbortController();
const refusal = new Error('refused');
const sender = (poisoned: readonly number[]) => async (part: readonly number[]) => {
	if (part.some((value) => poisoned.includes(value))) throw refusal;
	return part.length;
};

test.each([[[3_217]], [[0]], [[4_999]], [[17, 18, 4_000]], [[]]])(
	'finds rejected records %j among 5,000 and sends the rest',
	async (poisoned) => {
		const found = await findRefused(records, sender(poisoned), (error) => error === refusal, signal);
		expect(found.refused.map((item) => item.index)).toEqual(poisoned);
		expect(found.answers.reduce((sum, item) => sum + item.answer, 0)).toBe(5_000 - poisoned.length);
		expect(found.requestCount).toBeLessThanOrEqual(1 + poisoned.length * 26);
	},
);

test("doesn't blame records for a lost connection", async () => {
	const lost = new Error('lost');
	const send = () => Promise.reject(lost);
	await expect(findRefused(records, send, (error) => error === refusal, signal)).rejects.toBe(lost);
});
