import { mutationOptions } from '@tanstack/react-query';
import { addLink, deleteLink, type NewLink } from '#contract/link.ts';
import { call } from '../../api/http.ts';
import { paths } from '../../routing/paths.ts';
import { storeSeenNames } from '../names/mutations.ts';
import { nameKeys } from '../names/queries.ts';
import type { Scope } from '../session/model.ts';
import { coordinateOf, endText } from './model.ts';
import { linkKeys } from './queries.ts';

/** Keys of pages that list or count links. */
const invalidates = [linkKeys.all, linkKeys.suggestions, [...nameKeys.all, 'links']] as const;

/** Creates a link, and records the names in it. */
export const addLinkMutation = (scope: Scope) =>
	mutationOptions({
		mutationFn: (link: NewLink) => call(addLink, { body: link }),
		meta: { invalidates },
		onSuccess: (_, { from, to, matchType }) => {
			const seen = [from, to].map((end) => ({
				...coordinateOf(end),
				columns: [{ name: end.columnName, type: null }],
				origin: 'link' as const,
				where: `${from.dataset}.${from.columnName} → ${to.dataset}.${to.columnName}`,
				to: paths.newLink({ from: endText(from), to: endText(to), match: matchType }),
			}));
			void storeSeenNames(scope, seen);
		},
	});

export const deleteLinkMutation = mutationOptions({
	mutationFn: (linkId: string) => call(deleteLink, { params: { linkId } }),
	meta: { invalidates },
});
