import { cp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { migrationsFolder, sampleFolder } from '../paths.ts';
import { emptyCatalog } from './snapshot.ts';

const programs = {
	main: 'server/main.ts',
	'sign-in': 'server/commands/sign-in.ts',
	user: 'server/commands/user.ts',
	keys: 'server/commands/keys.ts',
	backup: 'server/commands/backup.ts',
	doctor: 'server/commands/doctor.ts',
	restore: 'server/commands/restore.ts',
	move: 'server/commands/move.ts',
	'verify-data': 'server/commands/verify-data.ts',
	'restore-catalog': 'server/commands/restore-catalog.ts',
	watchdog: 'server/engine/pool/watchdog.ts',
	'ingest-thread': 'server/platform/ingest/thread/program.ts',
};

/**
 * Builds the service's programs once per test run, which starts hundreds of them: as JavaScript, a runner starts in a fraction of the time.
 * DATASET_CONSOLE_PROGRAMS names the folder.
 */
export default async function buildPrograms(): Promise<() => Promise<void>> {
	// Already built for another project of the same run.
	if (process.env.DATASET_CONSOLE_PROGRAMS !== undefined) return async () => undefined;
	const folder = resolve(`node_modules/.cache/programs-${process.pid}`);
	await build({
		configFile: false,
		publicDir: false,
		logLevel: 'warn',
		build: {
			ssr: true,
			outDir: folder,
			target: 'node20',
			minify: false,
			rolldownOptions: { input: programs, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
		},
	});
	await build({ configFile: 'vite.processes.config.ts', logLevel: 'warn', build: { outDir: folder } });
	await cp(migrationsFolder, join(folder, 'migrations'), { recursive: true });
	await cp(sampleFolder, join(folder, 'sample'), { recursive: true });
	const catalog = new Uint8Array(await (await emptyCatalog()).arrayBuffer());
	await writeFile(join(folder, 'catalog.tar.gz'), gzipSync(catalog));
	process.env.DATASET_CONSOLE_PROGRAMS = folder;
	return () => rm(folder, { recursive: true, force: true });
}

/** Node's arguments for a program of the service: its file, then the program's own. */
export function programFile(name: keyof typeof programs): string {
	const folder = process.env.DATASET_CONSOLE_PROGRAMS;
	if (folder === undefined) throw new Error('The programs are built by the set-up of the service’s tests.');
	return join(folder, `${name}.js`);
}
