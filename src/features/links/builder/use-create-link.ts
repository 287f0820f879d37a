import { useMutation, useQuery } from '@tanstack/react-query';
import { deleteLink, listLinks, type NewLink } from '#contract/link.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useScope } from '../../session/queries.ts';
import { coordinateOf, sameLink } from '../model.ts';
import { addLinkMutation, deleteLinkMutation } from '../mutations.ts';
import { linksQuery } from '../queries.ts';

/** Makes a link, says whether it was made or existed already, and takes back one that it made where that is offered. */
export function useCreateLink() {
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
	const listed = link === undefined ? null : (around.data?.items.find((item) => sameLink(item, link)) ?? null);
	return {
		link: link ?? null,
		isPending: adding.isPending,
		error: adding.error,
		isDone: adding.isSuccess,
		/** As the service said: false where it existed already; null where it does not say. */
		created: adding.data?.created ?? null,
		/** The link as it is listed; null where links are not listed, or it was deleted since. */
		listed,
		create: (next: NewLink) => {
			if (adding.isPending) return;
			deleting.reset();
			adding.mutate(next);
		},
		canUndo: lists && offers(description, deleteLink),
		undo: () => {
			if (listed !== null && !deleting.isPending) deleting.mutate(listed.id);
		},
		isUndone: deleting.isSuccess,
		isUndoing: deleting.isPending,
		undoError: deleting.error,
	};
}
