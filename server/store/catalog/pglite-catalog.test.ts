import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationsFolder } from '../../paths.ts';
import { emptyCatalog } from '../../testing/snapshot.ts';
import { openPGliteCatalog } from './pglite-catalog.ts';
import { users } from './schema/users.ts';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'dataset-catalog-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('opens a catalog with an empty postmaster.pid left by a killed start', async () => {
	const options = { folder: join(folder, 'catalog'), migrationsFolder, snapshot: await emptyCatalog() };
	const first = await openPGliteCatalog(options);
	const user = { id: randomUUID(), username: 'ann', folded: 'ann', name: 'Ann', email: '', createdAt: new Date() };
	await first.write((tx) => tx.insert(users).values(user));
	await first.close();
	await writeFile(join(options.folder, 'postmaster.pid'), '');
	const next = await openPGliteCatalog(options);
	expect(await next.db.select({ username: users.username }).from(users)).toContainEqual({ username: 'ann' });
	await next.close();
});
