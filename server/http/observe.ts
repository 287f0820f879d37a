import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Metrics } from './metrics.ts';
import type { Env } from './service-app.ts';

/** One answered request. It holds no query and no header: there are signatures and tokens in those. */
export interface RequestFacts {
	readonly requestId: string;
	readonly method: string;
	readonly path: string;
	readonly status: number;
	/** From the first byte to the answer's head. */
	readonly ms: number;
}

/** Where requests are written down. */
export type RequestLog = (facts: RequestFacts) => void;

/** Counts every request, and writes it down where that is wanted. The first middleware of all. */
export function observe(metrics: Metrics | null, log: RequestLog | null): MiddlewareHandler<Env> {
	return async (c, next) => {
		const began = performance.now();
		await next();
		const ms = performance.now() - began;
		const { method } = c.req;
		// Of all that matched, what is for any path says nothing.
		const route = matchedRoutes(c).findLast((it) => !it.path.endsWith('*'))?.path ?? 'other';
		metrics?.answered(method, route, c.res.status, ms);
		log?.({ requestId: c.get('requestId'), method, path: c.req.path, status: c.res.status, ms: Math.round(ms) });
	};
}
