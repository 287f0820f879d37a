import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LayerOption } from './layers.ts';
import { spawnIn } from './spawn-in.ts';
import { sourcesFolder } from './visible.ts';

/** Timeout for a process that only starts, ms. */
const patienceMs = 20_000;

/** Runs inside the layer. It loads the engine's native library, because a layer without it is useless. */
const probe = `
	const fs = require('node:fs');
	const [secret, library] = process.argv.slice(1);
	const can = (work) => { try { work(); return true; } catch { return false; } };
	require(library);
	fs.writeFileSync('own', 'a');
	const found = [
		can(() => fs.readFileSync(secret)) && 'read a file of the service',
		can(() => fs.writeFileSync('sources/new', 'a')) && 'write to its sources',
		can(() => fs.writeFileSync(secret + '.new', 'a')) && 'write outside its folder',
	].filter(Boolean);
	console.log(found.length === 0 ? 'isolated' : 'a process in it can ' + found.join(' and '));
`;

/** Starts Node in a layer and has it try what must not be possible. @returns what is wrong; null if everything is blocked */
export async function problemOf(layer: LayerOption, parent: string, library: string): Promise<string | null> {
	const folder = await mkdtemp(join(parent, 'probe-'));
	const [dir, secret] = [join(folder, 'runner'), join(folder, 'secret')];
	try {
		await mkdir(join(dir, sourcesFolder), { recursive: true, mode: 0o700 });
		await writeFile(secret, 'secret');
		const program = layer.wrap([process.execPath, '-e', probe, secret, library], dir);
		const text = await outputOf(spawnIn(program, dir, ['ignore', 'pipe', 'pipe']));
		if (text.includes('isolated\n')) return null;
		// The caller already names the tool.
		return (text.trim().split('\n')[0] ?? '').replace(/^(bwrap|unshare|sandbox-exec): /, '');
	} catch (error) {
		return (error as Error).message;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Everything a process writes until it ends. @throws Error if it can't start or doesn't end in time */
async function outputOf(child: ReturnType<typeof spawnIn>): Promise<string> {
	let text = '';
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding('utf8').on('data', (part: string) => {
			text = (text + part).slice(0, 4_000);
		});
	const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
	try {
		await once(child, 'close');
	} finally {
		clearTimeout(late);
	}
	return child.signalCode === null ? text : `terminated by ${child.signalCode}`;
}
