import { cpSync } from 'node:fs';
import { defineConfig } from 'vite';

/** The service as plain JavaScript: one file for each process that it starts. Packages stay in node_modules. */
export default defineConfig({
	publicDir: false,
	plugins: [
		{
			name: 'service-files',
			closeBundle() {
				cpSync('server/store/catalog/migrations', 'dist/server/migrations', { recursive: true });
				cpSync('server/sample/data', 'dist/server/sample', { recursive: true });
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
				'sign-in': 'server/sign-in.ts',
				runner: 'server/engine/runner.ts',
				watchdog: 'server/engine/watchdog.ts',
			},
			// Side by side: the programs find each other, and their files, in their own folder.
			output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
		},
	},
});
