import { useMutation, useQuery } from '@tanstack/react-query';
import { deleteLink, type ListedLink, listLinks, type NewLink } from '#contract/link.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import { coordinateOf, sameLink } from './model.ts';
import { addLinkMutation, deleteLinkMutation } from './mutations.ts';
import { linksQuery } from './queries.ts';

/** What came of a link that was asked for. */
export interface Outcome {
	readonly link: NewLink;
	/** As the service said: false where it existed already; null where it does not say. */
	readonly created: boolean | null;
	/** The link as it is listed; null where links are not listed, or it was deleted since. */
	readonly listed: ListedLink | null;
	readonly undone: boolean;
}

/** Makes a link, says whether it was made or existed already, and takes back one that it made where that is offered. */
export function useCreate() {
	const scope = useScope();
	const { data: description = null } = useQuery(descriptionQuery);
	const adding = useMutation(addLinkMutation(scope));
	const deleting = useMutation(deleteLinkMutation);
	const lists = offers(description, listLinks);
	const link = adding.variables;
	const around = useQuery({
		...linksQuery(link === undefined ? null : coordinateOf(link.from)),
		enabled: lists && adding.isSuccess,
	});
	const listed = link === undefined ? null : (around.data?.items.find((it) => sameLink(it, link)) ?? null);
	const outcome: Outcome | null =
		adding.data === undefined || link === undefined
			? null
			: { link, created: adding.data?.created ?? null, listed, undone: deleting.isSuccess };
	return {
		outcome,
		isPending: adding.isPending,
		error: adding.error,
		/** The link that the error is about. */
		tried: link ?? null,
		create: (next: NewLink) => {
			if (adding.isPending) return;
			deleting.reset();
			adding.mutate(next);
		},
		reset: () => {
			adding.reset();
			deleting.reset();
		},
		canUndo: lists && offers(description, deleteLink),
		undo: () => {
			if (listed !== null && !deleting.isPending) deleting.mutate(listed.id);
		},
		isUndoing: deleting.isPending,
		undoError: deleting.error,
	};
}
