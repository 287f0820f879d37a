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

/** Which language models may answer about a namespace, and what of them is used. */
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

/** An agent's public card, as it came. Addresses that may not be used for the agent are not asked. */
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
 * The richer card that an agent gives to who is signed in; asked where the public card advertises one.
 * @param card the public one, as it came
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

/** What goes along to an agent outside of the service, so that it knows who asks; nothing goes to the service's own. */
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

/** The questions that were asked in each kept conversation, by its id. */
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

/** A kept conversation, its answers folded from their frames; null where this browser has none of that id. */
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

/** Answers that are read from the browser's database at the same time. */
const atOnce = 50;

async function foldStored(stored: StoredTurn): Promise<Turn | null> {
	const start = StoredTurnStart.safeParse(stored.asked);
	if (!start.success) return null;
	let turn = begin(start.data);
	for await (const frames of readFrames(stored.id)) turn = fold(turn, eventsIn(frames));
	const elsewhere: Ending | null = (await isLockHeld(answerLock(stored.id))) ? { kind: 'elsewhere' } : null;
	return endStored(turn, { ...stored, ending: StoredEnding.safeParse(stored.ending).data ?? elsewhere });
}
