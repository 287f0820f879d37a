import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtSnapshot } from '../open-catalog.ts';
import { migrationsFolder } from '../paths.ts';
import { keysInCatalog } from '../platform/replicas/shared-keys.ts';
import { openKeys, openKeysAt } from '../platform/state/keys.ts';
import { openPGliteCatalog } from '../store/catalog/pglite-catalog.ts';
import { sendCommand } from './send-command.ts';

const rotate = { kind: 'rotate-keys', forget: false } as const;
let dataDir: string;
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'commands-'));
});
afterEach(() => {
	rmSync(dataDir, { recursive: true, force: true });
});

const settings = () => ({ dataDir, databaseUrl: null, s3: null });
const keyFile = () => join(dataDir, 'keys', 'keys.json');
async function openCatalog() {
	const folder = join(dataDir, 'catalog');
	const snapshot = existsSync(folder) ? null : await builtSnapshot();
	return openPGliteCatalog({ folder, migrationsFolder, ...(snapshot === null ? {} : { snapshot }) });
}

test('rotates keys that are stored next to the catalog', async () => {
	await (await openCatalog()).close();
	const before = (await openKeys(dataDir)).signing.id;
	expect((await sendCommand(settings(), rotate)).join()).toContain('signs with new keys');
	expect((await openKeys(dataDir)).signing.id).not.toBe(before);
});

test.each([rotate, { kind: 'list-users' }, { kind: 'find-user', username: 'demo' }] as const)(
	'rejects $kind without a data folder or catalog, and leaves nothing behind',
	async (command) => {
		await expect(sendCommand(settings(), command)).rejects.toThrow(`${dataDir} isn’t a data folder. Pass`);
		const missing = join(dataDir, 'missing');
		const refused = sendCommand({ ...settings(), dataDir: missing }, command);
		await expect(refused).rejects.toThrow(`The data folder ${missing} doesn’t exist. Pass`);
		expect(readdirSync(dataDir)).toEqual([]);
		mkdirSync(join(dataDir, 'keys'));
		await expect(sendCommand(settings(), command)).rejects.toThrow(/no catalog in .* nothing was changed/);
		expect(readdirSync(dataDir, { recursive: true })).toEqual(['keys']);
	},
);

test('refuses to rotate only the folder’s keys if replicas share the catalog’s keys', async () => {
	const catalog = await openCatalog();
	const { signing } = await openKeysAt(keysInCatalog(catalog));
	await catalog.close();
	await expect(sendCommand(settings(), rotate)).rejects.toThrow(/Nothing was changed.*DATASET_CONSOLE_S3_BUCKET/);
	expect(existsSync(keyFile())).toBe(false);
	const again = await openCatalog();
	expect((await openKeysAt(keysInCatalog(again))).signing.id).toBe(signing.id);
	await again.close();
});
