import type { Exchange } from '../../api/http.ts';
import type { Noted } from '../../features/activity/record.ts';
import { scopeOf, useSessionStore } from '../../features/session/model.ts';

/** From a finished request to its being kept, ms: they come in bursts, and a write's answer is read in between. */
const pause = 300;
/** Most requests that wait while the code that keeps them cannot be loaded. */
const mostWaiting = 500;

/** From the browser's word that the page goes to the end of what it was asking for, ms. */
const goingFor = 2_000;
let goingSince = Number.NEGATIVE_INFINITY;
window.addEventListener('beforeunload', () => {
	goingSince = performance.now();
});

/** The code that keeps them, once it is there. */
let recorder: typeof import('../../features/activity/record.ts') | null = null;

let waiting: Noted[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Puts a finished request down in the journal of who is signed in. */
export function keepActivity(exchange: Exchange): void {
	const { session } = useSessionStore.getState();
	if (session === null) return;
	// Whether anything has changed is asked all the time.
	if (exchange.status === 304) return;
	// What the browser ends because the page goes is no failure of anybody.
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
		// It comes when the console's server answers again; it is asked for with the next request.
		waiting = waiting.slice(-mostWaiting);
		return;
	}
	const portion = waiting;
	waiting = [];
	await recorder.recordActivity(portion);
}

/** The page goes before the next portion is kept. */
function leave(): void {
	recorder?.leaveActivity(waiting);
	if (recorder !== null) waiting = [];
}
