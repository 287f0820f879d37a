import { queryOptions } from '@tanstack/react-query';
import { AgentCard, listAgents } from '#contract/agents/card.ts';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { callMethod } from '../../a2a/client.ts';
import { baseUrl, call, readAddress } from '../../api/http.ts';
import { isUnder } from '../../api/request-url.ts';
import {
	type ConversationScope,
	listConversations,
	listTurns,
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

export const conversationsQuery = (scope: ConversationScope) =>
	queryOptions({
		queryKey: conversationKeys.list(scope),
		queryFn: () => listConversations(scope),
		retry: false,
		staleTime: 0,
	});

/** The questions that were asked in each kept conversation, by its id. */
export const askedQuestionsQuery = queryOptions({
	queryKey: [...conversationKeys.all, 'asked'],
	queryFn: async () => {
		const asked = new Map<string, string[]>();
		for (const stored of await listTurns()) {
			const read = readTurn(stored);
			if (read === null || read.turn.beside !== null) continue;
			const questions = asked.get(stored.conversation);
			if (questions === undefined) asked.set(stored.conversation, [read.turn.question]);
			else questions.push(read.turn.question);
		}
		return asked;
	},
	retry: false,
	staleTime: 0,
	gcTime: 0,
});

/** A kept conversation, its answers folded from their frames; null where this browser has none of that id. */
export const conversationQuery = (scope: ConversationScope, id: string) =>
	queryOptions({
		queryKey: conversationKeys.one(scope, id),
		queryFn: async ({ signal }) => {
			const kept = await readConversation(scope, id);
			if (kept === null) return null;
			const turns: Turn[] = [];
			for (let start = 0; start < kept.turns.length; start += atOnce) {
				const folded = await Promise.all(kept.turns.slice(start, start + atOnce).map(foldStored));
				signal.throwIfAborted();
				turns.push(...folded.flatMap((it) => it ?? []));
			}
			return { mark: kept.mark, turns };
		},
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 60_000,
	});

/** Answers that are read from the browser's database at the same time. */
const atOnce = 50;

const reloaded: Ending = {
	kind: 'cut',
	message: 'The page was closed or loaded anew before the answer was complete. What had come is kept.',
};

async function foldStored(stored: StoredTurn): Promise<Turn | null> {
	const read = readTurn(stored);
	if (read === null) return null;
	let turn = read.turn;
	for await (const frames of readFrames(stored.id)) turn = fold(turn, turnOfFrames(frames));
	turn = { ...turn, dropped: turn.dropped + stored.framesDropped };
	if (read.ending !== null) return end(turn, read.ending, stored.endedAt ?? turn.at);
	if (await goesOn(stored.id)) return end(turn, { kind: 'elsewhere' }, turn.entries.at(-1)?.at ?? turn.at);
	return end(turn, reloaded, turn.entries.at(-1)?.at ?? turn.at);
}
