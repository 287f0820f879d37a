import type { Caller } from '../platform/core/caller.ts';

/** A caller with an unrestricted token that doesn't expire, with overrides. */
export const testCaller = (but: Partial<Caller> = {}): Caller => ({
	userId: '',
	username: 'demo',
	name: '',
	email: '',
	admin: false,
	tokenId: '',
	tokenName: '',
	permissions: null,
	tokenExpiresAt: new Date(8.64e15),
	...but,
});
