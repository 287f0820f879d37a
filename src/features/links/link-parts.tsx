import { Button } from '@mantine/core';
import { IconBulb, IconEqual, IconMapPin, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { MatchType } from '#contract/link.ts';
import { paths } from '../../routing/paths.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import type { EndText } from './model.ts';
import type { LinkScope } from './queries.ts';

/** Explains links on pages that have none. */
export const linkText =
	'A link connects a column in one dataset to a column in another. People and agents use links to join datasets.';

export const NewLinkButton = ({ from }: { from?: EndText | undefined }) => (
	<Button
		component={Link}
		leftSection={<IconPlus size={16} aria-hidden />}
		to={paths.newLink(from === undefined ? {} : { from })}
	>
		New link
	</Button>
);

export const SuggestionsButton = ({ scope, children }: { scope?: LinkScope; children: string }) => (
	<Button
		component={Link}
		variant="default"
		leftSection={<IconBulb size={16} aria-hidden />}
		to={paths.linkSuggestions(scope)}
	>
		{children}
	</Button>
);

export const MatchMark = ({ type }: { type: MatchType }) => {
	const Icon = type === 'GeoMatch' ? IconMapPin : IconEqual;
	return (
		<Inline component="span" gap={1} nowrap style={{ display: 'inline-flex', verticalAlign: 'top' }}>
			<Icon size={14} aria-hidden /> {type === 'GeoMatch' ? 'nearby locations' : 'equal values'}
		</Inline>
	);
};
