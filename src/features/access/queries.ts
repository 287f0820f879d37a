import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { foldName } from '#contract/ids.ts';
import { type ListedShare, listShareChanges, listShares } from '#contract/permission.ts';
import { getTokenPermissions, listTokenChanges, listTokens } from '#contract/token.ts';
import { listUsers } from '#contract/user-admin.ts';
import { call } from '../../api/http.ts';
import { readWhole } from '../names/queries.ts';
import { meQuery, useOffers } from '../session/queries.ts';

export const accessKeys = {
	shares: ['shares'] as const,
	sharesOf: (owner: string, namespace: string) => ['shares', 'of', foldName(`${owner}/${namespace}`)] as const,
	tokens: ['tokens'] as const,
	users: ['users'] as const,
};

export const sharesQuery = (owner: string, namespace: string) =>
	queryOptions({
		queryKey: accessKeys.sharesOf(owner, namespace),
		queryFn: async ({ signal }): Promise<readonly ListedShare[]> =>
			(await call(listShares, { params: { username: owner, namespace } }, { signal })).items,
	});

const pageSize = '50';
const pages = {
	initialPageParam: null as string | null,
	getNextPageParam: (page: { readonly nextCursor: string | null }) => page.nextCursor,
};
const from = (cursor: string | null) => ({ limit: pageSize, ...(cursor === null ? {} : { cursor }) });

/** Changes to a namespace's shares, newest first. */
export const shareChangesQuery = (owner: string, namespace: string) =>
	infiniteQueryOptions({
		...pages,
		queryKey: ['shares', 'changes', foldName(`${owner}/${namespace}`)] as const,
		queryFn: ({ signal, pageParam }) =>
			call(listShareChanges, { params: { username: owner, namespace }, query: from(pageParam) }, { signal }),
	});

/** The caller's tokens, newest first. */
export const tokensQuery = queryOptions({
	queryKey: ['tokens', 'list'] as const,
	queryFn: ({ signal }) => readWhole((query) => call(listTokens, { query }, { signal })),
});

/** Changes to the caller's tokens, newest first. */
export const tokenChangesQuery = infiniteQueryOptions({
	...pages,
	queryKey: ['tokens', 'changes'] as const,
	queryFn: ({ signal, pageParam }) => call(listTokenChanges, { query: from(pageParam) }, { signal }),
});

export const tokenPermissionsQuery = (tokenId: string) =>
	queryOptions({
		queryKey: ['tokens', 'permissions', tokenId] as const,
		queryFn: ({ signal }) => call(getTokenPermissions, { params: { tokenId } }, { signal }),
	});

/** All users. Admins only. */
export const usersQuery = queryOptions({
	queryKey: ['users', 'list'] as const,
	queryFn: ({ signal }) => readWhole((query) => call(listUsers, { query }, { signal })),
});

export function useIsAdmin(): boolean {
	const isOffered = useOffers(listUsers);
	const { data: me } = useQuery({ ...meQuery, enabled: isOffered });
	return isOffered && me?.admin === true;
}
