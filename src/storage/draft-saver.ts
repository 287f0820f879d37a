import { type Draft, removeDraft, type StoreOutcome, storeDraft } from './drafts.ts';
import type { Scope } from './web-storage.ts';

/** Stores the latest of a stream of drafts, each within `keepWithin` ms. */
export interface DraftSaver {
	/**
	 * Accepts a changed draft, to be stored soon. The draft's time is when it's stored, since another tab may remove an earlier
	 * one.
	 */
	note(draft: Omit<Draft, 'at'>): void;
	/** Stores a waiting draft now. Returns false if that failed. */
	flush(): boolean;
	/** Whether a draft isn't stored yet. */
	isWaiting(): boolean;
	discard(): void;
}

/** Maximum delay from a change to storing it, in ms. Counted from the first change, so steady typing doesn't postpone it. */
export const maxSaveDelayMs = 400;

export function createDraftSaver(scope: Scope, id: string, onOutcome: (outcome: StoreOutcome) => void): DraftSaver {
	let waiting: Omit<Draft, 'at'> | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let safe = true;

	const flush = (): boolean => {
		clearTimeout(timer);
		timer = undefined;
		if (waiting === null) return safe;
		const outcome = storeDraft(scope, id, { ...waiting, at: Date.now() });
		safe = outcome.kept;
		// A draft that couldn't be stored keeps waiting; there may be space next time.
		if (outcome.kept) waiting = null;
		onOutcome(outcome);
		return safe;
	};

	return {
		note(draft) {
			waiting = draft;
			timer ??= setTimeout(flush, maxSaveDelayMs);
		},
		flush,
		isWaiting: () => waiting !== null,
		discard() {
			clearTimeout(timer);
			timer = undefined;
			waiting = null;
			safe = true;
			removeDraft(scope, id);
			onOutcome({ kept: true });
		},
	};
}
