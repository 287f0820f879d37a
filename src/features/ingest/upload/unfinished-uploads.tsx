import { useMutation, useQuery } from '@tanstack/react-query';
import { formatCoordinate } from '#contract/dataset.ts';
import { cancelIngestion } from '#contract/ingest.ts';
import { call } from '../../../api/http.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useScope } from '../../session/queries.ts';
import { ingestKeys, unfinishedUploadsQuery } from '../queries.ts';

/** Files that were uploaded and not saved, because their page was left. */
export function UnfinishedUploads({ onResume }: { onResume: (id: string) => void }) {
	const { user } = useScope();
	const { data = [] } = useQuery(unfinishedUploadsQuery(user));
	const discarding = useMutation({
		mutationFn: (ingestionId: string) => call(cancelIngestion, { params: { ingestionId } }),
		meta: { invalidates: [ingestKeys.all] },
	});
	return (
		<>
			{data.map(({ id, fileName, target, updatedAt }) => (
				<Notice
					key={id}
					tone="info"
					isSilent
					title={`${fileName} isn’t saved yet`}
					action={
						<Inline component="span" gap={2}>
							<SecondaryButton aria-label={`Continue with ${fileName}`} onClick={() => onResume(id)}>
								Continue
							</SecondaryButton>
							<SecondaryButton aria-label={`Discard ${fileName}`} onClick={() => discarding.mutate(id)}>
								Discard
							</SecondaryButton>
						</Inline>
					}
				>
					Uploaded <RelativeTime iso={updatedAt} /> for {formatCoordinate(target)}. The service keeps it for a day.
				</Notice>
			))}
			<QueryErrorPanel title="The upload wasn’t discarded" query={discarding} />
		</>
	);
}
