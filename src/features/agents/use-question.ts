import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { AgentListEntry } from '#contract/agents/card.ts';
import { listNamespaces } from '#contract/namespace.ts';
import { readPreference, writePreference } from '../../storage/preferences.ts';
import { buildSpecsQuery } from '../build-specs/queries.ts';
import { useKnownNamespaces } from '../names/queries.ts';
import { offers, type Scope } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import { endpointOf } from './card-findings.ts';
import type { ContextItem } from './context-items.ts';
import type { Turn } from './conversation.ts';
import { chosenModels, ModelOptions, usualModel } from './model-choice.ts';
import { cardQuery, isOwnAddress } from './queries.ts';
import { keepQuestionText, type QuestionText } from './question-text.ts';
import type { NewQuestion } from './use-ask.ts';

/** What the next question is asked with. */
export interface QuestionState {
	readonly text: QuestionText;
	readonly agents: readonly AgentListEntry[];
	/** Agents that are chosen and have no address that may be used. */
	readonly unusable: readonly string[];
	/** Names of the agents that are asked, the first of them first. */
	readonly chosen: readonly string[];
	choose(names: readonly string[]): void;
	readonly namespace: string;
	setNamespace(name: string): void;
	/** Namespaces that are known: of the service where it lists them, else of BuildSpecs. */
	readonly namespaces: readonly string[];
	readonly options: ModelOptions;
	setOptions(options: ModelOptions): void;
	/** What goes along when it is asked now. */
	settled(): Omit<NewQuestion, 'text' | 'after' | 'turns'>;
}

/** What keeps a question from being asked, in words; null for nothing. */
export const missingIn = ({ namespace, chosen, unusable }: QuestionState): string | null =>
	namespace.trim() === ''
		? 'Say which namespace the question is about.'
		: chosen.length === 0
			? 'There is no agent that could be asked.'
			: unusable.length > 0
				? `The address of ${unusable.join(' and ')} is outside of this service: it is not asked.`
				: null;

const preference = ({ service, user }: Scope, what: string): string => `agents/${what}/${service}/${user}`;

/** @param last the turn that the question follows: its agent and namespace go on */
export function useQuestion(
	conversation: string | null,
	last: Turn | null,
	agents: readonly AgentListEntry[],
	context: readonly ContextItem[] = [],
): QuestionState {
	const scope = useScope();
	const key = `dataset-console/question/${scope.service}/${scope.user}/${conversation ?? 'new'}`;
	const [text] = useState(() => keepQuestionText(key));
	const [picked, setPicked] = useState<readonly string[] | null>(text.choice.agents ?? null);
	const fallback = last?.agent ?? readPreference(preference(scope, 'agent'), z.string());
	const chosen = (picked ?? [fallback]).filter((name) => agents.some((it) => it.name === name));
	const first = agents[0];
	const asked = chosen.length > 0 ? chosen.flatMap((it) => it ?? []) : first === undefined ? [] : [first.name];

	const namespaces = useNamespaces(scope);
	const [typed, setTyped] = useState<string | null>(text.choice.namespace ?? null);
	const usual = last?.namespace ?? readPreference(preference(scope, 'namespace'), z.string());
	const namespace = typed ?? usual ?? namespaces[0] ?? '';
	const [options, setOptions] = useState<ModelOptions>(
		() => readPreference(preference(scope, 'model'), ModelOptions) ?? usualModel,
	);
	const cards = useQueries({
		queries: agents.map((it) => ({ ...cardQuery(it.agentCard), enabled: isOwnAddress(it.agentCard) })),
	});
	const endpoints = new Map(
		agents.map((agent, index) => [agent.name, endpointOf(agent, cards[index]?.data, isOwnAddress)] as const),
	);
	return {
		text,
		agents,
		unusable: asked.filter((name) => endpoints.get(name)?.url === null),
		chosen: asked,
		choose(names) {
			setPicked(names);
			text.choose({ agents: [...names] });
		},
		namespace,
		setNamespace(name) {
			setTyped(name);
			text.choose({ namespace: name });
		},
		namespaces,
		options,
		setOptions(next) {
			setOptions(next);
			writePreference(preference(scope, 'model'), next);
		},
		settled() {
			writePreference(preference(scope, 'namespace'), namespace.trim());
			if (asked[0] !== undefined) writePreference(preference(scope, 'agent'), asked[0]);
			return {
				agents: asked.flatMap((name) => {
					const agent = agents.find((it) => it.name === name);
					const endpoint = endpoints.get(name);
					if (agent === undefined || endpoint === undefined || endpoint.url === null) return [];
					const { url } = endpoint;
					return chosenModels(options).map((choice) => ({ agent, ...endpoint, url, ...choice }));
				}),
				namespace: namespace.trim(),
				modes: options.isTextOnly ? ['text'] : ['text', 'data'],
				context,
			};
		},
	};
}

/** Names as agents take them: the person's own bare, others' with their owner. */
function useNamespaces({ user }: Scope): string[] {
	const { data: description = null } = useQuery(descriptionQuery);
	// Where namespaces are not listed, BuildSpecs are the first to name some.
	const specs = useQuery({ ...buildSpecsQuery, enabled: !offers(description, listNamespaces) });
	const named = specs.data?.items.flatMap((it) => [...it.sources, it.destination]) ?? [];
	const known = [...useKnownNamespaces(), ...named];
	const names = known.map(({ owner, namespace }) => (owner === user ? namespace : `${owner}/${namespace}`));
	return [...new Set(names)];
}
