import type { Frame } from '../../a2a/client.ts';
import {
	type ConversationMark,
	keepConversation,
	keepFrames,
	keepTurn,
	maxFrameLength,
	maxFrames,
	sayConversationChanged,
} from '../../storage/conversations.ts';
import type { Scope } from '../../storage/web-storage.ts';
import type { Ending, TurnStart } from './conversation.ts';

/** Interval between writes of frames, in ms. */
const writePause = 250;
/** Maximum frames per write: copying thousands to the database would block input. */
const most = 200;

export type Recorder = Awaited<ReturnType<typeof record>>;

/**
 * Records an answer while it arrives: frames go to the browser's database, not to memory. If the browser can't store
 * them, the answer continues and `problem` says why.
 */
export async function record(scope: Scope, mark: ConversationMark, start: TurnStart) {
	const turn = { id: start.id, conversation: mark.id, asked: start };
	let frames: Frame[] = [];
	let [count, length, dropped, batch] = [0, 0, 0, 0];
	let timer: ReturnType<typeof setTimeout> | undefined;
	let written: Promise<void> = Promise.resolve();
	let problem: string | null = null;
	const attempt = (work: () => Promise<void>): Promise<void> => {
		written = written.then(work).catch((error: unknown) => {
			problem = explain(error);
		});
		return written;
	};
	const write = () => {
		clearTimeout(timer);
		timer = undefined;
		if (frames.length === 0) return;
		const [portion, index] = [frames, batch];
		frames = [];
		batch += 1;
		void attempt(() => keepFrames(start.id, index, portion));
	};
	await attempt(() => keepConversation(scope, mark));
	await attempt(() => keepTurn({ ...turn, ending: null, endedAt: null, framesDropped: 0 }));
	const { service, user } = scope;
	const sayChanged = (asked: { turn: string; after: string | null } | null) =>
		sayConversationChanged({ service, user, id: mark.id, asked });
	sayChanged(start.beside === null ? { turn: start.id, after: start.after } : null);
	return {
		/** Why nothing is stored; null while everything is. */
		get problem() {
			return problem;
		},
		frame(frame: Frame) {
			count += 1;
			length += frame.text.length;
			if (count > maxFrames || length > maxFrameLength) {
				dropped += 1;
				return;
			}
			frames.push(frame);
			if (frames.length >= most) write();
			else timer ??= setTimeout(write, writePause);
		},
		async end(ending: Ending, at: number) {
			write();
			await attempt(() => keepTurn({ ...turn, ending, endedAt: at, framesDropped: dropped }));
			sayChanged(null);
		},
	};
}

function explain(error: unknown): string {
	if (error instanceof DOMException && error.name === 'QuotaExceededError') {
		return 'This browser has no storage left. Delete some conversations, or export this conversation.';
	}
	return 'This browser can’t store conversations. You may be in a private window. To keep this conversation, export it before you close the page.';
}
