import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { listAudit } from '#contract/audit.ts';
import { fileNameOf, saveFile } from '../../lib/browser/save-file.ts';
import { countOf, formatCount } from '../../lib/format.ts';
import { storageBlocked } from '../../lib/messages.ts';
import { type Activity, clearActivities, maxActivities } from '../../storage/activity.ts';
import { useActivities } from '../../storage/use-activities.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { useViews, type Viewing, ViewPanel, ViewTabs } from '../../ui/layout/views.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { LazyPart, lazyPart } from '../../ui/states/lazy-part.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states/states.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { descriptionQuery, loadDescription, meQuery, useOffers, useScope } from '../session/queries.ts';
import { RequestList } from './request-list.tsx';
import { WriteList } from './write-list.tsx';

const auditPart = lazyPart(() => import('./audit-panel.tsx'), 'AuditPanel');

export const loadActivity = loadDescription;

const titles = { requests: 'Requests', writes: 'Changes', audit: 'Audit log' } as const;
const ofBrowser = ['requests', 'writes'] as const;
const all = [...ofBrowser, 'audit'] as const;

export function ActivityPage() {
	const viewing = useViews(useOffers(listAudit) ? all : ofBrowser, 'requests');
	return viewing.view === 'audit' ? <AuditLog viewing={viewing} /> : <BrowserActivity viewing={viewing} />;
}

type Views = Viewing<(typeof all)[number]>;

function AuditLog({ viewing }: { viewing: Views }) {
	const { data: me } = useQuery(meQuery);
	const whose = me?.admin === true ? 'Everyone’s changes' : 'Your changes and changes to your namespaces';
	return (
		<PageFrame title="Activity" fill subtitle={`${whose}, as recorded by the service, including denied attempts.`}>
			<ViewTabs viewing={viewing} labels={titles} />
			<ViewPanel viewing={viewing}>
				<Stack fill pt={3}>
					<LazyPart part={auditPart} props={{}} />
				</Stack>
			</ViewPanel>
		</PageFrame>
	);
}

function BrowserActivity({ viewing }: { viewing: Views }) {
	const scope = useScope();
	const { data: items, error } = useActivities(scope);
	const [isClearing, clearing] = useDisclosure(false);
	const exporting = useExport();
	return (
		<PageFrame
			title="Activity"
			count={items?.length}
			fill
			subtitle={`Requests by ${scope.user} to ${scope.service} from this browser. Tokens, request bodies and filter values aren’t stored.`}
			actions={
				items !== undefined &&
				items.length > 0 && (
					<>
						<Button variant="default" onClick={clearing.open}>
							Clear log
						</Button>
						<Button loading={exporting.isPending} onClick={() => exporting.mutate(items)}>
							Export support bundle
						</Button>
					</>
				)
			}
		>
			{error !== null && (
				<Notice tone="warning" title="Couldn’t read the request log">
					{storageBlocked}
				</Notice>
			)}
			<QueryErrorPanel title="Couldn’t export the support bundle" query={exporting} />
			{viewing.views.length > ofBrowser.length || (items !== undefined && items.length > 0) ? (
				<ViewTabs viewing={viewing} labels={titles} />
			) : null}
			{items === undefined && error === null && <LoadingRows rows={12} />}
			{items?.length === 0 && error === null && (
				<EmptyState title="No requests yet">
					The last {formatCount(maxActivities)} completed requests from this browser appear here.
				</EmptyState>
			)}
			{items !== undefined && items.length > 0 && (
				<ViewPanel viewing={viewing}>
					<Stack fill pt={3}>
						{viewing.view === 'requests' ? <RequestList items={items} /> : <WriteList items={items} />}
					</Stack>
				</ViewPanel>
			)}
			<ConfirmDialog
				opened={isClearing}
				onClose={clearing.close}
				title="Clear the request log?"
				confirmLabel="Clear log"
				tone="danger"
				onConfirm={() => {
					void clearActivities(scope);
					clearing.close();
				}}
			>
				<p>
					This deletes {countOf(items?.length ?? 0, 'request')} by {scope.user} from this browser. The service’s own log
					isn’t affected.
				</p>
			</ConfirmDialog>
		</PageFrame>
	);
}

/** Exports the recorded requests. The code is loaded on demand. */
function useExport() {
	const scope = useScope();
	const { data: description = null } = useQuery(descriptionQuery);
	return useMutation({
		mutationFn: async (activities: readonly Activity[]) => {
			const { supportBundle } = await import('./support-bundle.ts');
			const now = new Date();
			const bundle = supportBundle({ scope, description, activities, now });
			const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
			saveFile(fileNameOf(`dataset-console-support-${stamp}.zip`), new Blob([bundle], { type: 'application/zip' }));
		},
	});
}
