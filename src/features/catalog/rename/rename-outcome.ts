import { create } from 'zustand';
import { foldName } from '#contract/ids.ts';
import type { Rename } from '../../../storage/changes-elsewhere.ts';

/** A rename that was just done here: what it leaves to do is shown until the person has seen it, also under the new address. */
export const useRenameOutcome = create<{
	readonly done: { readonly rename: Rename; readonly found: boolean } | null;
}>(() => ({ done: null }));

/** What became of the rename of a namespace, or of a dataset in it, by its name before or now; null where none was done. */
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
