import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listIngestions } from '#contract/ingest.ts';
import { readCorrections, storeCorrections } from '../../../storage/ingest-drafts.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import { ingestionsQuery } from '../queries.ts';
import { correctionsOf, type Edits } from './rejected-rows.ts';

/** Edits of an ingestion's skipped rows, kept in this browser until they're added, and the ingestions that added some. */
export function useEdits(ingestion: Parameters<typeof correctionsOf>[0]) {
	const scope = useScope();
	const queryClient = useQueryClient();
	const list = useQuery({ ...ingestionsQuery(false), enabled: useOffers(listIngestions) });
	const added = correctionsOf(ingestion, list.data?.items ?? []);
	const queryKey = ['corrections', scope.service, scope.user, ingestion.id];
	const { data: kept = null } = useQuery({
		queryKey,
		queryFn: () => readCorrections(scope, ingestion.id),
		staleTime: 0,
	});
	const edits: Edits = new Map(kept !== null && kept.added >= added.length ? kept.rows : []);
	const setEdits = (next: Edits) => {
		const corrections = {
			added: added.length,
			rows: [...next].map(([index, row]) => [index, { ...row }] as [number, Record<string, string>]),
		};
		queryClient.setQueryData(queryKey, corrections);
		void storeCorrections(scope, ingestion.id, corrections);
	};
	return { edits, setEdits, added };
}
