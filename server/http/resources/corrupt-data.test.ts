import { chmod, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTextLog } from '../../logging/log.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { question } from '../../testing/agents.ts';
import { type Damage, damageFile, damageObjects } from '../../testing/corruption/damage.ts';
import { type Call, isNamed, prepareSurvey, surveyData } from '../../testing/corruption/survey.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
let call: Call;
beforeEach(async () => {
	// Every corrupt object is reported to the log.
	service = await createTestService(
		{},
		undefined,
		createTextLog('info', () => undefined),
	);
	call = callerOf(service);
});
afterEach(async () => {
	await service.close();
});

function callerOf(to: TestService): Call {
	return async (method, path, body) => {
		if (method === 'RANGE') return to.request('GET', path, { headers: { range: 'bytes=4-99' } });
		if (path.startsWith('http')) return to.request(method, path);
		if (typeof body !== 'string') return to.request(method, path, { as: 'demo', body });
		const headers = { authorization: `Bearer ${await to.tokenFor('demo')}`, 'content-type': 'text/plain' };
		return to.app.fetch(new Request(`${to.settings.publicUrl}/api/v1${path}`, { method, headers, body }));
	};
}

test.each<Damage>(['flip', 'truncate', 'remove'])(
	'no read returns a value after a %s; each error names what is corrupt',
	async (damage) => {
		const prepared = await prepareSurvey(call, 1);
		expect(prepared.datasets.length).toBeGreaterThan(1);
		expect(await damageObjects(service.settings.dataDir, damage)).toBeGreaterThan(prepared.datasets.length);
		const wrong = (await surveyData(call, prepared)).filter((reading) => !isNamed(reading));
		expect(wrong.map(({ what, status, text }) => `${what}: ${status} ${text.slice(0, 300)}`)).toEqual([]);
	},
);

test('reads a dataset again once its file is restored, even with a runner that is still open', async () => {
	const rows = async () => (await call('GET', '/data/demo/geography/countries?limit=1000')).text();
	const before = await rows();
	expect(before).toContain('"rows":[{');
	const [dataset] = await service.platform.catalog.db.select().from(datasets).where(eq(datasets.name, 'countries'));
	const name = dataset?.sha256 ?? '';
	const file = join(service.settings.dataDir, 'objects', name.slice(0, 2), name);
	const bytes = await readFile(file);
	await damageFile(file, 'flip', () => 0.5);
	expect(await rows()).toContain('DATA_CORRUPT');
	await writeFile(`${file}.restored`, bytes);
	await rename(`${file}.restored`, file);
	expect(await rows()).toBe(before);
});

async function fileOf(dataset: string): Promise<string> {
	const [found] = await service.platform.catalog.db.select().from(datasets).where(eq(datasets.name, dataset));
	const name = found?.sha256 ?? '';
	return join(service.settings.dataDir, 'objects', name.slice(0, 2), name);
}

const countries = { owner: 'demo', namespace: 'geography', datasetName: 'countries' };

test('reports a change that keeps size, inode and time as soon as the engine fails on it', async () => {
	const code = { payload: 'SELECT * FROM geography.countries ORDER BY 1' };
	const view = { source: { kind: 'dataset', ...countries }, filter: [], sort: [], offset: 0, limit: 5 };
	const readings: (() => Promise<string>)[] = [
		async () => (await call('GET', '/data/demo/geography/countries?limit=1000')).text(),
		async () => (await call('POST', '/rows/view', view)).text(),
		async () => (await call('POST', '/rows/profile', { source: view.source, filter: [] })).text(),
		async () => {
			const started = await call('POST', '/preview-runs', { sources: [countries], code });
			const { id } = (await started.json()) as { id: string };
			await service.platform.running.ended(id);
			return (await call('GET', `/build-runs/${id}`)).text();
		},
		async () =>
			(await call('POST', `/a2a/nl2ql`, question('List the countries', { namespace: 'demo/geography' }))).text(),
	];
	const file = await fileOf('countries');
	const { mtime, ino, size } = await stat(file);
	const bytes = await readFile(file);
	await chmod(file, 0o600);
	for (const read of readings) {
		await service.platform.objects.withFiles([basename(file)], async () => undefined);
		await writeFile(file, Buffer.from(bytes).fill(0, 4, bytes.length - 8));
		await utimes(file, mtime, mtime);
		expect(await stat(file)).toMatchObject({ mtime, ino, size });
		const text = await read();
		expect(text).toContain('Data in demo/geography/countries is corrupt: its bytes changed in storage.');
		await writeFile(file, bytes);
		await utimes(file, mtime, mtime);
	}
});

test('reports storage as unreadable, not as corrupt or read-only, if a file replaces an object’s folder', async () => {
	const folder = dirname(await fileOf('countries'));
	await rename(folder, `${folder}.away`);
	await writeFile(folder, '');
	const answer = await call('GET', '/data/demo/geography/countries?limit=1000');
	const text = await answer.text();
	expect([answer.status, text]).toEqual([503, expect.stringContaining('"error_code":"UNAVAILABLE"')]);
	expect(text).toContain('A file in the data folder can’t be read, so nothing was done.');
	expect(service.platform.failures.failures().get('storage_unreadable')).toBe(1);
	await rm(folder);
	await rename(`${folder}.away`, folder);
	expect((await call('GET', '/data/demo/geography/countries?limit=1000')).status).toBe(200);
});

test('no longer uses a runner that read a file while its bytes changed', async () => {
	const { platform } = service;
	const ended = vi.spyOn(platform.engine, 'forget');
	const [dataset] = await platform.catalog.db.select().from(datasets).where(eq(datasets.name, 'countries'));
	const name = dataset?.sha256 ?? '';
	let file = '';
	const reading = platform.objects.withFiles([name], async (fileOf) => {
		file = fileOf(name);
		await (await call('GET', '/data/demo/geography/countries?limit=1')).text();
		await damageFile(file, 'flip');
	});
	await expect(reading).rejects.toMatchObject({ name: 'CorruptObjectError', problem: 'changed' });
	expect(ended).toHaveBeenCalledExactlyOnceWith(file);
});

test.each(['before', 'after'])(
	'agents answer about the other datasets of a namespace when one is corrupted %s they looked at it',
	async (when) => {
		const ask = async (agent: string, words: string) =>
			(await call('POST', `/a2a/${agent}`, question(words, { namespace: 'demo/geography' }))).text();
		if (when === 'after') expect(await ask('nl2ql', 'How many countries are there?')).toContain('"artifacts":[{');
		const [dataset] = await service.platform.catalog.db.select().from(datasets).where(eq(datasets.name, 'countries'));
		const name = dataset?.sha256 ?? '';
		await damageFile(join(service.settings.dataDir, 'objects', name.slice(0, 2), name), 'flip', () => 0.5);
		for (const agent of ['nl2ql', 'assistant']) {
			const states = await ask(agent, 'How many us states are there?');
			expect(states).toContain('TASK_STATE_COMPLETED');
			expect(states).toContain('"artifacts":[{');
			const countries = await ask(agent, 'How many countries are there?');
			expect(countries).toContain('TASK_STATE_FAILED');
			expect(countries).toContain('Data in demo/geography/countries is corrupt');
		}
	},
);

test('a wipe that keeps the datasets names what is corrupt; one that deletes them succeeds', async () => {
	await damageObjects(service.settings.dataDir, 'flip');
	const refused = await call('DELETE', '/data/demo/geography/balefire');
	expect([refused.status, await refused.text()]).toEqual([500, expect.stringContaining('Data in demo/geography/')]);
	expect((await call('DELETE', '/data/demo/geography/balefire?deleteDatasets=true')).status).toBe(200);
});
