import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCoordinate } from '#contract/dataset.ts';
import { cancelIngestion, type Ingestion } from '#contract/ingest.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { call } from '../../../api/http.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { useScope } from '../../session/queries.ts';
import { ingestKeys, unfinishedUploadsQuery } from '../queries.ts';

export function UnfinishedUploads({ onResume }: { onResume: (id: string) => void }) {
	const { user } = useScope();
	const { data = [] } = useQuery(unfinishedUploadsQuery(user));
	const discarding = useMutation({
		mutationFn: (ingestionId: string) => call(cancelIngestion, { params: { ingestionId } }),
		meta: { invalidates: [ingestKeys.all] },
	});
	const [asked, setAsked] = useState<Ingestion | null>(null);
	const close = () => {
		setAsked(null);
		discarding.reset();
	};
	return (
		<>
			{asked !== null && (
				<ConfirmDialog
					opened
					title={`Discard upload of ${asked.fileName}?`}
					confirmLabel="Discard upload"
					pending={discarding.isPending}
					error={discarding.error === null ? null : errorFacts(discarding.error)}
					onClose={close}
					onConfirm={() => discarding.mutate(asked.id, { onSuccess: close })}
				>
					This deletes the uploaded file from the service. Datasets aren’t affected.
				</ConfirmDialog>
			)}
			{data.map((upload) => (
				<Notice
					key={upload.id}
					tone="info"
					isSilent
					title={`${upload.fileName} isn’t saved yet`}
					action={
						<Inline component="span" gap={2}>
							<SecondaryButton aria-label={`Continue with ${upload.fileName}`} onClick={() => onResume(upload.id)}>
								Continue
							</SecondaryButton>
							<SecondaryButton aria-label={`Discard ${upload.fileName}`} onClick={() => setAsked(upload)}>
								Discard
							</SecondaryButton>
						</Inline>
					}
				>
					Uploaded <RelativeTime iso={upload.updatedAt} /> for {formatCoordinate(upload.target)}. The service keeps the
					file for a day.
				</Notice>
			))}
		</>
	);
}
