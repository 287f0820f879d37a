import { Button, Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import type { LinkSuggestion } from '#contract/link.ts';
import { paths } from '../../routing/paths.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { endText, linkName } from './model.ts';
import classes from './suggestions.module.css';
import type { AcceptResult } from './use-accept.ts';
import { percent } from './words.ts';

interface SuggestionRowProps {
	readonly suggestion: LinkSuggestion;
	readonly isChosen: boolean;
	readonly result: AcceptResult | null;
	readonly onChoose: (isChosen: boolean) => void;
}

/** One suggested link with what speaks for it, and what came of it. */
export function SuggestionRow({ suggestion: it, isChosen, result, onChoose }: SuggestionRowProps) {
	const name = linkName(it);
	return (
		<li className={classes.item}>
			{result === null ? (
				<Checkbox aria-label={name} checked={isChosen} onChange={(event) => onChoose(event.currentTarget.checked)} />
			) : (
				<span className={classes.noBox} />
			)}
			<div className={classes.text}>
				<code className={classes.name}>{name}</code>
				<ul className={classes.reasons}>
					{it.reasons.map((reason) => (
						<li key={reason}>{reason}</li>
					))}
				</ul>
				{result?.kind === 'failed' && (
					<p role="alert" className={classes.problem}>
						Not created: {result.error.message} <code>{result.error.code}</code>
					</p>
				)}
			</div>
			<span className={classes.share}>
				{it.exact ? '' : '≈ '}
				{percent(it.found, it.distinct)}
			</span>
			<span className={classes.result}>
				{result === null && (
					<Button
						component={Link}
						variant="default"
						size="compact-sm"
						aria-label={`Try it: ${name}`}
						to={paths.newLink({ from: endText(it.from), to: endText(it.to), match: it.matchType })}
					>
						Try it
					</Button>
				)}
				{result?.kind === 'created' && <StateChip tone="success">created</StateChip>}
				{result?.kind === 'taken' && <StateChip tone="success">taken</StateChip>}
				{result?.kind === 'existed' && <StateChip tone="info">existed already</StateChip>}
				{result?.kind === 'failed' && <StateChip tone="error">failed</StateChip>}
			</span>
		</li>
	);
}
