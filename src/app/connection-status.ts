import { create } from 'zustand';
import type { Exchange } from '../api/http.ts';
import { useSessionStore } from '../features/session/model.ts';

/** Whether the session's service answered when it was last asked; null before it was asked. */
export const useConnectionStatus = create<{ readonly reachable: boolean | null }>(() => ({ reachable: null }));

/** What a proxy answers when the service behind it does not. */
const awayStatuses: readonly number[] = [0, 502, 503, 504];

/** Takes note of a finished call. Calls to other services, as when signing in, say nothing about this one. */
export function noteExchange(exchange: Exchange): void {
	const base = useSessionStore.getState().session?.baseUrl;
	if (base === undefined || !exchange.url.startsWith(`${base}/`)) return;
	const reachable = !awayStatuses.includes(exchange.status);
	if (useConnectionStatus.getState().reachable !== reachable) useConnectionStatus.setState({ reachable });
}
