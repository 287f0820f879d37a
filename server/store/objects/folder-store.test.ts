import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Damage, damageFile } from '../../testing/corruption/damage.ts';
import { createFolderStore } from './folder-store.ts';

let dir: string;
beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'objects-'));
	objectFile = join(dir, 'store', name.slice(0, 2), name);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const bytes = Buffer.from('the bytes of an object'.repeat(10_000));
const name = createHash('sha256').update(bytes).digest('hex');
let objectFile: string;

function fileWith(content: Buffer): string {
	const file = join(dir, 'given');
	writeFileSync(file, content);
	return file;
}

describe('a folder of objects', () => {
	it('stores a file under the hash of its bytes', async () => {
		const store = createFolderStore(join(dir, 'store'));
		const file = fileWith(bytes);
		expect(await store.copy(file)).toEqual({ sha256: name, bytes: bytes.length });
		expect(readFileSync(file)).toEqual(bytes);
		expect(await store.withFiles([name], async (fileOf) => fileOf(name))).toBe(objectFile);
		expect(readFileSync(objectFile)).toEqual(bytes);
		expect(await store.size(name)).toBe(bytes.length);
	});

	it('adopts a file, even if its object already exists', async () => {
		const store = createFolderStore(join(dir, 'store'));
		for (const _ of [1, 2]) {
			const file = fileWith(bytes);
			expect(await store.adopt(file)).toEqual({ sha256: name, bytes: bytes.length });
			expect(existsSync(file)).toBe(false);
		}
		expect(readdirSync(join(dir, 'store', 'incoming'))).toEqual([]);
		expect(readFileSync(objectFile)).toEqual(bytes);
	});

	it('stores the same file many times concurrently', async () => {
		const store = createFolderStore(join(dir, 'store'));
		const file = fileWith(bytes);
		const taken = await Promise.all(Array.from({ length: 8 }, () => store.copy(file)));
		expect(new Set(taken.map((item) => item.sha256))).toEqual(new Set([name]));
		expect(readFileSync(objectFile)).toEqual(bytes);
	});

	it('reads a range including both ends', async () => {
		const store = createFolderStore(join(dir, 'store'));
		await store.copy(fileWith(bytes));
		expect(await new Response(await store.read(name, 4, 8)).text()).toBe('bytes');
		expect(await new Response(await store.read(name, bytes.length - 6, bytes.length - 1)).text()).toBe('object');
	});

	it.each<Damage>(['flip', 'truncate', 'remove'])('refuses to read an object after a %s', async (damage) => {
		const store = createFolderStore(join(dir, 'store'));
		await store.copy(fileWith(bytes));
		await store.withFiles([name], async () => undefined);
		await damageFile(objectFile, damage);
		const problem = damage === 'remove' ? 'missing' : 'changed';
		const corrupt = { name: 'CorruptObjectError', sha256: name, problem };
		await expect(store.read(name, 0, 3)).rejects.toMatchObject(corrupt);
		const readings = Array.from({ length: 4 }, () => store.withFiles([name], async () => 'read'));
		await Promise.all(readings.map((reading) => expect(reading).rejects.toMatchObject(corrupt)));
		await store.keep(name);
		await expect(store.read(name, 0, 3)).rejects.toMatchObject(corrupt);
		await store.copy(fileWith(bytes));
		expect(await new Response(await store.read(name, 4, 8)).text()).toBe('bytes');
		expect(readFileSync(objectFile)).toEqual(bytes);
	});

	it('verifies objects stored by an earlier process', async () => {
		await createFolderStore(join(dir, 'store')).copy(fileWith(bytes));
		await damageFile(objectFile, 'flip');
		const store = createFolderStore(join(dir, 'store'));
		await expect(store.read(name, 0, 3)).rejects.toMatchObject({ sha256: name });
	});

	it('removes files that a crash left half-written', () => {
		createFolderStore(join(dir, 'store'));
		writeFileSync(join(dir, 'store', 'incoming', 'half'), 'ha');
		createFolderStore(join(dir, 'store'));
		expect(readdirSync(join(dir, 'store', 'incoming'))).toEqual([]);
	});

	it('lists its objects, and removes one only if it wasn’t kept since', async () => {
		let time = new Date('2026-01-01T00:00:00Z');
		const store = createFolderStore(join(dir, 'store'), () => time);
		await store.copy(fileWith(bytes));
		const listed = [];
		for await (const object of store.list()) listed.push(object);
		expect(listed).toEqual([{ sha256: name, bytes: bytes.length, storedAt: time }]);
		expect(await store.remove(name, time)).toBe(false);
		const later = new Date('2026-01-01T02:00:00Z');
		time = new Date('2026-01-01T03:00:00Z');
		expect(await store.keep(name)).toBe(true);
		expect(await store.remove(name, later)).toBe(false);
		expect(await store.remove(name, new Date('2026-01-01T04:00:00Z'))).toBe(true);
		expect([await store.size(name), await store.keep(name), await store.remove(name, later)]).toEqual([
			null,
			false,
			false,
		]);
	});

	it('keeps an object that is stored while being removed', async () => {
		let time = new Date('2026-01-01T00:00:00Z');
		const store = createFolderStore(join(dir, 'store'), () => time);
		const file = fileWith(bytes);
		for (let turn = 1; turn <= 50; turn++) {
			time = new Date(time.getTime() + 10_000);
			const stale = new Date(time.getTime() - 1_000);
			const removals = Array.from({ length: 4 }, () => store.remove(name, stale));
			await Promise.all([store.copy(file), ...removals, store.copy(file)]);
			expect(await store.size(name)).toBe(bytes.length);
		}
	});

	it('has no size for a missing object', async () => {
		expect(await createFolderStore(join(dir, 'store')).size('0'.repeat(64))).toBeNull();
	});

	it.each(['', '..', '../../etc/passwd', name.toUpperCase(), name.slice(1), `${name}/..`])(
		'refuses the name %j',
		async (odd) => {
			const store = createFolderStore(join(dir, 'store'));
			await expect(store.read(odd, 0, 1)).rejects.toThrow('64 hex digits');
			await expect(store.size(odd)).rejects.toThrow('64 hex digits');
		},
	);
});

describe('an object that is damaged while being read', () => {
	const large = Buffer.from('the bytes of an object '.repeat(100_000));
	const largeName = createHash('sha256').update(large).digest('hex');
	const largeFile = () => join(dir, 'store', largeName.slice(0, 2), largeName);
	const stored = async () => {
		const store = createFolderStore(join(dir, 'store'));
		await store.copy(fileWith(large));
		return store;
	};

	it.each(['flip', 'truncate'] as const)(
		'ends the stream at a %s and delivers nothing read after it',
		async (damage) => {
			const store = await stored();
			const reader = (await store.read(largeName, 0, large.length - 1)).getReader();
			const { value: first } = await reader.read();
			await damageFile(largeFile(), damage, () => 0.5);
			await expect(reader.read()).rejects.toMatchObject({ name: 'CorruptObjectError', problem: 'changed' });
			expect(large.subarray(0, first?.length).equals(Buffer.from(first ?? []))).toBe(true);
		},
	);

	it('keeps delivering verified bytes if the file is removed or replaced', async () => {
		const store = await stored();
		for (const replacement of [null, Buffer.from('others')]) {
			await store.copy(fileWith(large));
			const stream = await store.read(largeName, 0, large.length - 1);
			await damageFile(largeFile(), 'remove');
			if (replacement !== null) writeFileSync(largeFile(), replacement);
			expect(large.equals(Buffer.from(await new Response(stream).arrayBuffer()))).toBe(true);
		}
		await expect(store.read(largeName, 0, 3)).rejects.toMatchObject({ problem: 'changed' });
	});

	it.each(['flip', 'truncate'] as const)('rejects a read by file name during a %s', async (damage) => {
		const store = await stored();
		const read = store.withFiles([largeName], async (fileOf) => {
			await damageFile(fileOf(largeName), damage, () => 0.5);
			return readFileSync(fileOf(largeName));
		});
		await expect(read).rejects.toMatchObject({ name: 'CorruptObjectError', problem: 'changed' });
	});

	it('rejects a read by file name if the file was restored in the meantime', async () => {
		const store = await stored();
		const read = store.withFiles([largeName], async (fileOf) => {
			await damageFile(fileOf(largeName), 'flip');
			await store.copy(fileWith(large));
		});
		await expect(read).rejects.toMatchObject({ problem: 'changed' });
		await store.withFiles([largeName], async () => undefined);
	});

	it('is reported as missing if removed before it was opened, unless the reader was canceled', async () => {
		const failing = async (error: Error) => {
			const store = await stored();
			return store.withFiles([largeName], async (fileOf) => {
				await damageFile(fileOf(largeName), 'remove');
				throw error;
			});
		};
		await expect(failing(new Error('no such file'))).rejects.toMatchObject({ problem: 'missing' });
		await expect(failing(Object.assign(new Error('ended'), { code: 'CANCELLED' }))).rejects.toThrow('ended');
	});

	it('isn’t affected if the object is kept or stored again', async () => {
		const store = await stored();
		const read = store.withFiles([largeName], async () => {
			await store.keep(largeName);
			await store.copy(fileWith(large));
			return 'read';
		});
		expect(await read).toBe('read');
	});

	it('is detected by hashing if the file’s metadata is unchanged', async () => {
		const store = await stored();
		const { mtime } = statSync(largeFile());
		await damageFile(largeFile(), 'flip');
		utimesSync(largeFile(), mtime, mtime);
		await store.read(largeName, 0, 3);
		await expect(store.verify(largeName)).rejects.toMatchObject({ problem: 'changed' });
		await expect(store.read(largeName, 0, 3)).rejects.toMatchObject({ problem: 'changed' });
	});
});
