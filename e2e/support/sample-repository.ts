import fs from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { add, commit } from 'isomorphic-git';
import { expect } from './journey.ts';
import type { Service } from './service.ts';

const author = { name: 'Demo', email: 'demo@example.org' };

/** Commits another text for a file to the sample pipeline's repository. Returns the commit's id. */
export async function commitFile(
	service: Pick<Service, 'dataDir'>,
	file: string,
	change: (text: string) => string,
	message: string,
): Promise<string> {
	const dir = path.join(service.dataDir, 'repositories', 'flight-reports');
	const at = path.join(dir, file);
	const before = await readFile(at, 'utf8');
	expect(change(before)).not.toBe(before);
	await writeFile(at, change(before));
	await add({ fs, dir, filepath: file });
	return await commit({ fs, dir, message, author });
}
