import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCoordinate } from '#contract/dataset.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import { type Ingestion, listIngestions } from '#contract/ingest.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { LinkButton, SecondaryButton } from '../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import type { Look } from '../../ui/primitives/look.ts';
import { Notice } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { useOffers, useScope } from '../session/queries.ts';
import { discardMutation } from './mutations.ts';
import { unfinishedUploadsQuery } from './queries.ts';

interface UnfinishedUploadsProps extends Pick<Look, 'pt' | 'pb'> {
	/** Only uploads into this namespace, in one line each. */
	readonly into?: { readonly owner: string; readonly namespace: string };
	/** Absent: the upload page is opened. */
	readonly onResume?: (id: string) => void;
}

/** The user's uploads that can be continued. Nothing if there are none. */
export function UnfinishedUploadsPanel({ into, onResume, ...look }: UnfinishedUploadsProps) {
	const { user } = useScope();
	const [canUpload, canList] = [useOffers(startFileIngestion), useOffers(listIngestions)];
	const { data = [] } = useQuery({ ...unfinishedUploadsQuery(user), enabled: canUpload && canList });
	const isShown = ({ target }: Ingestion) =>
		into === undefined || (target.owner === into.owner && target.namespace === into.namespace);
	const discarding = useMutation(discardMutation);
	const [asked, setAsked] = useState<Ingestion | null>(null);
	const close = () => {
		setAsked(null);
		discarding.reset();
	};
	const shown = data.filter(isShown);
	if (shown.length === 0) return null;
	return (
		<Stack gap={2} {...look}>
			{asked !== null && (
				<ConfirmDialog
					opened
					title={`Discard upload of ${asked.fileName}?`}
					confirmLabel="Discard upload"
					pending={discarding.isPending}
					error={discarding.error === null ? null : errorFacts(discarding.error)}
					onClose={close}
					onConfirm={() => discarding.mutate([asked.id], { onSuccess: close })}
				>
					This deletes the uploaded file from the service. Datasets aren’t affected.
				</ConfirmDialog>
			)}
			{shown.map((upload) => (
				<Notice
					key={upload.id}
					tone="info"
					isSilent
					title={`${upload.fileName} isn’t saved yet`}
					action={
						<Inline component="span" gap={2}>
							{onResume === undefined ? (
								<LinkButton aria-label={`Continue with ${upload.fileName}`} to={paths.resumeUpload(upload.id)}>
									Continue
								</LinkButton>
							) : (
								<SecondaryButton aria-label={`Continue with ${upload.fileName}`} onClick={() => onResume(upload.id)}>
									Continue
								</SecondaryButton>
							)}
							<SecondaryButton aria-label={`Discard ${upload.fileName}`} onClick={() => setAsked(upload)}>
								Discard
							</SecondaryButton>
						</Inline>
					}
				>
					{into === undefined && (
						<>
							Uploaded <RelativeTime iso={upload.updatedAt} /> for {formatCoordinate(upload.target)}. The service keeps
							the file for a day.
						</>
					)}
				</Notice>
			))}
		</Stack>
	);
}
