import type { Caller } from '../platform/core/caller.ts';

/** Somebody with a token that is good for everything and for ever, but for what is said otherwise. */
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
