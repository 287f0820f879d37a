import { type Draft, type Kept, keepDraft, removeDraft } from './drafts.ts';
import type { Scope } from './web-storage.ts';

/** Keeps the latest of a stream of drafts, each within `keepWithin` ms of its change. */
export interface DraftSaver {
	/** Takes a changed draft; it is kept soon. Its time is when it is kept: another tab may remove what was kept before. */
	note(draft: Omit<Draft, 'at'>): void;
	/** Keeps now what is still waiting. Answers false when it could not be kept. */
	flush(): boolean;
	/** Whether something is not kept yet. */
	isWaiting(): boolean;
	/** Removes what was kept and forgets what is waiting. */
	discard(): void;
}

/** From a change to its being kept, ms. Counted from the first change, so that steady typing does not postpone it. */
export const keepWithin = 400;

export function createDraftSaver(scope: Scope, id: string, onOutcome: (outcome: Kept) => void): DraftSaver {
	let waiting: Omit<Draft, 'at'> | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let safe = true;

	const flush = (): boolean => {
		clearTimeout(timer);
		timer = undefined;
		if (waiting === null) return safe;
		const outcome = keepDraft(scope, id, { ...waiting, at: Date.now() });
		safe = outcome.kept;
		// A draft that was refused stays waiting: room may have been made by the next attempt.
		if (outcome.kept) waiting = null;
		onOutcome(outcome);
		return safe;
	};

	return {
		note(draft) {
			waiting = draft;
			timer ??= setTimeout(flush, keepWithin);
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
