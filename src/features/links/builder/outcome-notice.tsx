import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { deleteLink, type NewLink } from '#contract/link.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { paths } from '../../../routing/paths.ts';
import { Notice } from '../../../ui/states/states.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useOffers } from '../../session/queries.ts';
import { linkName } from '../model.ts';
import { deleteLinkMutation } from '../mutations.ts';
import { useListedLink } from '../queries.ts';

interface OutcomeNoticeProps {
	readonly link: NewLink;
	/** As the service said: false where it existed already; null where it does not say. */
	readonly created: boolean | null;
}

/** What came of a link that was added, and a way to delete it again if it is new and the service can. */
export function OutcomeNotice({ link, created }: OutcomeNoticeProps) {
	const listed = useListedLink(link);
	const canDelete = useOffers(deleteLink);
	const deleting = useSingleMutation(deleteLinkMutation);
	const undo = () => listed !== undefined && deleting.mutate(listed.id);
	const name = linkName(link);
	if (deleting.isSuccess) return <Notice tone="info" title={`Undone: ${name} is deleted again.`} />;
	const result = created === null ? 'The service took the link' : created ? 'Link created' : 'The link existed already';
	return (
		<>
			<Notice
				tone={created === false ? 'info' : 'success'}
				title={`${result}: ${name}`}
				action={
					listed !== undefined && (
						<>
							<Button variant="default" component={Link} to={paths.links({ view: 'graph', link: listed.id })}>
								Show in the graph
							</Button>
							{created && canDelete && (
								<Button variant="default" loading={deleting.isPending} onClick={undo}>
									Undo
								</Button>
							)}
						</>
					)
				}
			>
				{created === null && 'It does not say whether it existed already.'}
				{created === false && 'Nothing was changed: it stays with the options that it has.'}
			</Notice>
			<QueryErrorPanel title="The link was not deleted" query={{ error: deleting.error, refetch: undo }} />
		</>
	);
}
