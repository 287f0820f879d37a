/** Fails if the code for the first screen exceeds its budget. Run it after `npm run build`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const folder = 'dist/console';
/** Maximum size of the JavaScript needed to draw the list of BuildSpecs, brotli-compressed, bytes. */
const budget = 150_000;

if (!existsSync(`${folder}/index.html`)) {
	console.error(`The console in ${folder} isn’t built. Run: npm run build`);
	process.exit(1);
}
const page = readFileSync(`${folder}/index.html`, 'utf8');
const files = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map(([, file]) => file);
const sizes = files.map((file) => ({ file, bytes: compressed(path.join(folder, file)) }));
const total = sizes.reduce((sum, file) => sum + file.bytes, 0);
if (files.length === 0) {
	console.error('index.html has no script, so the size of the first screen can’t be measured.');
	process.exit(1);
}
console.log(`The first screen loads ${total} bytes of JavaScript (Brotli). The budget is ${budget}.`);
if (total > budget) {
	for (const { file, bytes } of sizes) console.error(`  ${String(bytes).padStart(8)}  ${file}`);
	console.error(
		`That is ${total - budget} bytes too many. Load code that the first screen doesn’t need only when it’s needed, as src/ui/menu/menu-button.tsx does.`,
	);
	process.exit(1);
}

function compressed(file) {
	return existsSync(`${file}.br`) ? readFileSync(`${file}.br`).length : brotliCompressSync(readFileSync(file)).length;
}
