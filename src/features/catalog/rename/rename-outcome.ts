import { create } from 'zustand';
import { foldName } from '#contract/ids.ts';
import type { Rename } from '../../../storage/changes-elsewhere.ts';

/** The latest rename. What it leaves to do is shown until dismissed, also under the new URL. */
export const useRenameOutcome = create<{
	readonly done: { readonly rename: Rename; readonly found: boolean } | null;
}>(() => ({ done: null }));

/** Result of a rename of this namespace or dataset, by its old or new name; null if none. */
export function useOutcomeOf({ owner, namespace }: { owner: string; namespace: string }, datasetName?: string) {
	const done = useRenameOutcome((outcome) => outcome.done);
	if (done === null) return null;
	const { rename } = done;
	const [name, within] = datasetName === undefined ? [namespace, undefined] : [datasetName, namespace];
	const isOwn =
		foldName(rename.namespace ?? '') === foldName(within ?? '') &&
		[rename.from, rename.to].some((one) => foldName(one) === foldName(name));
	return isOwn && foldName(rename.owner) === foldName(owner) ? done : null;
}
