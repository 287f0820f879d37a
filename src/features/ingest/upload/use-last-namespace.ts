import { paths } from '../../../routing/paths.ts';
import { keepRecentPage, recentPages } from '../../../storage/preferences.ts';
import { useWritableNamespaces } from '../../names/queries.ts';
import { useScope } from '../../session/queries.ts';

interface NamespaceRef {
	readonly owner: string;
	readonly namespace: string;
}

/** The writable namespace that the user opened or uploaded to last or, if there was none, the only one. Undefined: several, or not loaded yet. */
export function useLastNamespace() {
	const scope = useScope();
	const writable = useWritableNamespaces().map(({ username: owner, namespace }) => ({ owner, namespace }));
	const pageOf = ({ owner, namespace }: NamespaceRef) => paths.namespace(owner, namespace);
	const isWithin = (address: string, page: string) => address === page || address.startsWith(`${page}/`);
	const recent = recentPages(scope)
		.map((address) => writable.find((candidate) => isWithin(address, pageOf(candidate))))
		.find((found) => found !== undefined);
	return {
		last: recent ?? (writable.length === 1 ? writable[0] : undefined),
		keepLast: (target: NamespaceRef) => keepRecentPage(scope, pageOf(target)),
	};
}
