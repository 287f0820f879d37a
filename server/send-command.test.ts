import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtSnapshot } from './built-snapshot.ts';
import { migrationsFolder } from './places.ts';
import { keysInCatalog } from './platform/copies/shared-keys.ts';
import { openKeys, openKeysAt } from './platform/keys.ts';
import { sendCommand } from './send-command.ts';
import { openPGliteCatalog } from './store/catalog/pglite-catalog.ts';

const rotate = { kind: 'rotate-keys', forget: false } as const;
let dataDir: string;
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'commands-'));
	vi.stubEnv('DATABASE_URL', '');
	vi.stubEnv('DATASET_CONSOLE_S3_BUCKET', '');
});
afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(dataDir, { recursive: true, force: true });
});

const keyFile = () => join(dataDir, 'keys', 'keys.json');
async function openCatalog() {
	const folder = join(dataDir, 'catalog');
	const snapshot = existsSync(folder) ? null : await builtSnapshot();
	return openPGliteCatalog({ folder, migrationsFolder, ...(snapshot === null ? {} : { snapshot }) });
}

test('new keys are made for a catalogue that keeps its own beside it', async () => {
	await (await openCatalog()).close();
	const before = (await openKeys(dataDir)).signing.id;
	expect((await sendCommand(dataDir, rotate)).join()).toContain('signs with new keys');
	expect((await openKeys(dataDir)).signing.id).not.toBe(before);
});

test('new keys are refused where there is no catalogue, and none is made', async () => {
	await expect(sendCommand(dataDir, rotate)).rejects.toThrow(/no catalogue in .* no key was changed/);
	expect([existsSync(join(dataDir, 'catalog')), existsSync(keyFile())]).toEqual([false, false]);
});

test('new keys are refused where copies share those of the catalogue and only the folder’s would change', async () => {
	const catalog = await openCatalog();
	const { signing } = await openKeysAt(keysInCatalog(catalog));
	await catalog.close();
	await expect(sendCommand(dataDir, rotate)).rejects.toThrow(/none was changed.*DATASET_CONSOLE_S3_BUCKET/);
	expect(existsSync(keyFile())).toBe(false);
	const again = await openCatalog();
	expect((await openKeysAt(keysInCatalog(again))).signing.id).toBe(signing.id);
	await again.close();
});
