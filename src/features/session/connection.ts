import { create } from 'zustand';
import type { Exchange } from '../../api/http.ts';
import { useSessionStore } from './model.ts';

interface ConnectionStatus {
	/** Whether the service responded to the last request; null before the first. */
	readonly reachable: boolean | null;
	/** Time of the last request, ms since 1970. */
	readonly askedAt: number;
	/** Consecutive calls without a response. A single one may be a lost connection, so the next one decides. */
	readonly lost: number;
}

export const useConnectionStatus = create<ConnectionStatus>(() => ({ reachable: null, askedAt: 0, lost: 0 }));

/** Statuses of a gateway whose service is down. */
const awayStatuses: readonly number[] = [0, 502, 503, 504];

/** Records a finished call. Calls to other services, as during sign-in, don't count. */
export function noteExchange(exchange: Exchange): void {
	const base = useSessionStore.getState().session?.baseUrl;
	if (base === undefined || !exchange.url.startsWith(`${base}/`)) return;
	const { lost: before } = useConnectionStatus.getState();
	const lost = awayStatuses.includes(exchange.status) ? before + 1 : 0;
	useConnectionStatus.setState({ lost, askedAt: exchange.at, ...(lost === 1 ? {} : { reachable: lost === 0 }) });
}
