import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { chooseIsolation } from '../../engine/isolation/choose.ts';
import { isolationRemedy } from '../../engine/isolation/remedy.ts';
import type { Settings } from '../../settings/settings.ts';
import { calledAt, readLock } from '../../store/catalog/lock.ts';
import { firstLine } from './environment.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Timeout for requests to the service, which may be busy, ms. */
const patienceMs = 10_000;

export interface RunningService {
	readonly address: string;
	readonly pid: number | null;
}

/** The service running on the data folder; null if there is none. */
export async function runningService({ dataDir }: Settings): Promise<RunningService | null> {
	const lock = await readLock(dataDir).catch(() => null);
	const address = lock === null ? null : calledAt(lock);
	return lock === null || address === null ? null : { address, pid: lock.pid };
}

const Ready = z.object({ checks: z.record(z.string(), z.string()) });

/** Whether a running service can work, or whether one that isn't running could listen. */
export async function serviceState(settings: Settings, running: RunningService | null): Promise<Finding[]> {
	if (running === null) return [ok('Service', 'not running'), await port(settings)];
	const at = `running at ${running.address}, process ${running.pid}`;
	try {
		const answer = await fetch(`${running.address}/health/ready`, { signal: AbortSignal.timeout(patienceMs) });
		const { checks } = Ready.parse(await answer.json());
		const failed = Object.entries(checks).flatMap(([name, state]) => (state === 'ok' ? [] : [`${name}: ${state}`]));
		return failed.length === 0
			? [ok('Service', at)]
			: [fail('Service', `${at}, but not ready (${failed.join(', ')})`, 'See the service log for the cause.')];
	} catch (error) {
		return [
			fail(
				'Service',
				`${at}, but doesn’t respond (${firstLine(error)})`,
				'See the service log. If the service hangs, restart it.',
			),
		];
	}
}

async function port({ host, port }: Settings): Promise<Finding> {
	const what = 'Port';
	if (port === 0) return ok(what, 'a free port is chosen at startup');
	const problem = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
		const server = createServer().once('error', resolve);
		server.listen(port, host, () => server.close(() => resolve(null)));
	});
	if (problem === null) return ok(what, `${host}:${port} is free`);
	if (problem.code === 'EADDRINUSE')
		return fail(what, `another program is listening on ${host}:${port}`, 'Choose another port with --port.');
	return fail(
		what,
		`can’t listen on ${host}:${port} (${problem.code})`,
		'Choose another address with --host or --port.',
	);
}

export function proxy({ host, publicUrl, allowedHosts, trustedProxies }: Settings): Finding {
	const [what, url] = ['Public URL', new URL(publicUrl)];
	const isLocal = /^(127\.|localhost$|\[::1\]$)/.test(url.hostname);
	const isOpen = host === '0.0.0.0' || host === '::';
	if (isOpen && isLocal && allowedHosts.length === 0)
		return warn(
			what,
			`the service listens on all addresses, but accepts only requests for ${publicUrl}`,
			'Set --public-url or --allowed-hosts.',
		);
	if (url.protocol === 'https:' && trustedProxies.length === 0)
		return warn(what, `${publicUrl}, with no trusted proxy`, 'Pass the proxy’s address with --trusted-proxy.');
	if (url.protocol === 'http:' && !isLocal)
		return warn(
			what,
			`${publicUrl} isn’t encrypted`,
			'Put a proxy with TLS in front of the service (see docs/running.md).',
		);
	return ok(what, publicUrl);
}

/**
 * How runs are isolated, as tried here and now, or as used by a running service.
 * @param asUser how to run this as the service's user, which affects the result; null if the current user is that user
 */
export async function isolation(
	{ dataDir, engine }: Settings,
	running: RunningService | null,
	asUser: string | null,
): Promise<Finding[]> {
	const what = 'Run isolation';
	if (engine.isolation === 'off')
		return [warn(what, 'off: only DuckDB limits what a run can access', 'Start the service with --isolation auto.')];
	const used = running === null ? null : await usedLayer(running.address);
	if (asUser !== null) {
		if (used !== null && used !== 'none') return [ok(what, `${used}, in the running service`)];
		const details =
			used === null ? 'not checked, because isolation depends on the user' : 'none in the running service';
		return [warn(what, details, asUser)];
	}
	const { layer, rejected } = await triedIn(dataDir);
	const reasons = rejected.map(({ layer, reason }) => `${layer}: ${reason}`).join(', ');
	const because = reasons === '' ? '' : ` (${reasons})`;
	if (used !== null && used !== layer.layer)
		return [
			warn(
				what,
				`${used} in the running service, ${layer.layer} here${because}`,
				'Restart the service, or give it the same permissions as this user.',
			),
		];
	if (layer.layer !== 'none') return [ok(what, `${layer.layer}${because}`)];
	const remedy = isolationRemedy(rejected);
	const details = `none available here${because}`;
	return [engine.isolation === 'required' ? fail(what, details, remedy) : warn(what, details, remedy)];
}

/** Tries isolation in the runs folder, or in a temporary one if that doesn't exist: commands must not create it. */
async function triedIn(dataDir: string) {
	const isThere = existsSync(join(dataDir, 'runs'));
	const parent = isThere ? dataDir : await mkdtemp(join(tmpdir(), 'doctor-'));
	try {
		return await chooseIsolation('auto', join(parent, 'runs'));
	} finally {
		if (!isThere) await rm(parent, { recursive: true });
	}
}

/** According to its metrics, if this machine may read them. */
async function usedLayer(address: string): Promise<string | null> {
	try {
		const answer = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(patienceMs) });
		return /^dataset_isolation\{layer="([a-z-]+)"\} 1$/m.exec(await answer.text())?.[1] ?? null;
	} catch {
		return null;
	}
}
