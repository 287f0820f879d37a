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

/** What the next question is asked with. */
export type QuestionState = ReturnType<typeof useQuestion>;

/** What a question is asked beside: a page, with what it is about and what of it goes along. */
export interface Beside {
	readonly subject: PageSubject | null;
	readonly context: readonly ContextItem[];
}

/** @param last the turn that the question follows: its agent goes on, and its namespace where no page says another */
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
	// The agent of a conversation may have been removed: nobody else is asked in its place without being chosen.
	const isThere = last === null || picked !== null || agents.some(({ name }) => name === last.agent);
	const gone = isThere || !agents.some(({ isExternal }) => !isExternal) ? null : last.agent;
	const selected = wanted.length > 0 ? wanted : gone === null ? usualOf(agents) : [];
	/** The service's agents ask about a namespace; others may need none, and get one only where somebody says it. */
	const asksService = selected.length === 0 || selected.some(({ isExternal }) => !isExternal);

	const namespaces = useNamespaces(scope);
	const [typed, setTyped] = useState(subject === null ? (text.choice.namespace ?? null) : null);
	// Another page is about something else.
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
		/** Why nothing can be asked, in words; null where it can. */
		missing: missing(),
		/** Whether the service itself is asked, by an agent of its own. */
		asksService,
		chosen: selected.map((agent) => agent.name),
		/** What goes along with the question, by name. */
		context: context.map(({ title }) => title),
		/** Of the chosen agents, those that take none of it. */
		withoutContext: addressees.filter(({ takesContext }) => !takesContext).map(({ agent }) => agent.name),
		/** An agent of the service that takes it; null where none does. */
		takesContext:
			agents.find((agent, at) => !agent.isExternal && endpointOf(agent, cards[at]?.data).takesContext)?.name ?? null,
		/** Which of the chosen agents are at another address now, in words. */
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
		/** Namespaces that are known: of the service where it lists them, else of BuildSpecs. */
		namespaces,
		options,
		/** Of the namespace; undefined where the service lists none, and until they are known. */
		models,
		setOptions(next: ModelOptions) {
			setOptions(next);
			writePreference(preference('model'), next);
		},
		/** What goes along when it is asked now; it is what the next conversation begins with. */
		take(): Omit<NewQuestion, 'text' | 'after' | 'turns'> {
			writePreference(preference('namespace'), namespace.trim());
			if (selected[0] !== undefined) writePreference(agentPreference(scope), selected[0].name);
			return {
				agents: addressees.flatMap(({ url, moved: _, ...addressee }) => {
					if (url === null) return [];
					// A token may have changed since this was drawn.
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
		if (selected.length === 0) return agents.length > 0 ? 'Choose an agent.' : 'No agent is available.';
		if (asksService && namespace.trim() === '') return 'Choose a namespace for the question.';
		const unusable = addressees.filter(({ url }) => url === null).map(({ agent }) => agent.name);
		if (unusable.length === 0) return null;
		return `The address of ${unusable.join(' and ')} is outside this service, so you can’t ask this agent.`;
	}
}

/** Whom nobody chose: the agent that goes on with what was asked before, if there is one. */
const usualOf = (agents: readonly Agent[]): Agent[] => {
	// Nobody outside of the service is asked without being chosen.
	const own = agents.filter(({ isExternal }) => !isExternal);
	const usual = own.find(({ name }) => name === 'assistant') ?? own[0];
	return usual === undefined ? [] : [usual];
};

/** The namespace that a name means: the person's own, else one that is shared under that name. */
function useNamespace(name: string, { user }: Scope): { readonly owner: string; readonly namespace: string } | null {
	const known = useKnownNamespaces();
	const [owner = '', ...rest] = name.split('/');
	if (rest.length > 0) return { owner, namespace: rest.join('/') };
	const named = known.filter(({ namespace }) => foldName(namespace) === foldName(name));
	return named.find((one) => foldName(one.owner) === foldName(user)) ?? named[0] ?? null;
}

/** Names as agents take them: the person's own bare, others' with their owner. */
function useNamespaces({ user }: Scope): string[] {
	const isListed = useOffers(listNamespaces);
	// Where namespaces are not listed, BuildSpecs are the first to name some.
	const specs = useQuery({ ...buildSpecsQuery, enabled: !isListed });
	const named = specs.data?.items.flatMap((item) => [...item.sources, item.destination]) ?? [];
	const known = [...useKnownNamespaces(), ...named];
	const names = known.map(({ owner, namespace }) => (owner === user ? namespace : `${owner}/${namespace}`));
	return [...new Set(names)];
}
