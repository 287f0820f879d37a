import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { UnknownTerm } from '#contract/agents/artifacts.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { choicesIn } from '#lib/text/choices.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { paths } from '../../../routing/paths.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { coordinateIn } from './sources-in.ts';

interface ChoosingProps {
	readonly words: string;
	readonly onChoose: ((choice: string) => void) | undefined;
}

/** Why a question wasn't answered, what to ask instead, and where to define an unknown word. */
export function Refused({
	words,
	unknownTerm,
	onChoose,
}: ChoosingProps & { readonly unknownTerm: UnknownTerm | null }) {
	const { message, choices } = choicesIn(words);
	return (
		<Notice isSilent tone="warning" title={<Markdown text={message} />}>
			{unknownTerm !== null && <DefineTerm {...unknownTerm} />}
			{choices.length > 0 && <Choices choices={choices} label="Ask instead" onChoose={onChoose} />}
		</Notice>
	);
}

function DefineTerm({ term, datasets }: UnknownTerm) {
	const places = datasets.flatMap((dataset) => coordinateIn(dataset) ?? []);
	if (places.length === 0) return null;
	return (
		<Text component="p" size="small" style={{ margin: 0 }}>
			Owners can define "{visibleText(term)}" in the description of{' '}
			{places.map((place, at) => (
				<Fragment key={formatCoordinate(place)}>
					{at > 0 && (at === places.length - 1 ? ' or ' : ', ')}
					<Link to={paths.dataset(place, 'columns')}>{visibleText(place.datasetName)}</Link>
				</Fragment>
			))}
			, for example "{visibleText(term)}: sum of amount".
		</Text>
	);
}

export function Asked({ agent, words, onChoose }: ChoosingProps & { readonly agent: string }) {
	const { message, choices } = choicesIn(words);
	return (
		<Notice isSilent tone="info" title={`${visibleText(agent)} needs more information`}>
			<Markdown text={message} />
			{choices.length > 0 && <Choices choices={choices} label="Reply" onChoose={onChoose} />}
		</Notice>
	);
}

interface ChoicesProps {
	readonly choices: readonly string[];
	readonly label: string;
	readonly onChoose: ((choice: string) => void) | undefined;
}

const Choices = ({ choices, label, onChoose }: ChoicesProps) => (
	<Inline component="fieldset" gap={2} pt={2} aria-label={label} style={{ border: 0, paddingInline: 0, margin: 0 }}>
		{choices.map((choice) => (
			<Button
				key={choice}
				variant="default"
				size="compact-sm"
				fw={400}
				maw="100%"
				disabled={onChoose === undefined}
				onClick={() => onChoose?.(choice)}
			>
				{visibleText(choice)}
			</Button>
		))}
	</Inline>
);
