import { expect, it } from 'vitest';
import { modelSettings } from '../testing/model-server.ts';
import { createMeter, type ModelUse } from './meter.ts';

function meterWith(limits: Parameters<typeof modelSettings>[1], used: ModelUse = { tokens: 0, cost: 0 }) {
	let today = used;
	return createMeter(modelSettings([], limits), {
		read: async () => today,
		async add({ tokens, cost }) {
			today = { tokens: today.tokens + tokens, cost: today.cost + cost };
		},
	});
}

it('limits an answer to the tokens left for the question and the day', async () => {
	const meter = meterWith({ limits: { questionTokens: 1_000, dayTokens: 5_000 } }, { tokens: 4_500, cost: 0 });
	expect(await meter.admit(100)).toBe(400);
	await meter.count({ tokens: 300, cost: 0 });
	expect(await meter.admit(100)).toBe(100);
	expect(await meterWith({ limits: { questionTokens: null, dayTokens: null } }).admit(1_000_000)).toBe(8_192);
});

it.each([
	[{ questionTokens: 1_000 }, 'You’ve used up the 1,000 tokens allowed per question.'],
	[{ questionCost: 0.5 }, 'You’ve used up the 0.5 EUR allowed per question.'],
	[{ dayTokens: 2_000 }, 'You’ve used up the 2,000 tokens allowed per day.'],
	[{ dayCost: 2 }, 'You’ve used up the 2 EUR allowed per day.'],
	[{ questionMs: 0.001 }, 'model time allowed per question (0.000001 s).'],
])('says which limit is used up: %j', async (limits, words) => {
	const meter = meterWith({ limits, currency: 'EUR' }, { tokens: 1_000, cost: 1.5 });
	await meter.count({ tokens: 950, cost: 0.5 });
	await expect(meter.admit(100)).rejects.toMatchObject({ kind: 'limit', message: expect.stringContaining(words) });
});
