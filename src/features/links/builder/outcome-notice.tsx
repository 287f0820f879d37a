import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { errorFacts } from '../../../api/error-facts.ts';
import { paths } from '../../../routing/paths.ts';
import { ErrorPanel } from '../../../ui/states/error-panel.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { linkName } from '../model.ts';
import type { useCreateLink } from './use-create-link.ts';

/** What came of the link that was asked for, as the service said, and the way back. */
export function OutcomeNotice({ creation }: { creation: ReturnType<typeof useCreateLink> }) {
	const { link, isDone, created, listed, undo } = creation;
	if (!isDone || link === null) return null;
	const name = linkName(link);
	if (creation.isUndone) return <Notice tone="info" title={`Undone: ${name} is deleted again.`} />;
	const result = created === null ? 'The service took the link' : created ? 'Link created' : 'The link existed already';
	return (
		<>
			<Notice
				tone={created === false ? 'info' : 'success'}
				title={`${result}: ${name}`}
				action={
					listed !== null && (
						<>
							<Button variant="default" component={Link} to={paths.links({ view: 'graph', link: listed.id })}>
								Show in the graph
							</Button>
							{created && creation.canUndo && (
								<Button variant="default" loading={creation.isUndoing} onClick={undo}>
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
			{creation.undoError !== null && (
				<ErrorPanel title="The link was not deleted" error={errorFacts(creation.undoError)} onRetry={undo} />
			)}
		</>
	);
}
