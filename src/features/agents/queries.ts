import { queryOptions } from '@tanstack/react-query';
import { listAgents } from '#contract/agents/card.ts';
import { getNamespaceModels } from '#contract/agents/models.ts';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { callMethod } from '../../a2a/client.ts';
import { call } from '../../api/http.ts';
import { readAddress } from '../../api/read-address.ts';
import {
	listConversations,
	listTurns,
	readConversation,
	readFrames,
	type StoredTurn,
} from '../../storage/conversations.ts';
import { isLockHeld } from '../../storage/tab-locks.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { useSessionStore } from '../session/model.ts';
import { type Agent, isUsable } from './agent.ts';
import { parseCard, readCard } from './agent-card.ts';
import { begin, type Ending, fold, type Turn } from './conversation.ts';
import { credentialHeaders } from './external-card.ts';
import { fetchExternalCard } from './fetch-external-card.ts';
import { answerLock } from './live.ts';
import { endStored, eventsIn, StoredEnding, StoredTurnStart } from './stored.ts';

export const conversationKeys = {
	all: ['conversations'] as const,
	list: (scope: Scope) => ['conversations', 'list', scope.service, scope.user] as const,
	one: (scope: Scope, id: string) => ['conversations', 'one', scope.service, scope.user, id] as const,
};

export const modelKeys = { all: ['models'] as const };

export const namespaceModelsQuery = (owner: string, namespace: string) =>
	queryOptions({
		queryKey: [...modelKeys.all, owner, namespace],
		queryFn: ({ signal }) => call(getNamespaceModels, { params: { username: owner, namespace } }, { signal }),
		retry: false,
		staleTime: 30_000,
	});

export const agentsQuery = queryOptions({
	queryKey: ['agents'],
	queryFn: ({ signal }) => call(listAgents, {}, { signal }),
	staleTime: 60_000,
});

/** An agent's public card, unparsed. Addresses that aren't allowed for the agent are never requested. */
export const cardQuery = (agent: Agent) =>
	queryOptions({
		queryKey: ['agents', 'card', agent.agentCard],
		queryFn: async ({ signal }): Promise<unknown> =>
			agent.isExternal
				? await fetchExternalCard(agent.agentCard, agentToken(agent), signal)
				: parseJson((await readAddress('getAgentCard', agent.agentCard, signal)).text),
		enabled: isUsable(agent, agent.agentCard),
		staleTime: 60_000,
	});

/**
 * The extended card for signed-in users, if the public card advertises one.
 * @param card the public card, unparsed
 */
export function extendedCardQuery(agent: Agent, card: unknown) {
	const read = readCard(card);
	return queryOptions({
		queryKey: ['agents', 'extended', agent.url],
		queryFn: async ({ signal }) => {
			const options = { signal, bearer: !agent.isExternal, headers: credentialsOf(agent) };
			return parseCard(await callMethod(agent.url, 'GetExtendedAgentCard', {}, options)).data ?? read;
		},
		enabled: read?.capabilities.extendedAgentCard === true && isUsable(agent, agent.url),
		staleTime: 60_000,
		retry: false,
	});
}

/** Headers that authenticate the user to an external agent; none for the service's own. */
export const credentialsOf = (agent: Agent): Readonly<Record<string, string>> =>
	agent.agreed === null ? {} : credentialHeaders(agent.agreed.security, agentToken(agent));

const agentToken = ({ agentCard }: Agent): string | null =>
	useSessionStore.getState().session?.agentTokens?.[agentCard] ?? null;

export const conversationsQuery = (scope: Scope) =>
	queryOptions({
		queryKey: conversationKeys.list(scope),
		queryFn: () => listConversations(scope),
		retry: false,
		staleTime: 0,
	});

export const questionsQuery = queryOptions({
	queryKey: [...conversationKeys.all, 'questions'],
	queryFn: async () => {
		const questions = new Map<string, string[]>();
		for (const stored of await listTurns()) {
			const { data: turn } = StoredTurnStart.safeParse(stored.asked);
			if (turn?.beside !== null) continue;
			questions.set(stored.conversation, [...(questions.get(stored.conversation) ?? []), turn.question]);
		}
		return questions;
	},
	retry: false,
	staleTime: 0,
	gcTime: 0,
});

/** A stored conversation with answers folded from their frames; null if this browser doesn't have it. */
export const conversationQuery = (scope: Scope, id: string) =>
	queryOptions({
		queryKey: conversationKeys.one(scope, id),
		queryFn: async ({ signal }) => {
			const kept = await readConversation(scope, id);
			if (kept === null) return null;
			const turns: Turn[] = [];
			for (let start = 0; start < kept.turns.length; start += atOnce) {
				const folded = await Promise.all(kept.turns.slice(start, start + atOnce).map(foldStored));
				signal.throwIfAborted();
				turns.push(...folded.flatMap((turn) => turn ?? []));
			}
			return { mark: kept.mark, turns };
		},
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 60_000,
	});

/** Answers read from the browser's database at once. */
const atOnce = 50;

async function foldStored(stored: StoredTurn): Promise<Turn | null> {
	const start = StoredTurnStart.safeParse(stored.asked);
	if (!start.success) return null;
	let turn = begin(start.data);
	for await (const frames of readFrames(stored.id)) turn = fold(turn, eventsIn(frames));
	const elsewhere: Ending | null = (await isLockHeld(answerLock(stored.id))) ? { kind: 'elsewhere' } : null;
	return endStored(turn, { ...stored, ending: StoredEnding.safeParse(stored.ending).data ?? elsewhere });
}
