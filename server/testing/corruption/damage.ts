import { chmod, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Damage to an object's file behind the service's back. */
export type Damage = 'flip' | 'truncate' | 'remove';

/** Damages every object of a data folder; returns their number. @param random numbers in [0, 1) */
export async function damageObjects(dataDir: string, damage: Damage, random = Math.random): Promise<number> {
	const entries = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => /^[0-9a-f]{64}$/.test(entry.name));
	for (const { parentPath, name } of files) await damageFile(join(parentPath, name), damage, random);
	return files.length;
}

export async function damageFile(file: string, damage: Damage, random = Math.random): Promise<void> {
	if (damage === 'remove') return rm(file);
	await chmod(file, 0o600);
	const bytes = await readFile(file);
	const position = Math.floor(random() * bytes.length);
	bytes[position] = (bytes[position] ?? 0) ^ (1 << Math.floor(random() * 8));
	// Written in place, so that it remains the file that a process may have open.
	await (damage === 'truncate' ? truncate(file, position) : writeFile(file, bytes));
}
