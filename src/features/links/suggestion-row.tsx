import { Button, Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import type { LinkSuggestion } from '#contract/link.ts';
import { paths } from '../../routing/paths.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Text } from '../../ui/primitives/text.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { percent } from './labels.ts';
import { endText, linkName } from './model.ts';
import classes from './suggestions.module.css';
import type { AcceptResult } from './use-accept.ts';

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
				<Text component="code" weight="strong" breaks>
					{name}
				</Text>
				<Inline component="ul" gap={[0, 4]} align="stretch" tone="muted" numeric>
					{it.reasons.map((reason) => (
						<li key={reason}>{reason}</li>
					))}
				</Inline>
				{result?.kind === 'failed' && (
					<p role="alert" className={classes.problem}>
						Not created: {result.error.message} <code>{result.error.code}</code>
					</p>
				)}
			</div>
			<Text mono numeric className={classes.share}>
				{it.exact ? '' : '≈ '}
				{percent(it.found, it.distinct)}
			</Text>
			<Inline component="span" nowrap align="stretch" justify="end" className={classes.result}>
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
			</Inline>
		</li>
	);
}
