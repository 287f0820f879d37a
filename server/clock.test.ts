import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTextLog } from './logging/log.ts';
import { startSweeping } from './platform/replicas/retention.ts';
import { secondsLeft } from './platform/state/sign-in-throttle.ts';
import { createTestService, type TestService } from './testing/service.ts';

const dayMs = 86_400_000;
const directions = [
	['forward', dayMs],
	['back', -dayMs],
] as const;

let service: TestService;
let lines: string[];
beforeEach(async () => {
	lines = [];
	service = await createTestService(
		{},
		undefined,
		createTextLog('info', (line) => void lines.push(line)),
	);
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
	vi.useRealTimers();
	await service.close();
});

test.each(directions)('moving the clock a day %s removes nothing that was just stored', async (_, ms) => {
	const { platform } = service;
	const sweeping = startSweeping(platform);
	const file = join(service.settings.dataDir, 'rows');
	await writeFile(file, 'rows that are about to be named');
	const { sha256 } = await platform.objects.adopt(file);
	service.wait(ms);
	vi.advanceTimersByTime(3_600_000);
	await sweeping.stop();
	expect(existsSync(join(service.settings.dataDir, 'objects', sha256.slice(0, 2), sha256))).toBe(true);
	expect(lines).toEqual([expect.stringMatching(/^clock_moved: /)]);
	expect(platform.failures.failures().get('clock_moved')).toBe(1);
});

test('a 12-hour token expires if the clock moves a day forward, and works again if it moves back', async () => {
	const token = await service.tokenFor('demo');
	service.wait(dayMs);
	const late = await service.request('GET', '/user/me', { token });
	expect([late.status, (await late.json()).message]).toEqual([
		401,
		'This access token has expired. Sign in again, or use another token.',
	]);
	service.wait(-2 * dayMs);
	expect((await service.request('GET', '/user/me', { token })).status).toBe(200);
});

test('setting the clock back doesn’t extend rate limits or sign-in delays', async () => {
	const limited = await createTestService({ limits: { ...service.settings.limits, requestsPerMinute: 2 } });
	const ask = async () => (await limited.request('GET', '/user/me', { as: 'demo' })).status;
	expect(await ask()).toBe(200);
	limited.wait(-dayMs);
	expect(await ask()).toBe(200);
	expect(await ask()).toBe(429);
	limited.wait(31_000);
	expect(await ask()).toBe(200);
	await limited.close();
	const tries = { failures: 50, last: Date.now() };
	expect(secondsLeft(3, tries, tries.last - dayMs)).toBe(0);
	expect(secondsLeft(3, tries, tries.last + 1_000)).toBeGreaterThan(60);
});
