import { expect, test } from 'vitest';
import type { Caller } from '../core/caller.ts';
import { createTokenMemory } from './token-memory.ts';

const now = new Date('2026-03-01T08:00:00Z');
const caller: Caller = {
	userId: 'u',
	username: 'demo',
	name: 'Demo',
	email: 'demo@example.org',
	tokenId: 't',
	permissions: null,
	admin: false,
	tokenName: 'Test',
	tokenExpiresAt: new Date('2026-03-01T09:00:00Z'),
};

function heldReads() {
	const ends: (() => void)[] = [];
	const read = () => new Promise<Caller>((resolve) => ends.push(() => resolve(caller)));
	return { ends, read };
}

test('concurrent requests with the same token share one read of the catalog', async () => {
	const memory = createTokenMemory();
	const { ends, read } = heldReads();
	const asked = Array.from({ length: 50 }, () => memory.callerOf('text', now, read));
	expect(ends).toHaveLength(1);
	ends[0]?.();
	expect(new Set(await Promise.all(asked))).toEqual(new Set([caller]));
	expect(await memory.callerOf('text', now, read)).toBe(caller);
	expect(ends).toHaveLength(1);
});

test('a request after a revocation never shares an earlier read, which isn’t remembered either', async () => {
	const memory = createTokenMemory();
	const { ends, read } = heldReads();
	const before = memory.callerOf('text', now, read);
	memory.forget('t');
	const after = memory.callerOf('text', now, () => Promise.reject(new Error('revoked')));
	await expect(after).rejects.toThrow('revoked');
	ends[0]?.();
	expect(await before).toBe(caller);
	await expect(memory.callerOf('text', now, () => Promise.reject(new Error('revoked')))).rejects.toThrow('revoked');
});

test('retries a failed read, and shares no reads while revocations can’t be received', async () => {
	let isListening = true;
	const memory = createTokenMemory(() => isListening);
	await expect(memory.callerOf('text', now, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
	const { ends, read } = heldReads();
	isListening = false;
	const both = [memory.callerOf('text', now, read), memory.callerOf('text', now, read)];
	expect(ends).toHaveLength(2);
	for (const end of ends) end();
	await Promise.all(both);
});
