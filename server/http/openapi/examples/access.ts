import { listAudit } from '#contract/audit.ts';
import * as permissions from '#contract/permission.ts';
import { getStatus } from '#contract/status.ts';
import * as tokens from '#contract/token.ts';
import { getMe } from '#contract/user.ts';
import { inviteUser, listUsers, updateUser } from '#contract/user-admin.ts';
import { add, at, aviation, page, tokenId } from './example.ts';

add(getMe, {
	result: {
		id: '047b3d62-8828-4cdc-a6e2-245e9620fac4',
		username: 'demo',
		name: 'Demo User',
		email: 'demo@example.org',
		admin: true,
	},
});

const newUser = { username: 'ada', displayName: 'Ada Lovelace', email: 'ada@example.org', admin: false };
const listedUser = {
	...newUser,
	...{ disabled: false, createdAt: at, lastSeenAt: null, tokens: 0, namespaces: 0 },
	invitedUntil: '2026-12-01T09:30:00.000Z',
};
add(listUsers, { query: page, result: { items: [listedUser] } });
add(inviteUser, {
	body: newUser,
	result: { ...listedUser, invitationUrl: 'https://data.example.org/auth/invitation?key=q3Yw0l6vB1kJ5s8d' },
});
add(updateUser, {
	params: { username: 'ada' },
	body: { displayName: 'Ada Lovelace', admin: false, disabled: true },
	result: { ...listedUser, disabled: true, invitedUntil: null },
});

const share = { username: 'guest', role: 'viewer' } as const;
const listedShare = { ...share, grantedAt: at, grantedBy: 'demo' };
add(permissions.listShares, { params: aviation, result: { items: [listedShare] } });
add(permissions.grantShare, { params: aviation, body: share, result: listedShare });
add(permissions.revokeShare, { params: aviation, body: share, result: undefined });
add(permissions.leaveNamespace, { params: aviation, result: undefined });
add(permissions.listShareChanges, {
	params: aviation,
	query: page,
	result: { items: [{ at, action: 'share-granted', ...share, by: 'demo' }] },
});

add(listAudit, {
	query: { actor: 'demo', action: 'grantShare', resource: 'aviation', outcome: 'done', ...page },
	result: {
		items: [
			{
				...{ id: '1b7d4a52-0c3e-4f5a-8b6d-7e9f0a1b2c3d', at, actor: 'demo', action: 'grantShare' },
				...{ resource: 'demo/aviation', detail: 'guest as viewer', outcome: 'done', code: null },
				...{ tokenId, tokenName: 'Sign-in', requestId: '8c2e6f10-5d4b-4a39-9e87-6f5e4d3c2b1a' },
			},
		],
	},
});

const entry = { ...aviation, dataset: '*', access: 'read' } as const;
const listedToken = {
	id: tokenId,
	name: 'Nightly report',
	restricted: true,
	permissions: [entry],
	...{ createdAt: at, expiresAt: '2026-12-24T09:30:00.000Z', current: false },
	...{ lastUsedAt: at, lastUsedAddress: '203.0.113.7' },
};
add(tokens.getTokenPermissions, { params: { tokenId }, result: { restricted: true, permissions: [entry] } });
add(tokens.listTokens, { query: page, result: { items: [listedToken] } });
add(tokens.createToken, {
	body: { name: 'Nightly report', permissions: [entry], expiresInSeconds: 2_592_000 },
	result: { ...listedToken, token: 'eyJhbGciOiJFZERTQSJ9.eyJqdGkiOiIwNzYwODc3MCJ9.c2lnbmF0dXJl' },
});
add(tokens.revokeToken, { params: { tokenId }, result: undefined });
add(tokens.listTokenChanges, {
	query: page,
	result: { items: [{ at, action: 'token-created', tokenId, name: 'Nightly report', by: 'demo', byTokenId: null }] },
});

add(getStatus, {
	result: {
		problems: [
			{
				code: 'STORAGE_FULL',
				message:
					'The service’s disk is almost full, so nothing new can be saved. Reading and deleting still work. Delete data you no longer need, or ask your admin for more space.',
			},
		],
	},
});
