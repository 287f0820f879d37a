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
	if (deleting.isSuccess) return <Notice tone="info" title={`Undone: ${name} was deleted`} />;
	const result = created === null ? 'Link accepted' : created ? 'Link created' : 'Link already exists';
	return (
		<>
			<Notice
				tone={created === false ? 'info' : 'success'}
				title={`${result}: ${name}`}
				action={
					listed !== undefined && (
						<>
							<Button variant="default" component={Link} to={paths.links({ view: 'graph', link: listed.id })}>
								Show in graph
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
				{created === null && 'The service doesn’t say whether the link already existed.'}
				{created === false && 'Nothing changed. The link keeps its current options.'}
			</Notice>
			<QueryErrorPanel title="Couldn’t delete the link" query={{ error: deleting.error, refetch: undo }} />
		</>
	);
}
