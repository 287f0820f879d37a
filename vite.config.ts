import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { MantineProvider } from '@mantine/core';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { defineConfig, type HtmlTagDescriptor, normalizePath, type Plugin, type Rolldown } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { cssVariables, theme } from './src/ui/theme/theme.ts';

const service = process.env.DATASET_SERVICE ?? 'http://127.0.0.1:8750';

export default defineConfig({
	base: './',
	plugins: [
		withoutSummaries(),
		react(),
		themeVariables(),
		stableIds(),
		compilesAhead('first'),
		requestsAhead('first'),
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
						{ name: (id, context) => (isReached('src/start.ts', id, context) ? 'start' : null) },
						{
							name: (id, context) => (isReached('src/main.tsx', id, context) && !isOneOfMany.test(id) ? 'first' : null),
						},
						// Without these groups, a page opened with an empty cache requests up to 120 files.
						// What is requested before the list is drawn stays small.
						{ name: (id, context) => (isEarly(id, context) ? 'base' : null) },
						{ name: 'common', minShareCount: 12 },
						{ name: 'components', minShareCount: 4, test: (id) => isOneOfMany.test(id) },
						// Comes first: a group takes along what its code imports.
						{ name: (id, context) => (partOfWorkbench(id, context) === 'shared' ? 'shared' : null) },
						{ name: (id, context) => partOfWorkbench(id, context) },
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

/** Requests a chunk that the first code imports, and its style sheet, with the page. */
function requestsAhead(chunk: string): Plugin {
	return {
		name: 'requests-ahead',
		transformIndexHtml: {
			order: 'post',
			handler(html, { bundle = {} }) {
				const item = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === chunk);
				if (item?.type !== 'chunk') throw new Error(`The build has no chunk "${chunk}".`);
				const code = [item.fileName, ...item.imports].filter((file) => !html.includes(file));
				const styles = [...(item.viteMetadata?.importedCss ?? [])];
				return [
					...code.map((file) => ahead('modulepreload', file)),
					...styles.map((file) => ahead('stylesheet', file)),
				];
			},
		},
	};
}

const ahead = (rel: string, file: string): HtmlTagDescriptor => ({
	tag: 'link',
	attrs: { rel, crossorigin: true, href: `./${file}` },
	injectTo: 'head',
});

/** Mantine's variables for the theme as a style sheet, which is there before the code, in place of the code that makes them. */
function themeVariables(): Plugin {
	return {
		name: 'theme-variables',
		enforce: 'pre',
		load(id) {
			const [, component] = /\/(MantineCssVariables|MantineClasses)\.mjs$/.exec(id) ?? [];
			if (component !== undefined) return `export const ${component} = () => null;`;
			if (!id.endsWith('/src/ui/theme/mantine-variables.css')) return null;
			const props = {
				theme,
				cssVariablesResolver: cssVariables,
				deduplicateCssVariables: false,
				withGlobalClasses: false,
			};
			return renderToStaticMarkup(createElement(MantineProvider, props)).replace(/<\/?style[^>]*>/g, '');
		},
	};
}

/** Mantine's fields get a random ID once they are drawn, and so draw everything in them twice. React's own is as unique. */
function stableIds(): Plugin {
	let isReplaced = false;
	return {
		name: 'stable-ids',
		enforce: 'pre',
		apply: 'build',
		load(id) {
			if (!normalizePath(id).endsWith('/@mantine/hooks/esm/use-id/use-id.mjs')) return null;
			isReplaced = true;
			return `import { useId as useReactId } from 'react';
export function useId(id) {
	const own = useReactId();
	return typeof id === 'string' ? id : \`mantine-\${own.replaceAll(':', '')}\`;
}`;
		},
		buildEnd(error) {
			if (error === undefined && !isReplaced)
				throw new Error('Mantine makes IDs in another file: is this patch still needed?');
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
	/@mantine\/core\/esm\/(components|utils|core\/(Box|InlineStyles|styles-api|utils))\/|@mantine\/hooks\/|@tanstack\/|@tabler\/icons-react\/|@floating-ui\/|\/(react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|react-number-format)/;

/** Whether a module is part of what the console starts right after its first screen. */
const isEarly = (id: string, context: Pick<Rolldown.PluginContext, 'getModuleInfo'>): boolean =>
	!isOneOfMany.test(id) && isReached('src/app/observers/start-observers.ts', id, context);

/** Pages that don't wait for the code of the workbench and of the grid. */
const lightPages = [
	'src/features/catalog/home/home-page.tsx',
	'src/features/catalog/namespaces/namespaces-page.tsx',
	'src/features/runs/list/runs-page.tsx',
	'src/features/access/access-page.tsx',
	'src/features/build-specs/list/page-menu.tsx',
	'src/app/shell/shell-commands.tsx',
];
const rowPages = ['src/features/runs/run/run-page.tsx', 'src/features/catalog/dataset/dataset-page.tsx'];

/** The file for a module of the BuildSpec page, by who else uses it; null for other modules. */
function partOfWorkbench(id: string, context: Pick<Rolldown.PluginContext, 'getModuleInfo'>): string | null {
	const isIn = (page: string) => isReached(page, id, context);
	if (isOneOfMany.test(id) || !isIn('src/features/build-specs/workbench/build-spec-page.tsx')) return null;
	if (lightPages.some(isIn)) return 'shared';
	return rowPages.some(isIn) ? 'rows' : 'workbench';
}

const reached = new Map<string, Set<string>>();

/**
 * Whether a module imports another without waiting, itself or by others. All of these become one file: split by what the
 * lazy pages share, they are 8 % larger when compressed.
 */
function isReached(entry: string, id: string, context: Pick<Rolldown.PluginContext, 'getModuleInfo'>): boolean {
	let found = reached.get(entry);
	if (found === undefined) {
		found = reachable(normalizePath(fileURLToPath(new URL(entry, import.meta.url))), context);
		reached.set(entry, found);
	}
	return found.has(id);
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
