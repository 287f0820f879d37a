import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestLog } from '../../logging/log.ts';
import { lastScrub } from '../../platform/integrity/scrub.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { Env } from '../base/service-app.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** What Prometheus reads of this process. */
export function createMetrics(platform: Pick<Platform, 'running' | 'corruption' | 'catalog'>) {
	const registry = new Registry();
	const registers = [registry];
	const requests = new Counter({
		name: 'dataset_http_requests_total',
		help: 'Requests that were answered.',
		labelNames: ['method', 'route', 'status'],
		registers,
	});
	const seconds = new Histogram({
		name: 'dataset_http_request_seconds',
		help: 'Time until the head of an answer.',
		labelNames: ['method', 'route'],
		buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
		registers,
	});
	new Gauge({
		name: 'dataset_runs_active',
		help: 'Runs of this process that have not ended.',
		registers,
		collect() {
			this.set(platform.running.count());
		},
	});
	new Gauge({
		name: 'dataset_corrupt_objects',
		help: 'Stored objects that are known to be corrupt or missing.',
		registers,
		collect() {
			this.set(platform.corruption.count());
		},
	});
	const verified = new Gauge({
		name: 'dataset_verified_timestamp_seconds',
		help: 'When the last verification of all objects ended; 0 where none did.',
		registers,
	});
	const verifiedObjects = new Gauge({
		name: 'dataset_verified_objects',
		help: 'Objects that the verification in progress, or the last one, has verified.',
		registers,
	});
	let isFirst = true;
	return {
		/** @param ms until the head of the answer */
		answered(method: string, route: string, status: number, ms: number) {
			requests.inc({ method, route, status });
			seconds.observe({ method, route }, ms / 1_000);
		},
		/** The text of `/metrics`, and its media type. */
		async read() {
			// What watches the process begins with the first who asks: few ever do.
			if (isFirst) collectDefaultMetrics({ register: registry });
			isFirst = false;
			const scrub = await lastScrub(platform).catch(() => null);
			verified.set((scrub?.verifiedAt?.getTime() ?? 0) / 1_000);
			verifiedObjects.set(scrub?.objects ?? 0);
			return { text: await registry.metrics(), type: registry.contentType };
		},
	};
}

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
