import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../settings/settings.ts';
import { createFolderStore } from '../../store/objects/folder-store.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import { storeRows } from './store-rows.ts';

let house: EngineHouse;
beforeAll(async () => {
	house = await openEngine();
});
afterAll(() => house.close());

async function written(name: string, rest: string): Promise<string> {
	const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
	const file = join(house.dir, name);
	const select = `SELECT range AS id, hash(range) AS customer, hash(range + 1) AS item FROM range(100000) ${rest}`;
	await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240)`);
	return file;
}

test.each([false, true])('leaves no unstored parts behind, even if one can’t be read: %s', async (fails) => {
	const { engine } = house;
	const cut: typeof engine.cut = async (file, most, former) => {
		const made = await engine.cut(file, most, former);
		const [first] = made.files;
		if (fails && former !== undefined && first !== undefined) rmSync(first.file);
		return made;
	};
	const objects = createFolderStore(join(house.dir, 'objects'));
	const stores = { engine: { ...engine, cut }, objects, settings: { partBytes: 300_000 } as Settings };
	const before = await storeRows(stores, await written('before', ''), 100_000);
	const { parts } = await storeRows(stores, await written('after', 'WHERE range > 0'), 99_999, before.parts);
	const known = new Set(before.parts.map(({ sha256 }) => sha256));
	expect(parts.length).toBeGreaterThan(4);
	expect(parts.filter(({ sha256 }) => !known.has(sha256)).length === 1).toBe(!fails);
	const left = readdirSync(join(house.dir, 'runs'), { recursive: true, encoding: 'utf8' });
	expect(left.filter((name) => /(part-|aligned)/.test(name))).toEqual([]);
});
