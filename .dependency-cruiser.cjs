const tests = '(\\.test\\.tsx?$|^src/testing/|^server/testing/)';

/**
 * Who may import whom, as docs/decisions/0001-where-things-live.md says it. Type-only imports count.
 */
const only = (name, from, allowed) => ({
	name,
	severity: 'error',
	comment: `${from} may import ${allowed.join(', ') || 'nothing of ours'}`,
	from: { path: from, pathNot: tests },
	to: { path: '^(contract|lib|src|server|e2e|bench|proof)/', pathNot: allowed },
});

/** Features from the ground up: each may use the public files of those before it. */
const features = [
	'session',
	'names',
	'runs',
	'build-specs',
	'access',
	['links', 'ingest', 'agents', 'activity'],
	'catalog',
	'docs',
	'search',
];

const shared = [
	'^lib/',
	...['ui', 'data-views', 'rows', 'api', 'a2a', 'storage', 'routing', 'lib'].map((folder) => `^src/${folder}/`),
];
const publicFile =
	'((plans/)?(pipeline-|plan-|row-|status-|check-|column-|dataset-version-)?queries\\.ts|plans/plan-start\\.ts|open-ahead\\.ts|mutations\\.ts|namespace-mutations\\.ts|(status-|check-|step-|pair-)?model\\.ts|((build|compare|drafts|plans|preview)/)?[^/]*-panel\\.tsx)$';

const featureRules = features.flatMap((level, index) => {
	const below = features.slice(0, index).flat();
	return [level]
		.flat()
		.map((feature) =>
			only(`feature-${feature}`, `^src/features/${feature}/`, [
				'^contract/',
				...shared,
				`^src/features/${feature}/`,
				...(below.length > 0 ? [`^src/features/(${below.join('|')})/${publicFile}`] : []),
			]),
		);
});

/** Folders of src/rows from the ground up: each may use those before it. */
const rowLayers = ['source', 'values', 'bytes', 'formats', 'operations', 'worker', 'files', 'engine'];

/** Folders of server/platform from the ground up: each may use those before it, and those beside it not at all. */
const platformLayers = [
	'core',
	'ingest/normalize',
	'ingest/text',
	'ingest/model',
	'ingest',
	'ingest/thread',
	'state',
	'parts',
	'backup',
	'access',
	'audit',
	'integrity',
	['runs', 'rows', 'oauth', 'oidc', 'conversations', 'models', 'search'],
	'git-pipeline',
	'build-specs',
	'datasets',
	'row-queries',
	['ingestions', 'links'],
	['namespaces', 'link-suggestions'],
	'checks',
	'execution',
	'replicas',
];

/** What every folder of the service may import: the types of its settings, its log, and what both programs share. */
const ground = ['^server/settings/settings\\.ts$', '^server/logging/', '^(contract|lib)/'];

const packages = (name, from, allowed) => ({
	name,
	severity: 'error',
	from: { path: from, pathNot: tests },
	to: { path: '(^|/)node_modules/', pathNot: allowed.map((name) => `(^|/)node_modules/${name}/`) },
});

module.exports = {
	forbidden: [
		{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
		{ name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
		{
			name: 'declared',
			severity: 'error',
			comment: 'Benchmarks use what the project declares.',
			from: { pathNot: '^bench/' },
			to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-optional', 'deprecated'] },
		},
		only('contract', '^contract/', ['^contract/']),
		packages('contract-packages', '^contract/', ['zod']),
		packages('settings-packages', '^server/settings/', ['zod']),
		only('lib', '^lib/', ['^lib/']),
		packages('lib-packages', '^lib/', ['fflate', 'json-custom-numbers', 'saxen']),
		{
			name: 'lib-is-pure',
			severity: 'error',
			comment: 'The console and the service share it: nothing of Node.',
			from: { path: '^lib/', pathNot: tests },
			to: { dependencyTypes: ['core'] },
		},
		only('console-lib', '^src/lib/', ['^(src/)?lib/']),
		only('ui', '^src/ui/', ['^src/(ui|lib)/', '^lib/']),
		only('data-views', '^src/data-views/', ['^src/(data-views|ui|rows|lib)/', '^lib/']),
		only('rows', '^src/rows/', ['^src/(rows|lib)/', '^(contract|lib)/']),
		{
			name: 'rows-public',
			severity: 'error',
			comment: 'src/rows is imported by its index; what else others need is exported there.',
			from: { path: '^(src|server|e2e|bench|proof)/', pathNot: ['^src/rows/', tests] },
			to: { path: '^src/rows/', pathNot: '^src/rows/index\\.ts$' },
		},
		{
			name: 'rows-contract-types',
			severity: 'error',
			comment:
				'Only the engine, whose requests are described there, and only types (the compiler keeps to `import type`).',
			from: { path: '^src/rows/', pathNot: ['^src/rows/engine/', tests] },
			to: { path: '^contract/' },
		},
		packages('rows-packages', '^src/rows/', ['fzstd', 'hyparquet', 'hyparquet-compressors', 'hyparquet-writer']),
		...rowLayers.map((layer, index) =>
			only(`rows-${layer.replace('/', '-')}`, `^src/rows/${layer}/`, [
				'^(src/)?lib/',
				'^contract/',
				`^src/rows/${layer}/`,
				...rowLayers.slice(0, index).map((below) => `^src/rows/${below}/`),
			]),
		),
		only('storage', '^src/storage/', ['^src/(storage|lib)/', '^(contract|lib)/']),
		only('routing', '^src/routing/', ['^src/(routing|lib)/', '^(contract|lib)/']),
		only('api', '^src/api/', ['^src/(api|lib)/', '^(contract|lib)/']),
		only('a2a', '^src/a2a/', ['^src/(a2a|api|lib)/', '^(contract|lib)/']),
		...featureRules,
		{
			name: 'features-known',
			severity: 'error',
			comment: 'A new feature folder takes its place in the order above first.',
			from: { path: '^src/' },
			to: { path: '^src/features/', pathNot: `^src/features/(${features.flat().join('|')})/` },
		},
		only('app', '^src/(app/|main\\.tsx)', ['^src/(?!testing/)', '^(contract|lib)/']),
		only('server-settings', '^server/settings/', ['^server/settings/', '^(contract|lib)/']),
		only('server-logging', '^server/logging/', []),
		only('server-store', '^server/store/', ['^server/store/', ...ground]),
		only('server-engine', '^server/engine/', ['^server/engine/', ...ground]),
		only('server-models', '^server/models/', ['^server/models/', ...ground]),
		only('server-platform', '^server/platform/', ['^server/(platform|store|engine|models)/', ...ground]),
		...platformLayers.flatMap((layer, index) =>
			[layer]
				.flat()
				.map((folder) =>
					only(`server-platform-${folder.replace('/', '-')}`, `^server/platform/${folder}/[^/]+$`, [
						'^server/(store|engine|models)/',
						...ground,
						...[...platformLayers.slice(0, index).flat(), folder].map((below) => `^server/platform/${below}/[^/]+$`),
					]),
				),
		),
		{
			name: 'server-platform-known',
			severity: 'error',
			comment: 'A new folder is added to the order above first.',
			from: { path: '^server/' },
			to: { path: '^server/platform/', pathNot: `^server/platform/(${platformLayers.flat().join('|')})/[^/]+$` },
		},
		only('server-sample', '^server/sample/', ['^server/(sample|platform)/', '^(contract|lib)/']),
		only('server-agents', '^server/agents/', ['^server/(agents|platform|models)/', ...ground]),
		only('server-http', '^server/http/', [
			'^server/(http|platform|agents)/',
			'^server/settings/chaos\\.ts$',
			...ground,
		]),
		only('server-root', '^server/([^/]+\\.ts$|commands/)', ['^server/', '^(contract|lib)/']),
		{
			name: 'settings-are-handed-over',
			severity: 'error',
			comment: 'reading the command line and the environment is for the root and the commands',
			from: { path: '^server/(?!settings/|main\\.ts|commands/)', pathNot: tests },
			to: { path: '^server/settings/(read-settings|read-models|settings-of|options)\\.ts$' },
		},
		{
			name: 'tests-stay-out',
			severity: 'error',
			from: { path: '^(contract|lib|src|server)/', pathNot: tests },
			to: { path: tests },
		},
	],
	options: {
		parser: 'swc',
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)(dist|test-results)/' },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'module', 'browser', 'node', 'default', 'types'],
			extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css', '.d.ts'],
		},
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
