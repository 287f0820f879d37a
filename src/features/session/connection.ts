import { create } from 'zustand';
import type { Exchange } from '../../api/http.ts';
import { useSessionStore } from './model.ts';

interface ConnectionStatus {
	/** Whether the session's service answered when it was last asked; null before it was asked. */
	readonly reachable: boolean | null;
	/** When it was last asked, ms since 1970. */
	readonly askedAt: number;
	/** Calls without an answer since there was one. The first may have been lost on its way: the next one tells. */
	readonly lost: number;
}

export const useConnectionStatus = create<ConnectionStatus>(() => ({ reachable: null, askedAt: 0, lost: 0 }));

/** What a proxy answers when the service behind it does not. */
const awayStatuses: readonly number[] = [0, 502, 503, 504];

/** Takes note of a finished call. Calls to other services, as when signing in, say nothing about this one. */
export function noteExchange(exchange: Exchange): void {
	const base = useSessionStore.getState().session?.baseUrl;
	if (base === undefined || !exchange.url.startsWith(`${base}/`)) return;
	const { lost: before } = useConnectionStatus.getState();
	const lost = awayStatuses.includes(exchange.status) ? before + 1 : 0;
	useConnectionStatus.setState({ lost, askedAt: exchange.at, ...(lost === 1 ? {} : { reachable: lost === 0 }) });
}
