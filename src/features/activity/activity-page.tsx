import { Button } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorFacts } from '../../api/error-facts.ts';
import { formatCount } from '../../lib/format.ts';
import { type Activity, clearActivities, maxActivities } from '../../storage/activity.ts';
import { useActivities } from '../../storage/use-activities.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { fileNameOf, saveFile } from '../../ui/save-file.ts';
import { EmptyState, LoadingRows, Notice } from '../../ui/states.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../ui/views.tsx';
import { descriptionQuery, useScope } from '../session/queries.ts';
import { RequestList } from './request-list.tsx';
import { WriteList } from './write-list.tsx';

export const loadActivity = (queryClient: QueryClient) => async () => {
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

const words = { requests: 'Requests', writes: 'What was changed' } as const;
type View = keyof typeof words;
const views: readonly View[] = ['requests', 'writes'];

/** What this browser asked of the service, and what it changed there. */
export function ActivityPage() {
	const scope = useScope();
	const { items, problem } = useActivities(scope);
	const viewing = useViews<View>(views, 'requests');
	const [clearing, setClearing] = useState(false);
	const exporting = useExport();
	return (
		<PageFrame
			title="Activity"
			count={items?.length}
			fill
			subtitle={`${scope.user} at ${scope.service}, in this browser. Tokens, bodies and values are not kept.`}
			actions={
				items !== undefined &&
				items.length > 0 && (
					<>
						<Button variant="default" onClick={() => setClearing(true)}>
							Clear the journal
						</Button>
						<Button loading={exporting.isPending} onClick={() => exporting.start(items)}>
							Export support bundle
						</Button>
					</>
				)
			}
		>
			{problem !== null && (
				<Notice tone="warning" title="This browser does not keep requests">
					{problem} Nothing can be listed here or exported.
				</Notice>
			)}
			{exporting.problem !== null && (
				<ErrorPanel title="The support bundle could not be made" error={errorFacts(exporting.problem)} />
			)}
			{items === undefined && <LoadingRows rows={12} />}
			{items?.length === 0 && problem === null && (
				<EmptyState title="Nothing asked yet">
					Every request of this browser is listed here as it ends, {formatCount(maxActivities)} at most.
				</EmptyState>
			)}
			{items !== undefined && items.length > 0 && (
				<>
					<ViewTabs viewing={viewing} words={words} />
					<ViewPanel viewing={viewing}>
						<Stack fill pt={3}>
							{viewing.view === 'requests' ? <RequestList items={items} /> : <WriteList items={items} />}
						</Stack>
					</ViewPanel>
				</>
			)}
			<ConfirmDialog
				opened={clearing}
				onClose={() => setClearing(false)}
				title="Clear the journal?"
				confirmLabel="Clear the journal"
				tone="danger"
				onConfirm={() => {
					void clearActivities(scope);
					setClearing(false);
				}}
			>
				<p>
					The {formatCount(items?.length ?? 0)} requests that this browser kept for {scope.user} are forgotten. Nothing
					changes at the service, which keeps its own log.
				</p>
			</ConfirmDialog>
		</PageFrame>
	);
}

/** Makes the bundle and hands it over as a file. Its code comes when it is asked for. */
function useExport() {
	const scope = useScope();
	const { data: description = null } = useQuery(descriptionQuery);
	const [isPending, setPending] = useState(false);
	const [problem, setProblem] = useState<unknown>(null);
	const start = async (items: readonly Activity[]) => {
		setPending(true);
		setProblem(null);
		try {
			const { supportBundle } = await import('./support-bundle.ts');
			const now = new Date();
			const bundle = supportBundle({ scope, description, activities: items, now });
			const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
			saveFile(fileNameOf(`dataset-console-support-${stamp}.zip`), new Blob([bundle], { type: 'application/zip' }));
		} catch (error) {
			setProblem(error);
		}
		setPending(false);
	};
	return { isPending, problem, start: (items: readonly Activity[]) => void start(items) };
}
