import { readFileSync } from 'node:fs';
import path from 'node:path';

const packages: Readonly<Record<string, string>> = { playwright: '@playwright/test' };

/**
 * The file of a development package's program, relative to the project root, to be run with Node itself. On Windows, npm's link to it is a batch
 * file, which Node can't start.
 */
export function programOf(name: string): string {
	const folder = path.join('node_modules', packages[name] ?? name);
	const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
	return path.join(folder, typeof bin === 'string' ? bin : bin[name]);
}
