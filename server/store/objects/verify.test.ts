import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVerifier, readVerified } from './verify.ts';

let dir: string;
let file: string;
let copy: string;
beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'verify-'));
	file = join(dir, 'object');
	copy = join(dir, 'copy');
	writeFileSync(file, 'the bytes');
	writeFileSync(copy, 'the bytes');
	utimesSync(file, 1, 1);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const name = createHash('sha256').update('the bytes').digest('hex');

/** Changes bytes without changing anything that stat reports, so that only hashing notices. */
function changeUnseen(): void {
	const { mtime } = statSync(file);
	writeFileSync(file, 'THE bytes');
	utimesSync(file, mtime, mtime);
}

it('hashes a file once, and again after it changed', async () => {
	const verifier = createVerifier();
	await Promise.all([1, 2, 3].map(() => verifier.verify(name, file)));
	changeUnseen();
	await verifier.verify(name, file);
	utimesSync(file, 2, 2);
	await expect(verifier.verify(name, file)).rejects.toMatchObject({ problem: 'changed' });
});

const makePipe = 'mkfifo';

it.skipIf(process.platform === 'win32')('never opens a folder, a link or a pipe', async () => {
	for (const place of [() => mkdirSync(file), () => symlinkSync(copy, file), () => execFileSync(makePipe, [file])]) {
		rmSync(file, { recursive: true, force: true });
		place();
		await expect(createVerifier().verify(name, file)).rejects.toMatchObject({ problem: 'changed' });
	}
});

it('reads a file whose timestamps change while it’s first hashed', async () => {
	const bytes = Buffer.alloc(64 * 2 ** 20);
	writeFileSync(file, bytes);
	const large = createHash('sha256').update(bytes).digest('hex');
	const began = performance.now();
	await createVerifier().verify(large, file);
	const hashing = performance.now() - began;
	const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
	const verifier = createVerifier();
	// Keeping the object starts while it's being hashed, and takes longer.
	const touch = () => after(5 * hashing).then(() => utimes(file, 3, 3));
	const touched = after(hashing / 3).then(() => verifier.keeping(large, file, touch));
	const read = verifier.watching(
		new Map([[large, file]]),
		async () => {
			await touched;
			// Another reader, which sees the new times.
			await verifier.verify(large, file);
			return 'read';
		},
		1,
	);
	expect(await read).toBe('read');
});

it('still recognizes a file after its own touch, but not after other changes', async () => {
	const verifier = createVerifier();
	await verifier.verify(name, file);
	await verifier.keeping(name, file, async () => utimesSync(file, 3, 3));
	changeUnseen();
	await verifier.verify(name, file);
	writeFileSync(file, 'others');
	await verifier.keeping(name, file, async () => utimesSync(file, 3, 3));
	await expect(verifier.verify(name, file)).rejects.toMatchObject({ problem: 'changed' });
});

it('doesn’t mistake its own touches for changes, however they overlap with reads', async () => {
	const verifier = createVerifier();
	await verifier.verify(name, file);
	const touch = async () => {
		for (let index = 4; index < 300; index += 1) await verifier.keeping(name, file, () => utimes(file, index, index));
	};
	const watch = async () => {
		for (let round = 0; round < 100; round += 1)
			await verifier.watching(new Map([[name, file]]), async () => undefined, 4);
	};
	const read = async () => {
		for (let round = 0; round < 100; round += 1) {
			const opened = await verifier.open(name, file);
			expect(await new Response(readVerified(opened, 0, 8)).text()).toBe('the bytes');
		}
	};
	await Promise.all([touch(), watch(), watch(), read(), read()]);
});

it('fails for everyone waiting for the same file, and checks again afterwards', async () => {
	const verifier = createVerifier();
	rmSync(file);
	const all = await Promise.allSettled([1, 2, 3].map(() => verifier.verify(name, file)));
	expect(all.map((each) => each.status)).toEqual(['rejected', 'rejected', 'rejected']);
	writeFileSync(file, 'the bytes');
	await verifier.verify(name, file);
});

it('hashes files again if their reader blames the data, but not if it blames the statement', async () => {
	const verifier = createVerifier();
	const files = new Map([[name, file]]);
	const failing = (mayBeOfData: boolean) => () => Promise.reject(Object.assign(new Error('no page'), { mayBeOfData }));
	await expect(verifier.watching(files, failing(true), 1)).rejects.toThrow('no page');
	changeUnseen();
	await expect(verifier.watching(files, failing(false), 1)).rejects.toThrow('no page');
	await expect(verifier.watching(files, failing(true), 1)).rejects.toMatchObject({ problem: 'changed' });
	await expect(verifier.verify(name, file)).rejects.toMatchObject({ problem: 'changed' });
});
