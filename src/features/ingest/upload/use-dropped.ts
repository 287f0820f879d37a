import { useEffectEvent, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ReviewRequest } from '#contract/file-ingestion.ts';

/** Files dropped or pasted on any page are named in the URL; a reload rereads them. @returns cleanup */
export function useDropped(take: (files: readonly File[], decided: ReviewRequest | null) => void): () => void {
	const { state, key, search } = useLocation();
	const navigate = useNavigate();
	const { files: dropped, decided }: { files?: unknown; decided?: unknown } = Object(state);
	const takeDropped = useEffectEvent(take);
	// Before anything more can be chosen in the form, which wouldn't apply to this upload.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the same file may be dropped again
	useLayoutEffect(() => {
		if (Array.isArray(dropped))
			takeDropped(
				dropped.filter((file) => file instanceof File),
				ReviewRequest.safeParse(decided).data ?? null,
			);
	}, [dropped, key]);
	return () => {
		if (dropped !== undefined) void navigate({ search }, { replace: true, state: null });
	};
}
