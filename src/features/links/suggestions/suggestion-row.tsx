import { Button, Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import type { LinkSuggestion } from '#contract/link.ts';
import { paths } from '../../../routing/paths.ts';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { percent } from '../labels.ts';
import { endText, linkName } from '../model.ts';
import classes from './suggestions.module.css';
import type { AcceptResult } from './use-accept-suggestions.ts';

interface SuggestionRowProps {
	readonly suggestion: LinkSuggestion;
	readonly isChosen: boolean;
	readonly result: AcceptResult | null;
	readonly onToggle: () => void;
}

const resultChips = {
	created: { tone: 'success', label: 'created' },
	taken: { tone: 'success', label: 'accepted' },
	existed: { tone: 'info', label: 'already existed' },
	failed: { tone: 'error', label: 'failed' },
} as const;

export function SuggestionRow({ suggestion, isChosen, result, onToggle }: SuggestionRowProps) {
	const { from, to, matchType, reasons, exact, found, distinct } = suggestion;
	const name = linkName(suggestion);
	return (
		<Box component="li" py={2} ruled="below" className={classes.item}>
			{result === null ? <Checkbox aria-label={name} checked={isChosen} onChange={onToggle} /> : <span />}
			<div>
				<Text component="code" weight="strong" breaks>
					{name}
				</Text>
				<Inline component="ul" gap={[0, 4]} align="stretch" tone="muted" numeric>
					{reasons.map((reason) => (
						<li key={reason}>{reason}</li>
					))}
				</Inline>
				{result?.kind === 'failed' && (
					<Text component="p" role="alert" tone="error" mt={1}>
						Couldn’t create the link. {result.error.message} <code>{result.error.code}</code>
					</Text>
				)}
			</div>
			<Text mono numeric className={classes.share}>
				{exact ? '' : '≈ '}
				{percent(found, distinct)}
			</Text>
			<Inline component="span" nowrap align="stretch" justify="end" className={classes.result}>
				{result === null ? (
					<Button
						component={Link}
						variant="default"
						size="compact-sm"
						aria-label={`Preview ${name}`}
						to={paths.newLink({ from: endText(from), to: endText(to), match: matchType })}
					>
						Preview
					</Button>
				) : (
					<StateChip tone={resultChips[result.kind].tone}>{resultChips[result.kind].label}</StateChip>
				)}
			</Inline>
		</Box>
	);
}
