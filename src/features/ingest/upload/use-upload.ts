import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { listUploadRecipes } from '../../../storage/ingest-drafts.ts';
import { createNamespaceMutation } from '../../names/namespace-mutations.ts';
import { nameKeys, schemaQuery } from '../../names/queries.ts';
import { useScope } from '../../session/queries.ts';
import { ingestKeys } from '../queries.ts';
import { createUploadFlow, type Uploading } from './upload-flow.ts';

/** @param begun upload to resume, or null @param onNamespaceMade called once the new namespace exists */
export function useUpload(begun: string | null, onNamespaceMade: () => void) {
	const queryClient = useQueryClient();
	const scope = useScope();
	const [uploading, setUploading] = useState<Uploading>(
		begun === null ? { state: 'choosing', error: null } : { state: 'resuming' },
	);
	const [flow] = useState(() =>
		createUploadFlow({
			show: (next) => {
				const isFound = next.state === 'reviewing' && !next.isReviewing && !next.isCleaning;
				// A wide file's review has hundreds of controls, so it renders as a transition.
				if (isFound) startTransition(() => setUploading(next));
				else setUploading(next);
			},
			onNamespaceMade,
			makeNamespace: ({ owner, namespace }) =>
				queryClient
					.getMutationCache()
					.build(queryClient, createNamespaceMutation())
					.execute({ owner, name: namespace }),
			findDataset: (destination) => queryClient.fetchQuery({ ...schemaQuery(destination), staleTime: 0 }),
			listRecipes: () => listUploadRecipes(scope),
			onLeft: () => void queryClient.invalidateQueries({ queryKey: ingestKeys.all }),
			onSaved: () => {
				for (const queryKey of [ingestKeys.all, nameKeys.all, nameKeys.schemas])
					void queryClient.invalidateQueries({ queryKey });
			},
		}),
	);
	useEffect(() => flow.leave, [flow]);
	return { uploading, ...flow };
}
