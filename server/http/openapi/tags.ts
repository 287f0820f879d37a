import type { Operation } from '#contract/operation.ts';

const described = {
	BuildSpecs: 'Versioned code that derives datasets from other datasets.',
	Runs: 'Previews and builds of BuildSpecs, with their logs and outputs.',
	Namespaces: 'Groups of datasets, each owned by a user.',
	Datasets: 'Dataset rows, columns and descriptions.',
	'Row queries': 'Operations that sort, search, profile, compare and export rows in datasets and outputs.',
	Search: 'Full-text search across everything the caller can see.',
	Links: 'Pairs of columns by which datasets can be joined.',
	Ingestion: 'Previews of records, and uploads of rows and files to datasets.',
	Sharing: 'Access that other users have to a namespace.',
	'Users and tokens': 'The service’s users, and the caller’s access tokens.',
	'Audit log': 'Who changed what, and what was denied.',
	Agents: 'Agents that answer questions about datasets, over A2A 1.0.',
	Service: 'The service’s description, status and data verification.',
} as const;

export const tags = Object.entries(described).map(([name, description]) => ({ name, description }));

/** By the first segment of an operation's path. */
const byPath: Readonly<Record<string, keyof typeof described>> = {
	a2a: 'Agents',
	query: 'Agents',
	'build-runs': 'Runs',
	'preview-runs': 'Runs',
	'build-specs': 'BuildSpecs',
	data: 'Datasets',
	schema: 'Datasets',
	rows: 'Row queries',
	pipelines: 'BuildSpecs',
	infer: 'Ingestion',
	ingestions: 'Ingestion',
	ingestionTracking: 'Ingestion',
	'build-plans': 'Runs',
	'dataset-status': 'Datasets',
	links: 'Links',
	search: 'Search',
	namespaces: 'Namespaces',
	permissions: 'Sharing',
	user: 'Users and tokens',
	users: 'Users and tokens',
	audit: 'Audit log',
};

const byId: Readonly<Record<string, keyof typeof described>> = {
	startPreviewRun: 'Runs',
	startBuildRun: 'Runs',
	renameNamespace: 'Namespaces',
	wipeNamespace: 'Namespaces',
};

export const tagOf = ({ id, path }: Operation): string => byId[id] ?? byPath[path.split('/')[1] ?? ''] ?? 'Service';
