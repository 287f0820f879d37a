import { mutationOptions } from '@tanstack/react-query';
import { cancelIngestion, markIngestionSeen } from '#contract/ingest.ts';
import { call } from '../../api/http.ts';
import { ingestKeys } from './queries.ts';

export const seenMutation = mutationOptions({
	mutationFn: async (ids: readonly string[]) => {
		for (const ingestionId of ids) await call(markIngestionSeen, { params: { ingestionId } });
	},
	meta: { invalidates: [ingestKeys.all] },
	// Those before the failed one were marked.
	onError: (_error, _ids, _none, { client }) => void client.invalidateQueries({ queryKey: ingestKeys.all }),
});

/** Deletes what was uploaded but not saved. */
export const discardMutation = mutationOptions({
	mutationFn: async (ids: readonly string[]) => {
		for (const ingestionId of ids) await call(cancelIngestion, { params: { ingestionId } });
	},
	meta: { invalidates: [ingestKeys.all] },
	// Those before the failed one were deleted.
	onError: (_error, _ids, _none, { client }) => void client.invalidateQueries({ queryKey: ingestKeys.all }),
});
