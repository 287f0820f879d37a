import { type IngestDraft, readIngestDraft, storeIngestDraft } from './ingest-drafts.ts';
import type { Scope } from './web-storage.ts';
import { consolePath } from './web-storage.ts';

/** Callbacks of the saver. */
export interface IngestDraftNews {
	/** The draft to show: the stored one (null: none), or another tab's changes while nothing waits here. */
	readonly onDraft: (draft: IngestDraft | null) => void;
	/** Called when all changes are stored (null), or with the reason why not. */
	readonly onKept: (problem: string | null) => void;
	/**
	 * Called with another tab's draft that was stored while changes wait here, which are held until the user decides.
	 * Null: decided.
	 */
	readonly onOther: (other: IngestDraft | null) => void;
}

/** A user's draft, shared by all tabs of this browser. */
export interface IngestDraftSaver {
	/** Accepts this tab's changes, to be stored soon. */
	note(make: () => Omit<IngestDraft, 'at'>): void;
	/** Stores waiting changes now. */
	flush(): void;
	/** Whether changes wait for the user's decision. */
	isStuck(): boolean;
	/** Chooses between this tab's waiting changes and the other tab's. */
	decide(mine: boolean): void;
	/** Stores waiting changes and stops listening to other tabs. */
	close(): void;
}

/** Delay from a change to storing it, in ms. Counted from the first change, so steady typing doesn't postpone it. */
const soon = 250;

/** Reads the draft, stores changes made here, and follows other tabs. */
export function openIngestDraft(scope: Scope, news: IngestDraftNews): IngestDraftSaver {
	const name = `dataset-console${consolePath()}ingest-draft/${JSON.stringify([scope.service, scope.user])}`;
	const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
	/** `at` of what this tab last read or stored. */
	let known: number | null = null;
	let waiting: Parameters<IngestDraftSaver['note']>[0] | null = null;
	let other: IngestDraft | null = null;
	let problem: string | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isClosed = false;
	/** In sequence: each continues from what the previous one stored or read. */
	let last: Promise<void> = Promise.resolve();
	const inTurn = (act: () => Promise<void>): Promise<void> => {
		last = last.then(act);
		return last;
	};

	const take = (draft: IngestDraft) => {
		known = draft.at;
		news.onDraft(draft);
	};

	async function follow(): Promise<void> {
		const draft = await readIngestDraft(scope).catch(() => null);
		if (isClosed || draft === null || draft.at === known) return;
		if (waiting === null) take(draft);
		else if (other !== null) {
			other = draft;
			news.onOther(draft);
		}
	}

	async function keep(): Promise<void> {
		const make = waiting;
		if (make === null || other !== null) return;
		try {
			const kept = await storeIngestDraft(scope, make(), known);
			if ('other' in kept) {
				other = kept.other;
				news.onOther(other);
				return;
			}
			known = kept.at;
			channel?.postMessage('kept');
			problem = null;
			// Changes made during the write aren't stored yet.
			if (waiting !== make) return;
			waiting = null;
		} catch {
			problem =
				'This browser can’t store these records. Save them to a dataset before you close the page, or they’ll be lost.';
		}
		news.onKept(problem);
	}

	const flush = () => {
		clearTimeout(timer);
		timer = undefined;
		if (waiting !== null) void inTurn(keep);
	};

	if (channel !== null) channel.onmessage = () => void inTurn(follow);
	void inTurn(async () => {
		const draft = await readIngestDraft(scope).catch(() => null);
		if (isClosed) return;
		if (draft === null) news.onDraft(null);
		else take(draft);
	});

	return {
		note(make) {
			if (isClosed) return;
			waiting = make;
			timer ??= setTimeout(flush, soon);
		},
		flush,
		isStuck: () => waiting !== null && (other !== null || problem !== null),
		decide(mine) {
			if (other === null) return;
			const theirs = other;
			other = null;
			news.onOther(null);
			if (mine) known = theirs.at;
			else {
				waiting = null;
				take(theirs);
			}
			flush();
		},
		close() {
			flush();
			isClosed = true;
			void last.then(() => channel?.close());
		},
	};
}
