import { create } from 'zustand';
import { foldName } from '#contract/ids.ts';
import type { ShareRole } from '#contract/permission.ts';
import type { SharedNamespace } from '../../storage/shared-with-me.ts';

export type MyShareChange =
	| { readonly kind: 'withdrawn'; readonly share: SharedNamespace }
	| { readonly kind: 'role'; readonly share: SharedNamespace; readonly role: ShareRole }
	| { readonly kind: 'renamed'; readonly share: SharedNamespace; readonly to: string };

const keyOf = ({ owner, namespace }: Pick<SharedNamespace, 'owner' | 'namespace'>): string =>
	foldName(`${owner}/${namespace}`);

/** Changes between two checks of shared namespaces. New shares are left out, as they aren't a loss. */
export function changesOf(before: readonly SharedNamespace[], now: readonly SharedNamespace[]): MyShareChange[] {
	const found = new Map(now.map((namespace) => [keyOf(namespace), namespace]));
	const known = new Set(before.map(keyOf));
	return before.flatMap((share): MyShareChange[] => {
		const same = found.get(keyOf(share));
		if (same !== undefined) return same.role === share.role ? [] : [{ kind: 'role', share, role: same.role }];
		const renamed = now.find(
			(namespace) =>
				namespace.owner === share.owner && namespace.createdAt === share.createdAt && !known.has(keyOf(namespace)),
		);
		return [renamed === undefined ? { kind: 'withdrawn', share } : { kind: 'renamed', share, to: renamed.namespace }];
	});
}

/** Detected changes the user hasn't dismissed. */
export const useShareChanges = create<{ readonly changes: readonly MyShareChange[] }>(() => ({ changes: [] }));

/** A newer change of a namespace replaces the older one. */
export const notifyChanges = (changes: readonly MyShareChange[]): void =>
	useShareChanges.setState((state) => {
		const about = new Set(changes.map((change) => keyOf(change.share)));
		return { changes: [...state.changes.filter((change) => !about.has(keyOf(change.share))), ...changes] };
	});

/** The user has read it, or caused it. */
export const dismissChange = (share: Pick<SharedNamespace, 'owner' | 'namespace'>): void =>
	useShareChanges.setState((state) => ({
		changes: state.changes.filter((change) => keyOf(change.share) !== keyOf(share)),
	}));

export const dismissAllChanges = (): void => useShareChanges.setState({ changes: [] });
