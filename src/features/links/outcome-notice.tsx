import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Notice } from '../../ui/states.tsx';
import { linkName } from './model.ts';
import type { useCreate } from './use-create.ts';

/** What came of the link that was asked for, as the service said, and the way back. */
export function OutcomeNotice({ making }: { making: ReturnType<typeof useCreate> }) {
	const { outcome } = making;
	if (outcome === null) return null;
	const { link, created, listed, undone } = outcome;
	const name = linkName(link);
	if (undone) return <Notice tone="info" title={`Undone: ${name} is deleted again.`} />;
	return (
		<>
			<Notice
				tone={created === false ? 'info' : 'success'}
				title={
					created === null
						? `The service took the link: ${name}`
						: created
							? `Link created: ${name}`
							: `The link existed already: ${name}`
				}
				action={
					<>
						{listed !== null && (
							<Button variant="default" component={Link} to={paths.links({ view: 'graph', link: listed.id })}>
								Show in the graph
							</Button>
						)}
						{created && making.canUndo && listed !== null && (
							<Button variant="default" loading={making.isUndoing} onClick={making.undo}>
								Undo
							</Button>
						)}
					</>
				}
			>
				{created === null && 'It does not say whether it existed already.'}
				{created === false && 'Nothing was changed: it stays with the options that it has.'}
			</Notice>
			{making.undoError !== null && (
				<ErrorPanel title="The link was not deleted" error={errorFacts(making.undoError)} onRetry={making.undo} />
			)}
		</>
	);
}
