import type { QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import { foldName } from '#contract/ids.ts';
import { moveUnsavedTexts } from '../../features/catalog/unsaved-texts.ts';
import { followRenamed } from '../../features/names/mutations.ts';
import { scopeOf, useSessionStore } from '../../features/session/model.ts';
import { decodeSegment } from '../../lib/decode-segment.ts';
import { withoutBasename } from '../../routing/basename.ts';
import { namesBefore, type Rename, watchRenames } from '../../storage/changes-elsewhere.ts';
import { moveRecentPages } from '../../storage/preferences.ts';

/** A URL below a namespace or dataset after its rename, or null if it doesn't contain the name. */
export function renamedAddress(pathname: string, rename: Omit<Rename, 'service'>): string | null {
	const segments = pathname.split('/');
	const before = namesBefore(rename);
	const is = (segment: string | undefined, name: string) =>
		segment !== undefined && foldName(decodeSegment(segment)) === foldName(name);
	const at = segments.findIndex((_, index) => before.every((name, next) => is(segments[index + next], name)));
	return at === -1 ? null : segments.with(at + before.length - 1, encodeURIComponent(rename.to)).join('/');
}

/** In every tab, moves pages of a renamed namespace or dataset to the new name, and rereads their data and URLs. */
export function followRenames(
	queryClient: QueryClient,
	router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'navigate'>,
): void {
	watchRenames((rename) => {
		const { session } = useSessionStore.getState();
		if (session?.baseUrl !== rename.service) return;
		void followRenamed(scopeOf(session), rename);
		// Must run before a page under the new URL looks for them.
		moveUnsavedTexts(scopeOf(session), rename);
		moveRecentPages(scopeOf(session), (address) => renamedAddress(address, rename) ?? address);
		const { pathname, search, hash } = router.state.location;
		const next = renamedAddress(withoutBasename(pathname), rename);
		if (next !== null) void router.navigate({ pathname: next, search, hash }, { replace: true });
		void queryClient.invalidateQueries();
	});
}
