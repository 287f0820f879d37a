import { readFileSync } from 'node:fs';
import path from 'node:path';

const packages: Readonly<Record<string, string>> = { playwright: '@playwright/test' };

/**
 * The file of a program of a development package, from the root of the project, to be run with Node itself. What npm links for
 * it is a batch file on Windows, which Node doesn't start.
 */
export function programOf(name: string): string {
	const folder = path.join('node_modules', packages[name] ?? name);
	const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
	return path.join(folder, typeof bin === 'string' ? bin : bin[name]);
}
