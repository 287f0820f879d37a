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
import {
	begin,
	type Ending,
	end,
	endingOf,
	fold,
	lostMessage,
	type Received,
	type Turn,
	type TurnStart,
} from './conversation.ts';
import type { Recorder } from './recorder.ts';

interface Live {
	/** Answers requested since the page loaded, by turn id. */
	readonly turns: Readonly<Record<string, Turn>>;
	/** The same turns as they began: changes with questions, not with answers. */
	readonly begun: readonly Turn[];
	/** Why this browser isn't storing the conversation; null while it is. */
	readonly notKept: string | null;
}

const nothing: Live = { turns: {}, begun: [], notKept: null };

export const useLive = create<Live>(() => nothing);

/** Current state of a turn that may still be running. */
export const useTurn = (turn: Turn): Turn => useLive((live) => live.turns[turn.id]) ?? turn;

export const turnNow = (turn: Turn): Turn => useLive.getState().turns[turn.id] ?? turn;

const controllers = new Map<string, AbortController>();

const put = (turn: Turn): void => useLive.setState(({ turns }) => ({ turns: { ...turns, [turn.id]: turn } }));

export const stop = (turn: string): void => controllers.get(turn)?.abort('stopped');

/** Stops all answers, on sign-out. */
export function stopAll(): void {
	for (const controller of controllers.values()) controller.abort('stopped');
	useLive.setState(nothing);
}

/**
 * Asks and folds events into a turn of the store, at most every second frame. Resolves with the final turn.
 * @param request the question's JSON-RPC request
 * @param send sends it
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
			// Events that already arrived are processed without a pause, up to a limit, so input and rendering aren't
			// blocked.
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

/** External agents may continue after a disconnect, so they're told to stop. The service's own stop by themselves. */
function cancelTask({ url, taskId, state }: Turn, target: Pick<SendOptions, 'bearer' | 'headers'>): void {
	if (taskId === null || isTerminal(state ?? '') || isUnder(baseUrl(), url)) return;
	// The response doesn't matter: the user stopped waiting.
	callMethod(url, 'CancelTask', { id: taskId }, { ...target, signal: AbortSignal.timeout(10_000) }).catch(() => {});
}

/** Fraction of time left for everything else while answers render. */
const share = 2;

/**
 * Minimum delay between renders, less than two frames, in ms: growing text looks as smooth at 30 fps as at 60, for half
 * the work.
 */
const leastPause = 25;

/** Runs work at most every second frame, and leaves twice the duration of the last render in between. */
function paced(work: () => void): () => void {
	let waiting = false;
	let free = 0;
	const perform = () => {
		const began = performance.now();
		waiting = false;
		work();
		// The next task runs after rendering.
		void nextTask().then(() => {
			const now = performance.now();
			free = Math.max(began + leastPause, now + share * (now - began));
		});
	};
	return () => {
		if (waiting) return;
		waiting = true;
		const pause = free - performance.now();
		// Hidden tabs don't render frames.
		if (document.hidden) setTimeout(perform, 100);
		else if (pause < frame) atQuietFrame(perform);
		else setTimeout(() => atQuietFrame(perform), pause - frame);
	};
}

/** Frame duration at 60 fps, in ms. */
const frame = 16;

/** Maximum time of stream processing before yielding, in ms. */
const longestWork = 8;

/** Lock held while some tab of this browser receives an answer. */
export const answerLock = (turn: string): string => `answer ${turn}`;

async function endingIn(error: unknown, url: string, headers: SendOptions['headers'] = {}): Promise<Ending> {
	if (isApiError(error)) {
		const message = isUnder(baseUrl(), url)
			? error.message
			: await explainRefusal(error, url, Object.keys(headers).length > 0);
		return { kind: 'refused', message, code: error.code, requestId: error.requestId };
	}
	if (error instanceof AgentError && error.kind === 'cut') {
		return { kind: 'cut', message: lostMessage };
	}
	if (error instanceof AgentError) {
		const code = error.code === null ? 'NOT_JSON_RPC' : String(error.code);
		return { kind: 'refused', message: error.message, code, requestId: null, data: error.data };
	}
	const data = error instanceof Error ? error.message : String(error);
	const message = 'Couldn’t read the answer. Ask again, or contact the agent’s owner.';
	return { kind: 'refused', message, code: 'UNREADABLE', requestId: null, data };
}

/** Why an external agent didn't answer, and what to do. */
async function explainRefusal(error: ApiError, url: string, hadToken: boolean): Promise<string> {
	if (error.kind === 'unreachable') return await explainUnreachable(url);
	if (error.status !== 401 && error.status !== 403) return error.message;
	const why = hadToken ? 'rejected the token' : 'requires a token';
	return `${new URL(url).host} ${why}. To ${hadToken ? 'replace it' : 'enter one'}, open "About" for this agent below.`;
}
