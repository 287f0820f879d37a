import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterEach, describe, expect, it } from 'vitest';

const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
let folder: string | null = null;

afterEach(async () => {
	if (folder !== null) await rm(folder, { recursive: true, force: true });
	folder = null;
});

/** The names of the rules that a tree of files breaks. */
async function broken(files: Record<string, string>): Promise<string[]> {
	await mkdir('.cache', { recursive: true });
	const root = await mkdtemp(path.resolve('.cache/import-rules-'));
	folder = root;
	for (const [name, text] of Object.entries(files)) {
		await mkdir(path.join(root, path.dirname(name)), { recursive: true });
		await writeFile(path.join(root, name), text);
	}
	const { tsConfig: _, ...options } = rules.options;
	const { output } = await cruise(['.'], {
		...options,
		baseDir: root,
		ruleSet: { forbidden: rules.forbidden },
		validate: true,
	});
	if (typeof output === 'string') throw new Error(output);
	return output.summary.violations.map((violation) => violation.rule.name);
}

const value = 'export const value = 1;\n';
const imports = (from: string) => `import { value } from '${from}';\nexport const other = value;\n`;

describe('import rules', () => {
	it('allow a feature to use the public files of a feature below it', async () => {
		expect(
			await broken({
				'src/features/runs/queries.ts': value,
				'src/features/runs/preview/preview-panel.tsx': value,
				'src/features/build-specs/page.tsx': `${imports('../runs/queries.ts')}export { value as panel } from '../runs/preview/preview-panel.tsx';\n`,
			}),
		).toEqual([]);
	});

	it.each([
		['a console that imports the service', 'src/lib/a.ts', '../../server/b.ts', 'server/b.ts', 'console-lib'],
		['shared code that imports the console', 'lib/a.ts', '../src/lib/b.ts', 'src/lib/b.ts', 'lib'],
		['a contract that imports shared code', 'contract/a.ts', '../lib/b.ts', 'lib/b.ts', 'contract'],
		['a service that imports the console', 'server/http/a.ts', '../../src/lib/b.ts', 'src/lib/b.ts', 'server-http'],
		['a kit that imports calls', 'src/ui/a.ts', '../api/b.ts', 'src/api/b.ts', 'ui'],
		['a kit that reaches into rows', 'src/ui/a.ts', '../rows/files/b.ts', 'src/rows/files/b.ts', 'rows-public'],
		['rows that import the kit', 'src/rows/a.ts', '../ui/b.ts', 'src/ui/b.ts', 'rows'],
		[
			'a format that imports an operation',
			'src/rows/formats/a.ts',
			'../operations/b.ts',
			'src/rows/operations/b.ts',
			'rows-formats',
		],
		['rows that run the contract', 'src/rows/a.ts', '../../contract/b.ts', 'contract/b.ts', 'rows-contract-types'],
		[
			'a lower feature that imports a higher one',
			'src/features/runs/a.ts',
			'../build-specs/queries.ts',
			'src/features/build-specs/queries.ts',
			'feature-runs',
		],
		[
			'a feature that reaches into another',
			'src/features/build-specs/a.ts',
			'../runs/log.tsx',
			'src/features/runs/log.tsx',
			'feature-build-specs',
		],
		[
			'an engine that imports the platform',
			'server/engine/a.ts',
			'../platform/b.ts',
			'server/platform/b.ts',
			'server-engine',
		],
		[
			'a service that imports what tries it',
			'server/platform/a.ts',
			'../../proof/b.ts',
			'proof/b.ts',
			'server-platform',
		],
		['a contract that imports the service', 'contract/a.ts', '../server/b.ts', 'server/b.ts', 'contract'],
		[
			'a page in an unknown feature folder',
			'src/app/a.ts',
			'../features/extras/b.ts',
			'src/features/extras/b.ts',
			'features-known',
		],
	])('reject %s', async (_, from, specifier, to, rule) => {
		expect(await broken({ [from]: imports(specifier), [to]: value })).toContain(rule);
	});

	it('reject shared code that imports Node', async () => {
		expect(await broken({ 'lib/a.ts': "import { join } from 'node:path';\nexport const other = join;\n" })).toContain(
			'lib-is-pure',
		);
	});

	it('reject a wrong direction even if only types are imported', async () => {
		expect(
			await broken({
				'src/lib/a.ts': "import type { Thing } from '../ui/b.ts';\nexport type Other = Thing;\n",
				'src/ui/b.ts': 'export type Thing = string;\n',
			}),
		).toContain('console-lib');
	});

	it('reject a cycle', async () => {
		expect(
			await broken({
				'src/lib/a.ts': `${imports('./b.ts')}`,
				'src/lib/b.ts': `import { other } from './a.ts';\nexport const value = other;\n`,
			}),
		).toContain('no-cycles');
	});
});
