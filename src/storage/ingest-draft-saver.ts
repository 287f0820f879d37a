import { type IngestDraft, keepIngestDraft, readIngestDraft } from './ingest-drafts.ts';
import type { Scope } from './web-storage.ts';
import { consolePath } from './web-storage.ts';

/** What it tells. */
export interface IngestDraftNews {
	/** What is to be shown: the draft that there was, null for none, and what another tab keeps while nothing waits here. */
	readonly onDraft: (draft: IngestDraft | null) => void;
	/** All that was changed is kept; or why not, in words. */
	readonly onKept: (problem: string | null) => void;
	/** Another tab kept this while something waited here, which is not kept before somebody decides; null: it is decided. */
	readonly onOther: (other: IngestDraft | null) => void;
}

/** The draft of a person, of which every tab of this browser shows the same. */
export interface IngestDraftSaver {
	/** Takes what was changed in this tab; it is kept soon. */
	note(make: () => Omit<IngestDraft, 'at'>): void;
	/** Keeps now what is still waiting. */
	flush(): void;
	/** Whether something waits that will not be kept by itself. */
	isStuck(): boolean;
	/** Decides between what waits here and what another tab kept. */
	decide(mine: boolean): void;
	/** Keeps what is still waiting, and hears of other tabs no more. */
	close(): void;
}

/** From a change to its being kept, ms. Counted from the first change, so that steady typing does not postpone it. */
const soon = 250;

/** Reads the draft, keeps what is changed here, and follows what another tab keeps. */
export function openIngestDraft(scope: Scope, news: IngestDraftNews): IngestDraftSaver {
	const name = `dataset-console${consolePath()}ingest-draft/${JSON.stringify([scope.service, scope.user])}`;
	const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
	/** `at` of what this tab read or kept last. */
	let known: number | null = null;
	let waiting: Parameters<IngestDraftSaver['note']>[0] | null = null;
	let other: IngestDraft | null = null;
	let problem: string | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isClosed = false;
	/** One behind the other: each goes on from what the one before kept or read. */
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
			const kept = await keepIngestDraft(scope, make(), known);
			if ('other' in kept) {
				other = kept.other;
				news.onOther(other);
				return;
			}
			known = kept.at;
			channel?.postMessage('kept');
			problem = null;
			// What was changed while this was written is not kept yet.
			if (waiting !== make) return;
			waiting = null;
		} catch {
			problem = 'This browser can’t store these records. They will be lost when you close the page.';
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
