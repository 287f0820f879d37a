import { startFileIngestion } from '#contract/file-start.ts';
import { createNamespace } from '#contract/namespace.ts';
import { useWritableNamespaces } from '../../names/queries.ts';
import { useOffers } from '../../session/queries.ts';

/** Whether the user has a namespace to upload data to, or can create one. */
export function useMayUpload(): boolean {
	const canUpload = useOffers(startFileIngestion);
	const canCreate = useOffers(createNamespace);
	const writable = useWritableNamespaces();
	return canUpload && (canCreate || writable.length > 0);
}
