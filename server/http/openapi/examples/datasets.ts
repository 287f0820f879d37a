import * as datasets from '#contract/dataset.ts';
import { renameDataset } from '#contract/dataset-changes.ts';
import { getDatasetStatuses } from '#contract/dataset-status.ts';
import * as versions from '#contract/dataset-version.ts';
import { getDataVerification } from '#contract/integrity.ts';
import * as links from '#contract/link.ts';
import * as namespaces from '#contract/namespace.ts';
import { listNamespaceActivity } from '#contract/namespace-activity.ts';
import * as namespaceChanges from '#contract/namespace-changes.ts';
import { search } from '#contract/search.ts';
import { add, airports, at, aviation, buildRunId, buildSpecId, linkId, page, routes } from './example.ts';

const namespace = {
	...aviation,
	role: 'owner',
	description: 'US flights, airports and routes.',
	datasets: 4,
	rows: 38_742,
	bytes: 372_878,
	createdAt: at,
	updatedAt: at,
} as const;
add(listNamespaceActivity, {
	query: { days: '14', utcOffset: '60' },
	result: { items: [{ username: 'demo', namespace: 'aviation', day: '2026-03-05', changes: 3, failedBuilds: 1 }] },
});
add(namespaces.listNamespaces, { query: page, result: { items: [namespace] } });
add(namespaces.getNamespace, { params: aviation, result: namespace });
add(namespaces.createNamespace, {
	body: { namespace: 'weather' },
	result: { ...namespace, namespace: 'weather', description: '', datasets: 0, rows: 0, bytes: 0 },
});
add(namespaceChanges.describeNamespace, {
	params: aviation,
	body: { description: namespace.description },
	result: namespace,
});
add(namespaceChanges.deleteNamespace, { params: { username: 'demo', namespace: 'weather' }, result: undefined });
add(namespaces.renameNamespace, {
	params: aviation,
	body: 'air traffic',
	result: { username: 'demo', namespace: 'air traffic' },
});
add(namespaces.wipeNamespace, {
	params: aviation,
	query: { deleteDatasets: 'false' },
	result: { datasets: 0, rows: 38_742, links: 4, ingestions: 2 },
});

const summary = {
	...{ owner: 'demo', namespace: 'aviation', datasetName: 'routes' },
	description: 'How many flights went from one US airport to another in 2008.',
	...{ rows: 5_366, bytes: 21_183, version: 1, updatedAt: at },
};
const described = [
	{ name: 'origin', type: 'VARCHAR', description: 'IATA code of the departure airport.' },
	{ name: 'destination', type: 'VARCHAR', description: 'IATA code of the arrival airport.' },
	{ name: 'flights_2008', type: 'BIGINT', description: 'Number of flights on this route in 2008.' },
];
const schema = {
	...summary,
	columns: described,
	access: 'write',
	builtBy: { runId: buildRunId, buildSpecId, version: 3, at, by: 'demo' },
	restored: null,
	licence: 'US Government work, public domain (BTS 2008)',
	source: 'vega-datasets 3.2.1, flights-airport.csv',
	contact: 'aviation@example.org',
} as const;
add(datasets.listDatasets, { params: aviation, query: page, result: { items: [{ ...summary, columns: 3 }] } });
add(datasets.getSchema, { params: routes, result: schema });
add(datasets.getRows, {
	params: routes,
	query: {
		...{ offset: '0', limit: '2', sort: '-flights_2008' },
		filter: '[{"column":"origin","op":"=","value":"ABE"}]',
	},
	result: {
		columns: described.map(({ name, type }) => ({ name, type })),
		rows: [
			{ origin: 'ABE', destination: 'ATL', flights_2008: 853 },
			{ origin: 'ABE', destination: 'BHM', flights_2008: 1 },
		],
		total: 9,
	},
});
const earlier = {
	...{ at, by: 'demo', rows: 5_366, bytes: 21_183, restoredFrom: null },
	columns: described.map(({ name, type }) => ({ name, type })),
} as const;
const build = { ...earlier, cause: 'build', runId: buildRunId, builtBy: schema.builtBy } as const;
add(versions.listDatasetVersions, {
	params: routes,
	query: page,
	result: {
		items: [
			{ ...build, version: 3, cause: 'restored', restoredFrom: 1 },
			{ ...build, version: 2 },
			{ ...earlier, version: 1, by: null, cause: 'created', runId: null, builtBy: null },
		],
	},
});
add(versions.restoreDatasetVersion, { params: { ...routes, version: '1' }, result: { ...schema, version: 3 } });
add(renameDataset, {
	params: routes,
	body: 'connections',
	result: { owner: 'demo', namespace: 'aviation', datasetName: 'connections' },
});
add(datasets.deleteDataset, { params: routes, result: undefined });
add(datasets.describeDataset, {
	params: routes,
	body: {
		description: summary.description,
		columns: { origin: 'IATA code of the departure airport.' },
		contact: schema.contact,
	},
	result: schema,
});
const order = ['destination', 'origin', 'flights_2008'];
add(datasets.putSortOrder, { params: routes, body: { order }, result: { order } });

const origin = { ...aviation, dataset: 'flights', columnName: 'origin' };
const iata = { ...aviation, dataset: 'airports', columnName: 'iata' };
const link = { from: origin, to: iata, matchType: 'ExactMatch', options: { caseSensitive: false } } as const;
const side = {
	...{ rows: 20_000, withValue: 20_000, distinct: 220, unique: false, matchedRows: 19_998, matchedDistinct: 219 },
	matched: [{ value: 'ATL', rows: 1_341 }],
	unmatched: [{ value: 'XXX', rows: 2 }],
};
add(links.addLink, { body: link, result: { created: true }, otherResult: { created: false } });
add(links.tryLink, {
	body: link,
	result: {
		from: side,
		to: { ...side, rows: 3_376, withValue: 3_376, distinct: 3_376, unique: true, matchedRows: 219 },
		hints: [{ kind: 'trim', from: 1, to: 1 }],
		distances: null,
		sampledRows: null,
	},
});
add(links.listLinks, { query: { ...page, ...aviation }, result: { items: [{ id: linkId, ...link, createdAt: at }] } });
const nowhere = { buildSpecId: null, linkId: null, linkedTo: null };
add(search, {
	query: { q: 'iata', kinds: 'column', owner: 'demo', limit: '50' },
	result: {
		items: [
			{
				...{ kind: 'column', ...airports, columnName: 'iata', columnType: 'VARCHAR', ...nowhere },
				excerpt: { from: 'description', text: 'IATA code, such as SEA', line: null },
				...{ words: ['iata'], score: 1.38 },
			},
		],
		counts: { column: 1 },
	},
});
add(links.deleteLink, { params: { linkId }, result: undefined });
add(links.suggestLinks, {
	query: { ...aviation, dataset: 'flights' },
	result: {
		items: [
			{
				...{ from: origin, to: iata, matchType: 'ExactMatch', score: 0.75, distinct: 220, found: 220, exact: true },
				...{ toDistinct: 3_376, toUnique: true },
				reasons: ['220 of 220 values in origin exist in airports', 'Each iata identifies one row in airports'],
			},
		],
		compared: 11,
		leftOut: 0,
	},
});

add(getDataVerification, {
	result: {
		verifiedAt: at,
		corrupt: [
			{
				...{ kind: 'dataset', owner: 'demo', namespace: 'aviation', datasetName: 'routes' },
				...{ runId: buildRunId, buildSpecId, problem: 'changed', foundAt: at },
			},
		],
	},
});

add(getDatasetStatuses, {
	result: {
		datasets: [
			{
				...{
					owner: 'demo',
					namespace: 'aviation',
					datasetName: 'routes',
					state: 'outdated',
					version: 3,
					updatedAt: at,
				},
				reasons: [
					{ kind: 'build-spec-changed', builtVersion: 3, currentVersion: 4, source: null },
					{
						...{ kind: 'source-changed', builtVersion: null, currentVersion: null },
						source: { owner: 'demo', namespace: 'aviation', datasetName: 'flights' },
					},
				],
				builtBy: { runId: buildRunId, buildSpecId, version: 3, at, by: 'demo' },
				...{ restoredFrom: null, deleted: null },
				failedChecks: ['One row per route'],
				...{ buildSpecId, lastBuild: null },
			},
		],
		buildSpecs: [],
	},
});
