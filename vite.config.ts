import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

const service = process.env.DATASET_SERVICE ?? 'http://127.0.0.1:8750';

export default defineConfig({
	base: './',
	plugins: [
		withoutSummaries(),
		react(),
		compilesAhead('first'),
		compression({ algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip')] }),
	],
	build: {
		outDir: 'dist/console',
		emptyOutDir: true,
		sourcemap: false,
		target: 'es2023',
		rolldownOptions: {
			output: {
				codeSplitting: {
					groups: [
						{ name: (id, context) => (isOfFirstScreen(id, context) ? 'first' : null) },
						// Most pages use several of them: the entry lists one file for all.
						{ name: 'primitives', test: /[\\/]src[\\/]ui[\\/]primitives[\\/](?!form-dialog)/ },
					],
				},
				// The first screen names every other file: one character less of each hash saves it some 100 bytes.
				chunkFileNames: 'assets/[name]-[hash:7].js',
				assetFileNames: 'assets/[name]-[hash:7][extname]',
			},
		},
	},
	worker: { format: 'es', plugins: () => [comparesFirstLines()] },
	server: {
		host: '127.0.0.1',
		proxy: { '/api': service, '/auth': service, '/objects': service, '/config.json': service },
	},
});

/** The console never shows what operations say of themselves and of their errors, which is for the service's OpenAPI document. */
function withoutSummaries(): Plugin {
	return {
		name: 'without-summaries',
		enforce: 'pre',
		apply: 'build',
		transform: {
			filter: { id: /\/contract\/.*\.ts$/ },
			handler: (code) =>
				code
					.replaceAll(/^\tsummary:\s*(['"`]).*\1,$/gm, "\tsummary: '',")
					.replaceAll(/^\terrors: \[.*\],$/gm, '\terrors: [],'),
		},
	};
}

/**
 * Has Chromium compile a chunk while it arrives, instead of each function in the page's thread when it's first called. The comment has to be
 * the first line, where Vite puts its list of files, so it's added to what has been written.
 */
function compilesAhead(chunk: string): Plugin {
	return {
		name: 'compiles-ahead',
		writeBundle({ dir = '' }, bundle) {
			for (const item of Object.values(bundle)) {
				if (item.type !== 'chunk' || item.name !== chunk) continue;
				const file = path.join(dir, item.fileName);
				const code = `//# allFunctionsCalledOnLoad\n${readFileSync(file, 'utf8')}`;
				writeFileSync(file, code);
				writeFileSync(`${file}.br`, brotliCompressSync(code));
				writeFileSync(`${file}.gz`, gzipSync(code));
			}
		},
	};
}

/**
 * Monaco 0.57 asks for a line before the first one where a block of lines was moved to the top or from there; it then fails, and shows no
 * difference at all.
 */
function comparesFirstLines(): Plugin {
	const asks = 'if (origLine > originalLines.length || modLine > modifiedLines.length) {';
	return {
		name: 'compares-first-lines',
		transform: {
			filter: { id: /defaultLinesDiffComputer[\\/]computeMovedLines\.js$/ },
			handler(code) {
				if (!code.includes(asks))
					throw new Error('Monaco looks for moved lines in another way: is this patch still needed?');
				return code.replaceAll(asks, asks.replace('if (', 'if (origLine < 1 || modLine < 1 || '));
			},
		},
	};
}

/** Reached through the index of its package by everyone, used by few. */
const isOneOfMany =
	/@mantine\/core\/esm\/(components|utils)\/|@mantine\/hooks\/|@tanstack\/|@tabler\/icons-react\/|@floating-ui\/|\/(react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|react-number-format)/;

let firstScreen: Set<string> | undefined;

/**
 * Whether the entry imports a module without waiting, itself or by others. All of these become one file: split by what the
 * lazy pages share, they are 8 % larger when compressed.
 */
function isOfFirstScreen(id: string, context: Pick<Rolldown.PluginContext, 'getModuleInfo'>): boolean {
	firstScreen ??= reachable(normalizePath(fileURLToPath(new URL('src/main.tsx', import.meta.url))), context);
	return firstScreen.has(id) && !isOneOfMany.test(id);
}

function reachable(entry: string, context: Pick<Rolldown.PluginContext, 'getModuleInfo'>): Set<string> {
	const found = new Set<string>();
	const open = [entry];
	for (let id = open.pop(); id !== undefined; id = open.pop()) {
		if (found.has(id)) continue;
		found.add(id);
		open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
	}
	return found;
}
