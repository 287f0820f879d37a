import type { Exchange } from '../../api/http.ts';
import type { Noted } from '../../features/activity/record.ts';
import { scopeOf, useSessionStore } from '../../features/session/model.ts';

/**
 * Delay before storing finished requests, in ms. They come in bursts, and a write's response is read during the delay.
 */
const pause = 300;
/** Maximum requests that wait while the recorder's code can't be loaded. */
const maxWaiting = 500;

/** Failed requests within this time after the page starts to unload, in ms, are attributed to that. */
const goingFor = 2_000;
let goingSince = Number.NEGATIVE_INFINITY;
window.addEventListener('beforeunload', () => {
	goingSince = performance.now();
});

/** Loaded on demand. */
let recorder: typeof import('../../features/activity/record.ts') | null = null;

let waiting: Noted[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Records a finished request in the signed-in user's activity log. */
export function logActivity(exchange: Exchange): void {
	const { session } = useSessionStore.getState();
	if (session === null) return;
	// Unchanged responses are skipped, because they're polled constantly.
	if (exchange.status === 304) return;
	// Requests the browser cancels when leaving the page aren't failures.
	if (exchange.status === 0 && performance.now() - goingSince < goingFor) return;
	if (waiting.length === 0) window.addEventListener('pagehide', leave);
	waiting.push({ exchange, scope: scopeOf(session) });
	if (timer === undefined) timer = setTimeout(() => void flush(), pause);
}

async function flush(): Promise<void> {
	timer = undefined;
	try {
		recorder ??= await import('../../features/activity/record.ts');
	} catch {
		// The recorder is loaded with the next request, once the console's server responds again.
		waiting = waiting.slice(-maxWaiting);
		return;
	}
	const portion = waiting;
	waiting = [];
	await recorder.recordActivity(portion);
}

/** The page closes before the next batch is stored. */
function leave(): void {
	recorder?.leaveActivity(waiting);
	if (recorder !== null) waiting = [];
}
