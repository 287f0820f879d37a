import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Log } from '../../logging/log.ts';
import { notFound } from '../../platform/core/service-error.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { incomingOf, type ServiceApp, type ServiceContext } from '../base/service-app.ts';
import type { Metrics } from './metrics.ts';

/** Timeout for the catalog and the object store, ms. */
const patienceMs = 5_000;

/** For operators: liveness, readiness, and metrics. They don't require a token. */
export function routeOperations(app: ServiceApp, platform: Platform, metrics: Metrics | null): void {
	app.get('/health/live', (c) => {
		c.header('Cache-Control', 'no-store');
		return c.json({ status: 'live' });
	});

	app.get('/health/ready', async (c) => {
		c.header('Cache-Control', 'no-store');
		const checks = {
			catalog: await check(platform.log, () => platform.catalog.db.execute(sql`select 1`)),
			objects: await check(platform.log, () => platform.objects.size('0'.repeat(64))),
			running: platform.stopping.signal.aborted ? 'stopping' : 'ok',
		};
		const isReady = Object.values(checks).every((check) => check === 'ok');
		return c.json({ status: isReady ? 'ready' : 'not ready', checks }, isReady ? 200 : 503);
	});

	app.get('/metrics', async (c) => {
		const isAllowed = platform.settings.metrics === 'all' || isFromHere(c);
		if (metrics === null || !isAllowed) throw notFound(`${c.req.path} doesn’t exist.`);
		const { text, type } = await metrics.read();
		c.header('Cache-Control', 'no-store');
		return c.body(text, 200, { 'Content-Type': type });
	});
}

/** Details stay in the log, because the endpoint is public. */
async function check(log: Log, work: () => Promise<unknown>): Promise<'ok' | 'failed'> {
	const late = setTimeout(patienceMs, undefined, { ref: false }).then(() => {
		throw new Error(`No response within ${patienceMs / 1_000} s.`);
	});
	try {
		await Promise.race([work(), late]);
		return 'ok';
	} catch (error) {
		log.error('The service isn’t ready.', error);
		return 'failed';
	}
}

/** Whether a request comes from this machine and wasn't forwarded from another one. */
function isFromHere(c: ServiceContext): boolean {
	const address = incomingOf(c)?.socket.remoteAddress ?? '';
	const passedOn = ['forwarded', 'x-forwarded-for', 'via', 'x-real-ip'].some(
		(value) => c.req.header(value) !== undefined,
	);
	return /^(::1|(::ffff:)?127\.)/.test(address) && !passedOn;
}
