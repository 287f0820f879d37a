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
	/** From the service: false if it already existed; null if not reported. */
	readonly created: boolean | null;
}

/** Result of adding a link, with an option to delete it if it's new and the service supports that. */
export function OutcomeNotice({ link, created }: OutcomeNoticeProps) {
	const listed = useListedLink(link);
	const canDelete = useOffers(deleteLink);
	const deleting = useSingleMutation(deleteLinkMutation);
	const undo = () => listed !== undefined && deleting.mutate(listed.id);
	const name = linkName(link);
	if (deleting.isSuccess) return <Notice tone="info" title={`Link ${name} deleted`} />;
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
				{created === null && 'The service didn’t report whether the link already existed.'}
				{created === false && 'Nothing changed. The link keeps its current options.'}
			</Notice>
			<QueryErrorPanel title="Couldn’t delete the link" query={{ error: deleting.error, refetch: undo }} />
		</>
	);
}
