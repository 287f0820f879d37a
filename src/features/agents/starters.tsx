import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { AgentListEntry } from '#contract/agents/card.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { extendedCardQuery, isOwnAddress } from './queries.ts';
import classes from './starters.module.css';

/** Questions shown of each agent. */
const most = 4;

/** What agents can do, and questions that they suggest to begin with. */
export function Starters({ agents, onPick }: { agents: readonly AgentListEntry[]; onPick: (text: string) => void }) {
	const own = agents.filter((it) => isOwnAddress(it.url));
	const cards = useQueries({ queries: own.map((it) => extendedCardQuery(it.url)) });
	return (
		<div className={classes.starters}>
			<p className={classes.lead}>
				Ask about the datasets of a namespace. Every answer comes with the queries and rows that it was made from.
			</p>
			{own.map(({ name }, index) => {
				const card = cards[index]?.data;
				if (card === undefined) return null;
				const examples = card.skills.flatMap((skill) => skill.examples ?? []).slice(0, most);
				return (
					<section key={name} aria-label={name}>
						<h2 className={classes.name}>{visibleText(card.name)}</h2>
						<p className={classes.text}>{visibleText(card.description)}</p>
						<div className={classes.examples}>
							{examples.map((example) => (
								<Button key={example} variant="default" size="compact-sm" onClick={() => onPick(example)}>
									{visibleText(example)}
								</Button>
							))}
						</div>
					</section>
				);
			})}
		</div>
	);
}
