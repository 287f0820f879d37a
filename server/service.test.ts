import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { BuildRun, BuildRunOutputSummary, OutputLink } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { issueToken } from './platform/access/tokens.ts';
import { findUser } from './platform/access/users.ts';
import { openService } from './service.ts';
import { readSettings } from './settings/read-settings.ts';
import { openTestDatabase } from './testing/database.ts';

test('a restart keeps saved changes, tokens and edits to the sample', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'dataset-restart-'));
	const database = await openTestDatabase();
	const { settings } = readSettings(['--data-dir', dataDir, '--run-waiting', '0'], { DATABASE_URL: database?.url });
	const first = await openService({ settings });
	const user = await findUser(first.platform.catalog.db, 'demo');
	const wanted = { userId: user?.id ?? '', name: 'Test', permissions: null, seconds: 600 };
	const { token } = await first.platform.catalog.write((tx) => issueToken(first.platform, tx, wanted));
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	const base = `${settings.publicUrl}/api/v1/build-specs`;
	const list = (await (await first.app.request(base, { headers })).json()) as { items: BuildSpec[] };
	const [spec] = list.items;
	const body = JSON.stringify({ ...spec, code: { payload: 'SELECT 1' } });
	expect((await first.app.request(`${base}/${spec?.id}`, { method: 'PUT', headers, body })).status).toBe(200);
	await first.close();

	const second = await openService({ settings });
	const answer = await second.app.request(`${base}/${spec?.id}`, { headers });
	expect(await answer.json()).toMatchObject({ version: 2, code: { payload: 'SELECT 1' } });
	expect((await stat(join(dataDir, 'keys/keys.json'))).mode & 0o777).toBe(0o600);
	await second.close();
	await database?.drop();
	await rm(dataDir, { recursive: true });
});

test('removes unreferenced objects at startup', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'dataset-sweep-'));
	const database = await openTestDatabase();
	const { settings } = readSettings(['--data-dir', dataDir, '--run-waiting', '0'], { DATABASE_URL: database?.url });
	const first = await openService({ settings });
	await writeFile(join(dataDir, 'left'), 'nobody names this');
	const { sha256 } = await first.platform.objects.adopt(join(dataDir, 'left'));
	await first.close();
	const tomorrow = () => new Date(Date.now() + 86_400_000);
	const second = await openService({ settings, now: tomorrow });
	await vi.waitFor(async () => expect(await second.platform.objects.size(sha256)).toBeNull(), 10_000);
	await second.close();
	await database?.drop();
	await rm(dataDir, { recursive: true });
});

test('earlier preview outputs can still be downloaded in core-only mode', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'dataset-core-'));
	const database = await openTestDatabase();
	const { settings } = readSettings(['--data-dir', dataDir, '--run-waiting', '0'], { DATABASE_URL: database?.url });
	const first = await openService({ settings });
	const user = await findUser(first.platform.catalog.db, 'demo');
	const wanted = { userId: user?.id ?? '', name: 'Test', permissions: null, seconds: 600 };
	const { token } = await first.platform.catalog.write((tx) => issueToken(first.platform, tx, wanted));
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	const base = `${settings.publicUrl}/api/v1`;
	const body = JSON.stringify({ sources: [], code: { payload: 'SELECT 1 AS a' } });
	const run = BuildRun.parse(
		await (await first.app.request(`${base}/preview-runs`, { method: 'POST', headers, body })).json(),
	);
	await first.platform.running.ended(run.id);
	await first.close();

	const core = await openService({ settings: { ...settings, coreOnly: true } });
	const get = async (path: string) => (await core.app.request(path, { headers })).json();
	const list = await get(`${base}/build-runs/${run.id}/outputs`);
	const { href } = BuildRunOutputSummary.parse(list.items[0]);
	const { downloadUrl } = OutputLink.parse(await get(`${base}/${href}`));
	const bytes = await (await core.app.request(downloadUrl)).text();
	expect(bytes.slice(0, 4)).toBe('PAR1');
	expect((await core.app.request(`${base}/build-runs/${run.id}`, { headers })).status).toBe(404);
	await core.close();
	await database?.drop();
	await rm(dataDir, { recursive: true });
});
