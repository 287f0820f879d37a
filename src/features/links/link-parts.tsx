import { Button } from '@mantine/core';
import { IconBulb, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../routing/paths.ts';
import type { EndText } from './model.ts';
import type { LinkScope } from './queries.ts';

/** Opens the builder, with the end that is known already. */
export const NewLinkButton = ({ from }: { from?: EndText | undefined }) => (
	<Button
		component={Link}
		leftSection={<IconPlus size={16} aria-hidden />}
		to={paths.newLink(from === undefined ? {} : { from })}
	>
		New link
	</Button>
);

/** @param scope a namespace or dataset; without one the page begins with a namespace of the person's */
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
