import { create } from 'zustand';
import { nextTask } from '#lib/concurrency/next-task.ts';
import { AgentError, ask, callMethod, type SendOptions } from '../../a2a/client.ts';
import { isTerminal } from '../../a2a/events.ts';
import { type ApiError, isApiError } from '../../api/api-error.ts';
import { baseUrl } from '../../api/http.ts';
import { isUnder } from '../../api/request-url.ts';
import { explainUnreachable } from '../../lib/browser/explain-unreachable.ts';
import { atQuietFrame } from '../../lib/browser/quiet-frame.ts';
import { holdLock } from '../../storage/tab-locks.ts';
import { begin, type Ending, end, endingOf, fold, type Received, type Turn, type TurnStart } from './conversation.ts';
import type { Recorder } from './recorder.ts';

interface Live {
	/** Answers that were asked for since the page was loaded, by the id of their turn. */
	readonly turns: Readonly<Record<string, Turn>>;
	/** The same turns as they began: a list that changes with a question, not with what is answered. */
	readonly begun: readonly Turn[];
	/** Why the browser does not keep what is asked, in words; null while it does. */
	readonly notKept: string | null;
}

const nothing: Live = { turns: {}, begun: [], notKept: null };

export const useLive = create<Live>(() => nothing);

/** A turn as it stands now: the answer may go on. */
export const useTurn = (turn: Turn): Turn => useLive((live) => live.turns[turn.id]) ?? turn;

export const turnNow = (turn: Turn): Turn => useLive.getState().turns[turn.id] ?? turn;

const controllers = new Map<string, AbortController>();

const put = (turn: Turn): void => useLive.setState(({ turns }) => ({ turns: { ...turns, [turn.id]: turn } }));

/** Ends an answer that goes on; what came stays. */
export const stop = (turn: string): void => controllers.get(turn)?.abort('stopped');

/** Ends every answer: somebody signed out. */
export function stopAll(): void {
	for (const controller of controllers.values()) controller.abort('stopped');
	useLive.setState(nothing);
}

/**
 * Asks, and folds what comes into a turn of the store, at every second drawn frame at most. Fulfills with the turn as it ended.
 * @param request the JSON-RPC request of the question
 * @param send how it is sent
 */
export async function run(
	start: TurnStart,
	request: Readonly<Record<string, unknown>>,
	target: Pick<SendOptions, 'bearer' | 'headers'>,
	recorder: Recorder,
	send = ask,
): Promise<Turn> {
	const controller = new AbortController();
	controllers.set(start.id, controller);
	let turn = begin(start);
	put(turn);
	const begun = turn;
	useLive.setState((live) => ({ begun: [...live.begun, begun], notKept: recorder.problem }));
	let received: Received[] = [];
	const takeIn = () => {
		if (received.length === 0) return;
		turn = fold(turn, received);
		received = [];
		put(turn);
	};
	const later = paced(takeIn);
	let ending: Ending | null = null;
	const lock = holdLock(answerLock(start.id));
	try {
		const options = { ...target, signal: controller.signal, onFrame: recorder.frame };
		let since = performance.now();
		for await (const events of send(start.url, request, options)) {
			const at = Date.now();
			for (const event of events) received.push({ event, at });
			later();
			// What has come already is read without a pause between: keys and frames would wait for all of it.
			if (performance.now() - since < longestWork) continue;
			await nextTask();
			since = performance.now();
		}
	} catch (error) {
		ending = controller.signal.aborted ? { kind: 'stopped' } : await endingIn(error, start.url, target.headers);
	}
	controllers.delete(start.id);
	takeIn();
	if (ending?.kind === 'stopped') cancelTask(turn, target);
	const at = Date.now();
	turn = end(turn, ending ?? endingOf(turn), at);
	put(turn);
	if (turn.ending !== null) await recorder.end(turn.ending, at);
	void lock.then((release) => release?.());
	if (recorder.problem !== null) useLive.setState({ notKept: recorder.problem });
	return turn;
}

/** An agent elsewhere may go on when nobody listens any more: it is told to stop. The service's own do so by themselves. */
function cancelTask({ url, taskId, state }: Turn, target: Pick<SendOptions, 'bearer' | 'headers'>): void {
	if (taskId === null || isTerminal(state ?? '') || isUnder(baseUrl(), url)) return;
	// Whatever it answers, the person has stopped waiting.
	callMethod(url, 'CancelTask', { id: taskId }, { ...target, signal: AbortSignal.timeout(10_000) }).catch(() => {});
}

/** Of the time, what is left to everything else while answers are drawn. */
const share = 2;

/** Text that grows thirty times a second is as smooth as at sixty, for half of the work. Less than two frames, ms: */
const leastPause = 25;

/** Does some work at every second frame, and no sooner again than the drawing of the one before took twice over. */
function paced(work: () => void): () => void {
	let waiting = false;
	let free = 0;
	const perform = () => {
		const began = performance.now();
		waiting = false;
		work();
		// By the next task what was changed is drawn.
		void nextTask().then(() => {
			const now = performance.now();
			free = Math.max(began + leastPause, now + share * (now - began));
		});
	};
	return () => {
		if (waiting) return;
		waiting = true;
		const pause = free - performance.now();
		// Frames are not drawn in hidden tabs.
		if (document.hidden) setTimeout(perform, 100);
		else if (pause < frame) atQuietFrame(perform);
		else setTimeout(() => atQuietFrame(perform), pause - frame);
	};
}

/** Of a screen that is drawn sixty times a second, ms. */
const frame = 16;

/** Longest work on a stream before keys and frames have their turn, ms. */
const longestWork = 8;

/** Held while an answer goes on in some tab of this browser. */
export const answerLock = (turn: string): string => `answer ${turn}`;

async function endingIn(error: unknown, url: string, headers: SendOptions['headers'] = {}): Promise<Ending> {
	if (isApiError(error)) {
		const message = isUnder(baseUrl(), url)
			? error.message
			: await explainRefusal(error, url, Object.keys(headers).length > 0);
		return { kind: 'refused', message, code: error.code, requestId: error.requestId };
	}
	if (error instanceof AgentError && error.kind === 'cut') {
		return { kind: 'cut', message: `${error.message} The part that arrived is kept.` };
	}
	if (error instanceof AgentError) {
		const code = error.code === null ? 'NOT_JSON_RPC' : String(error.code);
		return { kind: 'refused', message: error.message, code, requestId: null, data: error.data };
	}
	const message = error instanceof Error ? error.message : String(error);
	return { kind: 'refused', message: `Couldn’t read the answer: ${message}`, code: 'UNREADABLE', requestId: null };
}

/** Why an agent outside of the service did not answer, and what can be done. */
async function explainRefusal(error: ApiError, url: string, hadToken: boolean): Promise<string> {
	if (error.kind === 'unreachable') return await explainUnreachable(url);
	if (error.status !== 401 && error.status !== 403) return error.message;
	const why = hadToken ? 'rejected the token' : 'requires a token';
	return `${new URL(url).host} ${why}. To set it, select "About" for this agent below.`;
}
