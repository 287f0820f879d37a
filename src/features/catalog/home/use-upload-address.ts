import { useQuery } from '@tanstack/react-query';
import { joinNames } from '#contract/dataset.ts';
import { startFileIngestion } from '#contract/file-start.ts';
import { createNamespace, listNamespaces } from '#contract/namespace.ts';
import { paths } from '../../../routing/paths.ts';
import { recentPages } from '../../../storage/preferences.ts';
import { namespacesQuery } from '../../names/queries.ts';
import { useOffers, useScope } from '../../session/queries.ts';

/**
 * URL of the upload page; null if the user can't upload. The namespace is prefilled: the one whose pages were opened last or, if none was, the only
 * one the user may write to.
 */
export function useUploadAddress(): string | null {
	const scope = useScope();
	const canUpload = useOffers(startFileIngestion);
	const canCreate = useOffers(createNamespace);
	const { data } = useQuery({ ...namespacesQuery, enabled: useOffers(listNamespaces) });
	const writable = (data?.items ?? [])
		.filter(({ role }) => role !== 'viewer')
		.map(({ username, namespace }) => ({
			page: paths.namespace(username, namespace),
			name: joinNames([username, namespace]),
		}));
	if (!canUpload || (writable.length === 0 && !canCreate)) return null;
	const [first, ...others] = writable;
	const last = recentPages(scope)
		.map((opened) => writable.find(({ page }) => opened === page || opened.startsWith(`${page}/`)))
		.find((found) => found !== undefined);
	return paths.upload((last ?? (others.length === 0 ? first : undefined))?.name);
}
