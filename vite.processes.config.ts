import { defineConfig } from 'vite';

/**
 * The processes that serve one run or one reading each, with the packages that they use: a process that reads one file in place
 * of some hundred starts in half the time. What is a library of the system stays where it is.
 */
export default defineConfig({
	publicDir: false,
	ssr: { noExternal: true, external: ['@duckdb/node-bindings'] },
	build: {
		ssr: true,
		outDir: 'dist/server',
		emptyOutDir: false,
		target: 'node20',
		minify: false,
		rolldownOptions: {
			input: {
				runner: 'server/engine/runner/runner.ts',
				'git-reader': 'server/platform/git-pipeline/reader.ts',
			},
			output: { entryFileNames: '[name].js', chunkFileNames: 'process-[name]-[hash].js' },
		},
	},
});
