import { cpSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build, defineConfig } from 'vite';
import { openPGliteCatalog } from './server/store/catalog/pglite-catalog.ts';

/**
 * The service as plain JavaScript: one file for each process and thread that it starts. Packages stay in node_modules, but for those
 * of the processes that are started for each run.
 */
export default defineConfig({
	publicDir: false,
	plugins: [
		{
			name: 'service-files',
			async closeBundle() {
				await build({ configFile: 'vite.processes.config.ts' });
				cpSync('server/store/catalog/migrations', 'dist/server/migrations', { recursive: true });
				cpSync('server/sample/data', 'dist/server/sample', { recursive: true });
				writeFileSync('dist/server/catalog.tar.gz', gzipSync(await emptyCatalog()));
			},
		},
	],
	build: {
		ssr: true,
		outDir: 'dist/server',
		emptyOutDir: true,
		target: 'node20',
		minify: false,
		rolldownOptions: {
			input: {
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
			},
			// Side by side: the programs find each other, and their files, in their own folder.
			output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
		},
	},
});

/** A catalog with its tables and nothing in them: a first start that begins with it is seconds shorter. */
async function emptyCatalog(): Promise<Uint8Array> {
	const migrationsFolder = 'server/store/catalog/migrations';
	const catalog = await openPGliteCatalog({ folder: null, migrationsFolder });
	const dump = await catalog.dump();
	await catalog.close();
	return new Uint8Array(await dump.arrayBuffer());
}
