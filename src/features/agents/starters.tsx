import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { AgentCard, type AgentListEntry, exampleNamespacesUri } from '#contract/agents/card.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { useScope } from '../session/queries.ts';
import { useKeptQuestions } from './kept-questions.ts';
import { cardQuery, extendedCardQuery, isOwnAddress } from './queries.ts';
import classes from './starters.module.css';

interface Example {
	readonly text: string;
	/** What it is about; null where the card doesn't say. */
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

/** Questions shown of each agent. */
const most = 4;

/** What agents can do, and questions that they suggest to begin with. */
interface StartersProps {
	readonly agents: readonly AgentListEntry[];
	/** The namespace that is chosen: its kept questions are shown. */
	readonly namespace: string;
	/**
	 * @param namespace what the question is about, where that is known
	 * @param agent who suggests it, or answered it before
	 */
	readonly onPick: (text: string, namespace: string | null, agent?: string) => void;
}

export function Starters({ agents, namespace, onPick }: StartersProps) {
	const kept = useKeptQuestions(useScope(), namespace);
	const own = agents.filter((it) => isOwnAddress(it.url));
	const extended = useQueries({ queries: own.map((it) => extendedCardQuery(it.url)) });
	// What everybody may read stands in for the richer card until that is there, and where there is none.
	const cards = useQueries({
		queries: own.map((it) => ({ ...cardQuery(it.agentCard), enabled: isOwnAddress(it.agentCard) })),
	});
	return (
		<div className={classes.starters}>
			<p className={classes.lead}>
				Ask about the datasets of a namespace. Every answer comes with the queries and rows that it was made from.
			</p>
			{kept.questions.length > 0 && (
				<section aria-label="Kept questions">
					<h2 className={classes.name}>Kept for {visibleText(namespace)}</h2>
					<div className={classes.examples}>
						{kept.questions.map(({ text, agent }) => (
							<Button key={text} variant="default" size="compact-sm" onClick={() => onPick(text, null, agent)}>
								{visibleText(text)}
							</Button>
						))}
					</div>
				</section>
			)}
			{own.map(({ name }, index) => {
				const card = extended[index]?.data ?? AgentCard.safeParse(cards[index]?.data).data;
				if (card === undefined) return null;
				const all = examplesOf(card);
				// Those that can be asked as they stand come first.
				const fits = (it: Example) => it.namespace === null || it.namespace === namespace;
				const examples = [...all.filter(fits), ...all.filter((it) => !fits(it))].slice(0, most);
				return (
					<section key={name} aria-label={name}>
						<h2 className={classes.name}>{visibleText(card.name)}</h2>
						<p className={classes.text}>{visibleText(card.description)}</p>
						<div className={classes.examples}>
							{examples.length === 0 && <span className={classes.text}>Its card names no examples.</span>}
							{examples.map(({ text, namespace: about }) => (
								<Button
									key={`${about} ${text}`}
									variant="default"
									size="compact-sm"
									className={classes.example ?? ''}
									onClick={() => onPick(text, about, name)}
								>
									{visibleText(text)}
									{about !== null && about !== namespace && (
										<span className={classes.about}>in {visibleText(about)}</span>
									)}
								</Button>
							))}
						</div>
					</section>
				);
			})}
		</div>
	);
}
