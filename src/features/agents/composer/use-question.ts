import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { getNamespaceModels } from '#contract/agents/models.ts';
import { foldName } from '#contract/ids.ts';
import { listNamespaces } from '#contract/namespace.ts';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { useKnownNamespaces } from '../../names/queries.ts';
import type { Scope } from '../../session/model.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import { type Agent, agentPreference } from '../agent.ts';
import { endpointOf, movedNotice } from '../agent-card.ts';
import type { Turn } from '../conversation.ts';
import { cardQuery, credentialsOf, namespaceModelsQuery } from '../queries.ts';
import type { ContextItem } from './context-items.ts';
import { allowedOptions, chosenModels, ModelOptions, usualModel } from './model-choice.ts';
import type { PageSubject } from './page-subject.ts';
import { keepQuestionText, questionKey } from './question-draft.ts';
import type { NewQuestion } from './use-ask.ts';

const nothing: Beside = { subject: null, context: [] };

export type QuestionState = ReturnType<typeof useQuestion>;

/** The page a question is asked from, with its subject and what is sent of it. */
export interface Beside {
	readonly subject: PageSubject | null;
	readonly context: readonly ContextItem[];
}

/** @param last the turn to follow: keeps its agent, and its namespace unless the page has another */
export function useQuestion(
	conversation: string | null,
	last: Turn | null,
	agents: readonly Agent[],
	{ subject, context }: Beside = nothing,
) {
	const scope = useScope();
	const preference = (what: string): string => `agents/${what}/${scope.service}/${scope.user}`;
	const [text] = useState(() => keepQuestionText(questionKey(scope, conversation)));
	const [picked, setPicked] = useState(text.choice.agents ?? null);
	const usualAgent = last?.agent ?? readPreference(agentPreference(scope), z.string());
	const wanted = agents.filter(({ name }) => (picked ?? [usualAgent]).includes(name));
	// A conversation's agent may have been removed. No other agent is asked unless the user chooses one.
	const isThere = last === null || picked !== null || agents.some(({ name }) => name === last.agent);
	const gone = isThere || !agents.some(({ isExternal }) => !isExternal) ? null : last.agent;
	const selected = wanted.length > 0 ? wanted : gone === null ? usualOf(agents) : [];
	/** The service's agents need a namespace; others get one only if the user enters it. */
	const asksService = selected.length === 0 || selected.some(({ isExternal }) => !isExternal);

	const namespaces = useNamespaces(scope);
	const [typed, setTyped] = useState(subject === null ? (text.choice.namespace ?? null) : null);
	// Another page has another subject.
	const [typedBeside, setTypedBeside] = useState(subject?.namespace);
	if (subject?.namespace !== typedBeside) {
		setTypedBeside(subject?.namespace);
		setTyped(null);
	}
	const usual = subject?.namespace ?? last?.namespace ?? readPreference(preference('namespace'), z.string());
	const namespace = typed ?? (asksService ? (usual ?? namespaces[0]) : last?.namespace) ?? '';
	const place = useNamespace(namespace.trim(), scope);
	const { data: models } = useQuery({
		...namespaceModelsQuery(place?.owner ?? '', place?.namespace ?? ''),
		enabled: useOffers(getNamespaceModels) && asksService && place !== null,
	});
	const [wantedModel, setOptions] = useState(() => readPreference(preference('model'), ModelOptions) ?? usualModel);
	const options = allowedOptions(wantedModel, models);
	const cards = useQueries({ queries: agents.map(cardQuery) });
	const addressees = selected.map((agent) => {
		const { data: card, error = null } = cards[agents.indexOf(agent)] ?? {};
		return { agent, ...endpointOf(agent, card), moved: movedNotice(agent, card, error) };
	});
	return {
		text,
		agents,
		missing: missing(),
		asksService,
		chosen: selected.map((agent) => agent.name),
		/** Titles of what is sent with the question. */
		context: context.map(({ title }) => title),
		withoutContext: addressees.filter(({ takesContext }) => !takesContext).map(({ agent }) => agent.name),
		/** One of the service's agents that accepts context, or null. */
		takesContext:
			agents.find((agent, at) => !agent.isExternal && endpointOf(agent, cards[at]?.data).takesContext)?.name ?? null,
		/** Which of the chosen agents have moved, in words. */
		moved: addressees.flatMap(({ moved }) => moved ?? []),
		choose(names: readonly string[]) {
			setPicked([...names]);
			text.choose({ agents: [...names] });
		},
		namespace,
		setNamespace(name: string) {
			setTyped(name);
			text.choose({ namespace: name });
		},
		namespaces,
		options,
		/** Models of the namespace; undefined if the service doesn't list any, and while loading. */
		models,
		setOptions(next: ModelOptions) {
			setOptions(next);
			writePreference(preference('model'), next);
		},
		/** Takes the context to send now, which also starts the next conversation. */
		take(): Omit<NewQuestion, 'text' | 'after' | 'turns'> {
			writePreference(preference('namespace'), namespace.trim());
			if (selected[0] !== undefined) writePreference(agentPreference(scope), selected[0].name);
			return {
				agents: addressees.flatMap(({ url, moved: _, ...addressee }) => {
					if (url === null) return [];
					// A token may have changed since the last render.
					const { agent } = addressee;
					const headers = credentialsOf(agent);
					const choices = agent.isExternal ? [{ model: null, provider: null }] : chosenModels(options);
					return choices.map((choice) => ({ ...addressee, url, headers, ...choice }));
				}),
				namespace: namespace.trim(),
				modes: options.isTextOnly ? ['text'] : ['text', 'data'],
				context,
				datasets: namespace.trim() === subject?.namespace ? subject.datasets : [],
			};
		},
	};

	function missing(): string | null {
		if (gone !== null && selected.length === 0) return `${gone} is no longer available. Choose another agent.`;
		if (selected.length === 0)
			return agents.length > 0 ? 'Choose an agent.' : 'No agent is available. Add an agent on the Agents page.';
		if (asksService && namespace.trim() === '') return 'Choose a namespace for the question.';
		const unusable = addressees.filter(({ url }) => url === null).map(({ agent }) => agent.name);
		if (unusable.length === 0) return null;
		return `${unusable.join(' and ')} ${unusable.length === 1 ? 'has a URL' : 'have URLs'} outside this service. Choose ${unusable.length === 1 ? 'another agent' : 'other agents'}.`;
	}
}

/** Default agent: the one to continue with, if any. */
const usualOf = (agents: readonly Agent[]): Agent[] => {
	// External agents are only asked if chosen.
	const own = agents.filter(({ isExternal }) => !isExternal);
	const usual = own.find(({ name }) => name === 'assistant') ?? own[0];
	return usual === undefined ? [] : [usual];
};

/** The namespace a name refers to: the user's own, or else one shared under that name. */
function useNamespace(name: string, { user }: Scope): { readonly owner: string; readonly namespace: string } | null {
	const known = useKnownNamespaces();
	const [owner = '', ...rest] = name.split('/');
	if (rest.length > 0) return { owner, namespace: rest.join('/') };
	const named = known.filter(({ namespace }) => foldName(namespace) === foldName(name));
	return named.find((one) => foldName(one.owner) === foldName(user)) ?? named[0] ?? null;
}

/** Namespace names as agents take them: without an owner if they're the user's own. */
function useNamespaces({ user }: Scope): string[] {
	const isListed = useOffers(listNamespaces);
	// If namespaces aren't listed, BuildSpecs provide the first names.
	const specs = useQuery({ ...buildSpecsQuery, enabled: !isListed });
	const named = specs.data?.items.flatMap((item) => [...item.sources, item.destination]) ?? [];
	const known = [...useKnownNamespaces(), ...named];
	const names = known.map(({ owner, namespace }) => (owner === user ? namespace : `${owner}/${namespace}`));
	return [...new Set(names)];
}
