import { create } from 'zustand';
import type { Rename } from '../../../storage/changes-elsewhere.ts';

/** A rename that was just done here: what it leaves to do is shown until the person has seen it, also under the new address. */
export const useRenameOutcome = create<{
	readonly done: { readonly rename: Rename; readonly found: boolean } | null;
}>(() => ({ done: null }));
