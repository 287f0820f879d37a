// Runs a program of the built service: node scripts/run-built.mjs NAME [ARGUMENT…]. Called by npm's scripts.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stopWithParent } from './stop-with-parent.mjs';

const [name = 'main'] = process.argv.splice(2, 1);
const program = path.join(fileURLToPath(new URL('..', import.meta.url)), 'dist', 'server', `${name}.js`);
if (!existsSync(program)) {
	console.error(`Not built yet: ${program} doesn’t exist. Run: npm run build`);
	process.exit(1);
}
stopWithParent();
process.argv[1] = program;
await import(pathToFileURL(program).href);
