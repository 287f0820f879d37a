import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../../logging/log.ts';
import { lastScrub } from '../../platform/integrity/scrub.ts';
import { workKinds } from '../../platform/state/admission.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { Env, ServiceContext } from '../base/service-app.ts';
import { addResourceMetrics } from './resource-metrics.ts';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(
	platform: Pick<
		Platform,
		'running' | 'engine' | 'catalog' | 'objects' | 'failures' | 'storage' | 'admission' | 'corruption'
	>,
) {
	const registry = new Registry();
	const registers = [registry];
	const requests = new Counter({
		name: 'dataset_http_requests_total',
		help: 'Number of requests answered, by method, route and status.',
		labelNames: ['method', 'route', 'status'],
		registers,
	});
	const seconds = new Histogram({
		name: 'dataset_http_request_seconds',
		help: 'Time to the response headers, by method and route.',
		labelNames: ['method', 'route'],
		buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
		registers,
	});
	new Gauge({
		name: 'dataset_runs_active',
		help: 'Runs in progress in this process.',
		registers,
		collect() {
			this.set(platform.running.count());
		},
	});
	addResourceMetrics(registry, platform);
	new Counter({
		name: 'dataset_failures_total',
		help: 'Environment failures, such as a full disk, by kind. See docs/operations.md.',
		labelNames: ['kind'],
		registers,
		collect() {
			this.reset();
			for (const [kind, count] of platform.failures.failures()) this.inc({ kind }, count);
		},
	});
	new Counter({
		name: 'dataset_run_failures_total',
		help: 'Runs that failed, by error code.',
		labelNames: ['code'],
		registers,
		collect() {
			this.reset();
			for (const [code, count] of platform.failures.runs()) this.inc({ code }, count);
		},
	});
	new Counter({
		name: 'dataset_requests_rejected_total',
		help: 'Requests rejected because the service was busy, by kind of work and by the limit that was reached (the user’s or the service’s).',
		labelNames: ['work', 'limit'],
		registers,
		collect() {
			this.reset();
			for (const work of workKinds) {
				const { rejected } = platform.admission.counts(work);
				for (const limit of ['user', 'service'] as const) this.inc({ work, limit }, rejected[limit]);
			}
		},
	});
	new Gauge({
		name: 'dataset_requests_active',
		help: 'Requests in progress, by kind of work.',
		labelNames: ['work'],
		registers,
		collect() {
			for (const work of workKinds) this.set({ work }, platform.admission.counts(work).active);
		},
	});
	new Gauge({
		name: 'dataset_disk_free_bytes',
		help: 'Free space on the data folder’s disk.',
		registers,
		async collect() {
			const free = await platform.storage.freeBytes();
			if (free !== null) this.set(free);
		},
	});
	new Gauge({
		name: 'dataset_disk_reserve_bytes',
		help: 'Free space below which writes are rejected.',
		registers,
		collect() {
			this.set(platform.storage.reserveBytes);
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
		help: 'Unix time at which the last verification of all objects ended, or 0 if there was none.',
		registers,
	});
	const verifiedObjects = new Gauge({
		name: 'dataset_verified_objects',
		help: 'Objects verified by the current or last verification.',
		registers,
	});
	let isFirst = true;
	return {
		/** @param ms until the response headers */
		answered(method: string, route: string, status: number, ms: number) {
			requests.inc({ method, route, status });
			seconds.observe({ method, route }, ms / 1_000);
		},
		/** The text of `/metrics`, and its media type. */
		async read() {
			// Process metrics start with the first request for them, because few installations ever read them.
			if (isFirst) collectDefaultMetrics({ register: registry });
			isFirst = false;
			const scrub = await lastScrub(platform).catch(() => null);
			verified.set((scrub?.verifiedAt?.getTime() ?? 0) / 1_000);
			verifiedObjects.set(scrub?.objects ?? 0);
			return { text: await registry.metrics(), type: registry.contentType };
		},
	};
}

/** Counts every request, and logs it if configured. Must be the first middleware. */
export function observe(metrics: Metrics | null, log: Pick<Log, 'request' | 'disconnected'>): MiddlewareHandler<Env> {
	return async (c, next) => {
		const began = performance.now();
		await next();
		const ms = performance.now() - began;
		const { method } = c.req;
		// Wildcard routes don't identify the operation.
		const route = matchedRoutes(c).findLast((route) => !route.path.endsWith('*'))?.path ?? 'other';
		metrics?.answered(method, route, c.res.status, ms);
		const facts = { requestId: c.get('requestId'), method, path: c.req.path };
		log.request?.({ ...facts, status: c.res.status, ms: Math.round(ms) });
		if (log.disconnected !== null) watchDisconnect(c, () => log.disconnected?.(facts));
	};
}

function watchDisconnect(c: ServiceContext, gone: () => void): void {
	const { signal } = c.req.raw;
	if (signal.aborted) gone();
	else signal.addEventListener('abort', gone, { once: true });
}
