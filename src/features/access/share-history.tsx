import { useInfiniteQuery } from '@tanstack/react-query';
import type { ShareChange } from '#contract/permission.ts';
import { Changes } from './changes.tsx';
import { shareChangesQuery } from './queries.ts';

/** What happened to the shares of a namespace: who did what to whom, and when. */
export function ShareHistory({ owner, namespace }: { owner: string; namespace: string }) {
	const changes = useInfiniteQuery(shareChangesQuery(owner, namespace));
	return (
		<Changes
			label="Changes of its shares"
			query={changes}
			items={(changes.data?.pages ?? []).flatMap((page) => page.items).map((it) => ({ at: it.at, words: wordsOf(it) }))}
			none="Nothing changed yet."
		/>
	);
}

function wordsOf({ action, username, role, by }: ShareChange): string {
	if (action === 'share-granted') return `${by} let ${username} in as ${role}`;
	if (action === 'share-revoked') return `${by} withdrew ${username}’s share as ${role}`;
	if (action === 'share-left') return `${username}, ${role} until then, left`;
	return `${action}: ${username}, ${role}, by ${by}`;
}
