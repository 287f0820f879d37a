import { queryOptions } from '@tanstack/react-query';
import { AgentCard, listAgents } from '#contract/agents/card.ts';
import { listNamespaces } from '#contract/namespace.ts';
import { callMethod } from '../../a2a/client.ts';
import { baseUrl, call, readAddress } from '../../api/http.ts';
import { isUnder } from '../../api/request-url.ts';
import { parseJson } from '../../lib/json.ts';
import {
	type ConversationScope,
	listConversations,
	readConversation,
	readFrames,
	type StoredTurn,
} from '../../storage/conversations.ts';
import { type Ending, end, fold, type Turn } from './conversation.ts';
import { goesOn } from './live.ts';
import { readTurn, turnOfFrames } from './stored.ts';

export const conversationKeys = {
	all: ['conversations'] as const,
	list: (scope: ConversationScope) => ['conversations', 'list', scope.service, scope.user] as const,
	one: (scope: ConversationScope, id: string) => ['conversations', 'one', scope.service, scope.user, id] as const,
};

/** The agents that the service lists. */
export const agentsQuery = queryOptions({
	queryKey: ['agents'],
	queryFn: ({ signal }) => call(listAgents, {}, { signal }),
	staleTime: 60_000,
});

/** The card that an agent's list entry names. Addresses outside of the service are asked without the token. */
export const cardQuery = (address: string) =>
	queryOptions({
		queryKey: ['agents', 'card', address],
		queryFn: async ({ signal }): Promise<unknown> =>
			parseJson((await readAddress('getAgentCard', address, signal)).text),
		staleTime: 60_000,
	});

/** The richer card that an agent gives to who is signed in; asked only of the service's own agents. */
export const extendedCardQuery = (url: string) =>
	queryOptions({
		queryKey: ['agents', 'extended', url],
		queryFn: async ({ signal }) =>
			AgentCard.parse(await callMethod(url, 'GetExtendedAgentCard', {}, { signal, baseUrl: baseUrl() })),
		staleTime: 60_000,
		retry: false,
	});

export const isOwnAddress = (url: string): boolean => isUnder(baseUrl(), url);

export const namespacesQuery = queryOptions({
	queryKey: ['namespaces', 'choices'],
	queryFn: ({ signal }) => call(listNamespaces, { query: { limit: '1000' } }, { signal }),
	staleTime: 30_000,
});

export const conversationsQuery = (scope: ConversationScope) =>
	queryOptions({
		queryKey: conversationKeys.list(scope),
		queryFn: () => listConversations(scope),
		retry: false,
		staleTime: 0,
	});

/** A kept conversation, its answers folded from their frames; null where this browser has none of that id. */
export const conversationQuery = (scope: ConversationScope, id: string) =>
	queryOptions({
		queryKey: conversationKeys.one(scope, id),
		queryFn: async ({ signal }) => {
			const kept = await readConversation(scope, id);
			if (kept === null) return null;
			const turns: Turn[] = [];
			for (const stored of kept.turns) {
				const turn = await foldStored(stored);
				signal.throwIfAborted();
				if (turn !== null) turns.push(turn);
			}
			return { mark: kept.mark, turns: turns.sort((a, b) => a.at - b.at) };
		},
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 60_000,
	});

const reloaded: Ending = {
	kind: 'cut',
	message: 'The page was closed or loaded anew before the answer was complete. What had come is kept.',
};

async function foldStored(stored: StoredTurn): Promise<Turn | null> {
	const read = readTurn(stored);
	if (read === null) return null;
	let turn = read.turn;
	for await (const frames of readFrames(stored.id)) turn = fold(turn, turnOfFrames(frames));
	if (read.ending !== null) return end(turn, read.ending, stored.endedAt ?? turn.at);
	if (await goesOn(stored.id)) {
		const message = 'This answer goes on in another tab of this browser. Open it again here when it is complete.';
		return end(turn, { kind: 'cut', message }, turn.at);
	}
	return end(turn, reloaded, turn.entries.at(-1)?.at ?? turn.at);
}
