import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { isUnknownOutcome, settleWrite, type Write } from './lost-write.ts';

const error = (kind: ApiError['kind'], status: number, code = `HTTP_${status}`) =>
	new ApiError({ kind, status, code, message: code, subErrors: [], requestId: null, operation: 'x' });
const broken = () => error('unreachable', 0, 'UNREACHABLE');

function write(overrides: Partial<Write<string>>) {
	const calls: string[] = [];
	const base: Write<string> = { operation: 'x', done: 'saved', send: async () => 'sent', find: async () => 'found' };
	const all = { ...base, ...overrides };
	const send = () => {
		calls.push('send');
		return all.send();
	};
	const find = () => {
		calls.push('find');
		return all.find();
	};
	return { calls, write: { ...all, send, find } };
}

describe('a write', () => {
	it('that succeeds isn’t looked up', async () => {
		const { calls, write: pending } = write({});
		expect(await settleWrite(pending)).toEqual({ value: 'sent', found: false });
		expect(calls).toEqual(['send']);
	});

	it.each([
		['no response', broken()],
		['an unreadable response', error('unreadable', 200)],
		['a proxy’s response', error('refused', 504)],
	])('that got %s is looked up and never resent', async (_what, lost) => {
		const { calls, write: pending } = write({ send: () => Promise.reject(lost) });
		expect(await settleWrite(pending)).toEqual({ value: 'found', found: true });
		expect(calls).toEqual(['send', 'find']);
	});

	it('that had no effect is reported', async () => {
		const { calls, write: pending } = write({ send: () => Promise.reject(broken()), find: async () => null });
		await expect(settleWrite(pending)).rejects.toMatchObject({ code: 'NOT_DONE', message: /nothing was saved/ });
		expect(calls).toEqual(['send', 'find']);
	});

	it('that is rejected isn’t looked up', async () => {
		const { calls, write: pending } = write({ send: () => Promise.reject(error('refused', 403)) });
		await expect(settleWrite(pending)).rejects.toMatchObject({ status: 403 });
		expect(calls).toEqual(['send']);
	});

	it('is looked up repeatedly while the service is down, until its outcome is unknown', async () => {
		const { calls, write: pending } = write({
			send: () => Promise.reject(broken()),
			find: () => Promise.reject(broken()),
		});
		const outcome: unknown = await settleWrite(pending).catch((caught: unknown) => caught);
		expect(isUnknownOutcome(outcome)).toBe(true);
		expect(calls).toEqual(['send', 'find', 'find', 'find', 'find']);
	});

	it('that was already lost is only looked up', async () => {
		const { calls, write: pending } = write({});
		expect(await settleWrite(pending, true)).toEqual({ value: 'found', found: true });
		expect(calls).toEqual(['find']);
	});
});
