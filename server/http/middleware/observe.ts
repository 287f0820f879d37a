import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RequestLog } from '../../logging/log.ts';
import type { Env } from '../base/service-app.ts';
import type { Metrics } from '../monitoring/metrics.ts';

/** Counts every request, and writes it down where that is wanted. The first middleware of all. */
export function observe(metrics: Metrics | null, log: RequestLog | null): MiddlewareHandler<Env> {
	return async (c, next) => {
		const began = performance.now();
		await next();
		const ms = performance.now() - began;
		const { method } = c.req;
		// Of all that matched, what is for any path says nothing.
		const route = matchedRoutes(c).findLast((route) => !route.path.endsWith('*'))?.path ?? 'other';
		metrics?.answered(method, route, c.res.status, ms);
		log?.({ requestId: c.get('requestId'), method, path: c.req.path, status: c.res.status, ms: Math.round(ms) });
	};
}
