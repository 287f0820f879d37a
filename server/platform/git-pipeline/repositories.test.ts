import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../../settings/read-settings.ts';
import { makeRepository } from '../../testing/repository.ts';
import { readWhileWaiting } from './read-repository.ts';
import { readChoices, readFileOf } from './repositories.ts';

let dataDir: string;
beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'repositories-'));
	await makeRepository(join(dataDir, 'repositories/reports'), { 'pipeline.json': '{"steps": [], "outputs": []}' });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const settingsWith = (...options: string[]) => readSettings(['--data-dir', dataDir, ...options], {}).settings;

test('reads a user’s repositories one at a time', async () => {
	const platform = { settings: settingsWith() };
	const file = { repository: 'reports', ref: 'main', path: 'pipeline.json' };
	let atOnce = 0;
	const count = async () => {
		const names = await readdir(join(dataDir, 'runs')).catch(() => []);
		atOnce = Math.max(atOnce, names.filter((name) => name.startsWith('fetch-')).length);
	};
	const timer = setInterval(count, 5);
	const [choices, ...files] = await Promise.all([
		readChoices(platform, 'ann', { repository: 'reports' }),
		readFileOf(platform, 'ann', file),
		readFileOf(platform, 'ann', file),
	]);
	clearInterval(timer);
	expect(choices.manifests).toEqual(['pipeline.json']);
	expect(files).toHaveLength(2);
	expect(atOnce).toBe(1);
});

test('limits reads that a user waits for to 10 seconds, or less if configured', async () => {
	const deadlineOf = (settings: ReturnType<typeof settingsWith>) =>
		readWhileWaiting({ settings }, 'ann', async (limited) => limited.settings.git.deadlineMs);
	expect(await deadlineOf(settingsWith())).toBe(10_000);
	expect(await deadlineOf(settingsWith('--git-deadline-ms', '2000'))).toBe(2_000);
});
