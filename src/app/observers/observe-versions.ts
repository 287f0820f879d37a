import type { Query, QueryClient } from '@tanstack/react-query';
import type { BuildSpec } from '#contract/build-spec.ts';
import { textOf } from '../../features/build-specs/model.ts';
import { versionHistoryKey } from '../../features/build-specs/version-queries.ts';
import { isSamePerson, scopeOf, useSessionStore } from '../../features/session/model.ts';
import { seenVersions, storeEntries, type VersionEntry } from '../../storage/version-history.ts';
import type { Scope } from '../../storage/web-storage.ts';
import { itemsOf } from './names-in-answers.ts';
import { idle, observeAnswers } from './observe-answers.ts';

/** Versions written at once, so that a list of thousands doesn't block the page. */
const batch = 200;

/** Stores every version of a BuildSpec from current and future query responses. */
export function observeVersions(queryClient: QueryClient): void {
	useSessionStore.subscribe(({ session }, before) => {
		if (!isSamePerson(session, before.session)) visit = { seen: null };
	});
	observeAnswers(queryClient, (query) => look(queryClient, query));
}

/** State between a sign-in and a sign-out. A returning user may have removed everything stored before. */
let visit: { seen: Promise<Set<string>> | null } = { seen: null };
let writing: Promise<unknown> = Promise.resolve();

/** Versions belong to the user who was signed in when they arrived. */
function look(queryClient: QueryClient, { queryKey, state }: Query): void {
	const { session } = useSessionStore.getState();
	if (session === null || queryKey[0] !== 'build-specs' || state.data === undefined) return;
	const scope = scopeOf(session);
	const during = visit;
	// Already validated by the contract's schema.
	const specs = itemsOf(state.data).filter(isSpec);
	writing = writing
		.then(async () => {
			if (await keep(scope, specs, during)) await queryClient.invalidateQueries({ queryKey: versionHistoryKey });
		})
		.catch(() => {
			// Without a database there's no version history; nothing else depends on it.
		});
}

/** @returns whether anything was new */
async function keep(scope: Scope, specs: readonly BuildSpec[], during: typeof visit): Promise<boolean> {
	during.seen ??= seenVersions(scope);
	const seen = await during.seen;
	const fresh = specs.filter((spec) => !seen.has(markOf(spec)));
	for (let index = 0; index < fresh.length; index += batch) {
		await idle();
		if (during !== visit) return false;
		const some = fresh.slice(index, index + batch);
		await storeEntries(scope, some.map(entryOf));
		for (const spec of some) seen.add(markOf(spec));
	}
	return fresh.length > 0;
}

const markOf = ({ id, version }: BuildSpec): string => `${id}@${version}`;

const entryOf = (spec: BuildSpec): VersionEntry => ({
	buildSpecId: spec.id,
	version: spec.version,
	kind: 'seen',
	text: textOf(spec),
	savedAt: spec.updatedAt,
	at: Date.now(),
});

const isSpec = (item: object): item is BuildSpec => 'code' in item && 'updatedAt' in item;
