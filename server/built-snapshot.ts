import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { catalogSnapshot } from './paths.ts';

/** An empty catalogue that the build made. Without it the first start makes its database itself, which takes seconds longer. */
export async function builtSnapshot(): Promise<Blob | null> {
	if (catalogSnapshot === null || !existsSync(catalogSnapshot)) return null;
	return new Blob([new Uint8Array(await promisify(gunzip)(await readFile(catalogSnapshot)))]);
}
