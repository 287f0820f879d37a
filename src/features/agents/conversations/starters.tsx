import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type AgentCard, exampleNamespacesUri } from '#contract/agents/card.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { useScope } from '../../session/queries.ts';
import type { Agent } from '../agent.ts';
import { readCard } from '../agent-card.ts';
import { useKeptQuestions } from '../kept-questions.ts';
import { cardQuery, extendedCardQuery } from '../queries.ts';

interface Example {
	readonly text: string;
	/** Its namespace; null if the card doesn't say. */
	readonly namespace: string | null;
}

function examplesOf({ capabilities, skills: [first, ...others] }: AgentCard): Example[] {
	const extension = capabilities.extensions?.find(({ uri }) => uri === exampleNamespacesUri);
	const { namespaces } = Object(extension?.params) as { namespaces?: unknown };
	const named: readonly unknown[] = Array.isArray(namespaces) ? namespaces : [];
	const about = (index: number) => (typeof named[index] === 'string' ? named[index] : null);
	return [
		...(first?.examples ?? []).map((text, index) => ({ text, namespace: about(index) })),
		...others.flatMap(({ examples = [] }) => examples.map((text) => ({ text, namespace: null }))),
	];
}

const maxExamples = 4;

interface StartersProps {
	readonly agents: readonly Agent[];
	/** The chosen namespace, whose saved questions are shown. */
	readonly namespace: string;
	/** Datasets of the page: questions about them come first. */
	readonly about: readonly string[];
	/**
	 * @param namespace of the question, if known
	 * @param agent that suggests or answered it
	 */
	readonly onPick: (text: string, namespace: string | null, agent?: string) => void;
}

export function Starters({ agents, namespace, about: datasets, onPick }: StartersProps) {
	const kept = useKeptQuestions(useScope(), namespace);
	const cards = useQueries({ queries: agents.map(cardQuery) });
	const extended = useQueries({ queries: agents.map((agent, index) => extendedCardQuery(agent, cards[index]?.data)) });
	return (
		<Stack gap={4} measure pt={2}>
			<Text component="p">Ask about the datasets in a namespace. Every answer shows its queries and rows.</Text>
			{kept.questions.length > 0 && (
				<section aria-label="Saved questions">
					<Text component="h2" size="prose">
						{namespace === '' ? 'Saved questions' : `Saved questions for ${visibleText(namespace)}`}
					</Text>
					<Inline gap={2} align="stretch" mt={2}>
						{kept.questions.map(({ text, agent }) => (
							<Button key={text} variant="default" size="compact-sm" onClick={() => onPick(text, null, agent)}>
								{visibleText(text)}
							</Button>
						))}
					</Inline>
				</section>
			)}
			{agents.map(({ name }, index) => {
				// The public card is used until the extended one arrives, or if there is none.
				const card = extended[index]?.data ?? readCard(cards[index]?.data);
				if (card === undefined) return null;
				const isLooking = extended[index]?.isLoading ?? false;
				const all = examplesOf(card);
				// Questions for the chosen namespace come first.
				const fits = (example: Example) => example.namespace === null || example.namespace === namespace;
				const names = ({ text }: Example) => datasets.some((name) => text.includes(name.replaceAll(/[_-]+/g, ' ')));
				const rank = (example: Example) => (fits(example) ? 0 : 2) + (names(example) ? 0 : 1);
				const examples = all.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxExamples);
				return (
					<section key={name} aria-label={name}>
						<Text component="h2" size="prose">
							{visibleText(name)}
						</Text>
						<Muted component="p">{visibleText(card.description)}</Muted>
						<Inline gap={2} align="stretch" mt={2}>
							{examples.length === 0 && (
								<Muted>{isLooking ? 'Loading suggestions…' : 'No suggestions from this agent.'}</Muted>
							)}
							{examples.map(({ text, namespace: about }) => (
								<Button
									key={`${about} ${text}`}
									variant="default"
									size="compact-sm"
									maw="100%"
									fw={400}
									onClick={() => onPick(text, about, name)}
								>
									{visibleText(text)}
									{about !== null && about !== namespace && (
										<Text ml={1} tone="muted">
											in {visibleText(about)}
										</Text>
									)}
								</Button>
							))}
						</Inline>
					</section>
				);
			})}
		</Stack>
	);
}
