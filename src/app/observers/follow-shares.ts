import type { QueryClient } from '@tanstack/react-query';
import { foldName } from '#contract/ids.ts';
import { listNamespaces, type Namespace } from '#contract/namespace.ts';
import { leaveNamespace } from '#contract/permission.ts';
import { getTokenPermissions } from '#contract/token.ts';
import { call, type Exchange } from '../../api/http.ts';
import { tokenIdIn } from '../../features/access/model.ts';
import type { Turn } from '../../features/agents/conversation.ts';
import { useLive } from '../../features/agents/live.ts';
import { nameKeys, namespacesQuery } from '../../features/names/queries.ts';
import { offers, scopeOf, useSessionStore } from '../../features/session/model.ts';
import { descriptionQuery } from '../../features/session/queries.ts';
import { readSharedWithMe, type SharedWithMe, storeSharedWithMe } from '../../storage/shared-with-me.ts';
import { changesOf, notifyChanges } from './share-changes.ts';

/** Minimum time between checks, in ms. */
const pause = 1_000;

/**
 * Detects that someone revoked the user's access to a shared namespace or changed the user's role, and notifies the
 * user. Checks after an error that suggests it, after an answer that failed or broke off, and when the window regains
 * focus. Only if the service lists namespaces.
 * @returns processes a finished request
 */
export function followShares(queryClient: QueryClient): (exchange: Exchange) => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const look = async (): Promise<void> => {
		timer = undefined;
		const { session, refused } = useSessionStore.getState();
		if (session === null || refused) return;
		try {
			const description = await queryClient.ensureQueryData(descriptionQuery);
			if (!offers(description, listNamespaces)) return;
			await queryClient.fetchQuery({ ...namespacesQuery, staleTime: 0 });
		} catch {
			// If the shares can't be read now, they're read next time.
		}
	};
	const soon = (): void => {
		if (timer === undefined) timer = setTimeout(() => void look(), pause / 4);
	};
	queryClient.getQueryCache().subscribe((event) => {
		if (event.type !== 'updated' || event.action.type !== 'success') return;
		const [root, kind] = event.query.queryKey;
		if (root !== nameKeys.namespaces[0] || kind !== nameKeys.namespaces[1]) return;
		void compare(queryClient, (event.query.state.data as { items: readonly Namespace[] }).items);
	});
	window.addEventListener('focus', soon);
	// If a service ends an answer for another reason, the answer contains that reason.
	useLive.subscribe(({ turns }, before) => {
		if (Object.values(turns).some((turn) => hasFailed(turn) && !hasFailed(before.turns[turn.id]))) soon();
	});
	soon();
	let lastRefusal = 0;
	return (exchange) => {
		const { status, errorCode, bearer, operation, at } = exchange;
		if (operation === leaveNamespace.id && errorCode === null) forgetLeft(exchange);
		const isRefusal = bearer && (status === 404 || status === 403 || errorCode === 'STREAM_CUT');
		if (!isRefusal || operation === listNamespaces.id || at - lastRefusal < pause) return;
		lastRefusal = at;
		soon();
	};
}

const hasFailed = (turn: Turn | undefined): boolean =>
	turn?.ending?.kind === 'said' && turn.ending.state === 'TASK_STATE_FAILED';

/** The shares this tab saw last. Another tab may have seen changes that this one hasn't reported yet. */
let seenHere: { readonly of: string; readonly seen: SharedWithMe } | null = null;

/** A share the user left isn't a revoked one. */
function forgetLeft({ write }: Exchange): void {
	const { session } = useSessionStore.getState();
	if (session === null || seenHere === null) return;
	const { params } = (write?.input ?? {}) as { params?: { username?: string; namespace?: string } };
	const left = foldName(`${params?.username}/${params?.namespace}`);
	const shared = seenHere.seen.shared.filter(
		(candidate) => foldName(`${candidate.owner}/${candidate.namespace}`) !== left,
	);
	seenHere = { ...seenHere, seen: { ...seenHere.seen, shared } };
	storeSharedWithMe(scopeOf(session), seenHere.seen);
}

async function compare(queryClient: QueryClient, items: readonly Namespace[]): Promise<void> {
	const { session } = useSessionStore.getState();
	if (session === null) return;
	const scope = scopeOf(session);
	const shared = items.flatMap(({ username, namespace, role, createdAt }) =>
		role === 'owner' ? [] : [{ owner: username, namespace, role, createdAt }],
	);
	const tokenId = tokenIdIn(session.token);
	const of = JSON.stringify(scope);
	const before = seenHere?.of === of ? seenHere.seen : readSharedWithMe(scope);
	seenHere = { of, seen: { tokenId, shared } };
	storeSharedWithMe(scope, seenHere.seen);
	const changes = before === null ? [] : changesOf(before.shared, shared);
	if (changes.length === 0) return;
	// A token with fewer rights sees less, without anything having been revoked.
	if (before?.tokenId !== tokenId && (await isRestricted(tokenId))) return;
	notifyChanges(changes);
	await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'description' });
}

async function isRestricted(tokenId: string | null): Promise<boolean> {
	if (tokenId === null) return true;
	try {
		return (await call(getTokenPermissions, { params: { tokenId } })).restricted;
	} catch {
		return true;
	}
}
