import type { BuildPlan, BuildPlanStep } from '#contract/build-plan.ts';
import * as plans from '#contract/build-plan.ts';
import * as runs from '#contract/build-run.ts';
import * as buildSpecs from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import * as checks from '#contract/check.ts';
import * as pipelines from '#contract/pipeline.ts';
import { startPreviewRun } from '#contract/preview-run.ts';
import {
	add,
	at,
	buildRunId,
	buildSpecId,
	edit,
	later,
	otherSpecId,
	page,
	perState,
	planId,
	sha256,
} from './example.ts';

/** A query without a BuildSpec. */
const { destination: _, ...scratch } = edit;
const count = { ...scratch, code: { payload: 'SELECT count(*) AS airports FROM aviation.airports' } };

const buildSpec = { id: buildSpecId, owner: 'demo', version: 3, ...edit, createdAt: at, updatedAt: later };
add(buildSpecs.listBuildSpecs, { result: { items: [buildSpec] } });
add(buildSpecs.getBuildSpec, { params: { buildSpecId }, result: buildSpec });
add(buildSpecs.createBuildSpec, { body: edit, result: { ...buildSpec, version: 1, updatedAt: at } });
add(buildSpecs.updateBuildSpec, { params: { buildSpecId }, body: edit, result: { ...buildSpec, version: 4 } });
add(buildSpecs.deleteBuildSpec, { params: { buildSpecId }, result: undefined });
add(buildSpecs.listBuildSpecVersions, {
	params: { buildSpecId },
	query: page,
	result: {
		items: [
			{
				version: 2,
				createdAt: later,
				author: 'demo',
				change: 'edited',
				name: 'With states',
				message: 'Add state column',
			},
			{ version: 1, createdAt: at, author: 'demo', change: 'created', name: '', message: '' },
		],
	},
});
add(buildSpecs.getBuildSpecVersion, { params: { buildSpecId, version: '1' }, result: { ...buildSpec, version: 1 } });
add(buildSpecs.describeBuildSpecVersion, {
	params: { buildSpecId, version: '2' },
	body: { name: 'With states', message: 'Add state column' },
	result: {
		...{ version: 2, createdAt: later, author: 'demo', change: 'edited' },
		...{ name: 'With states', message: 'Add state column' },
	},
});
const deleted = { ...buildSpec, deletedAt: later, goneAt: '2026-12-24T09:30:00.000Z' };
add(buildSpecs.listDeletedBuildSpecs, { result: { items: [deleted] } });
add(buildSpecs.undeleteBuildSpec, { params: { buildSpecId }, result: buildSpec });
add(buildSpecs.checkBuildSpec, {
	body: { ...scratch, code: { payload: 'SELECT iatta, name FROM aviation.airports' } },
	result: {
		diagnostics: [
			{
				severity: 'error',
				message: 'Unknown column "iatta". Did you mean iata?',
				...{ line: 1, column: 8, endLine: 1, endColumn: 13 },
				suggestions: ['iata'],
			},
		],
		columns: [],
	},
});

const commit = { id: '4b825dc642cb6eb9a060e54bf8d69288fbee4904', message: 'Count per state', author: 'Ann', at };
const perStateFile = 'steps/per_state.sql';
const columns = [{ name: 'state', type: 'VARCHAR' }];
const airports = { owner: 'demo', namespace: 'aviation', datasetName: 'airports' };
const lineage: buildSpecs.ColumnLineage = {
	columns: [{ column: 'state', kind: 'copied', from: [{ dataset: airports, column: 'state' }] }],
	alsoRead: [],
};
const sql = 'SELECT state FROM aviation.airports GROUP BY ALL';
const manifest = { steps: [{ name: 'per_state', file: perStateFile }], outputs: [] };
const payload = JSON.stringify({ gitPipeline: { repository: 'reports', ref: 'main', manifest: 'pipeline.json' } });
add(pipelines.listRepositories, { result: { items: [{ name: 'reports' }] } });
add(pipelines.readRepository, {
	body: { repository: 'reports', ref: 'main' },
	result: {
		defaultBranch: 'main',
		branches: [{ name: 'main', commit: commit.id }],
		tags: [],
		commits: [commit],
		manifests: ['pipeline.json'],
	},
});
add(pipelines.readPipelineFile, {
	body: { repository: 'reports', ref: 'main', path: perStateFile },
	result: { path: perStateFile, text: sql },
});
add(pipelines.checkPipeline, {
	body: { ...edit, code: { payload } },
	result: {
		commit,
		entries: [{ path: perStateFile, kind: 'file', id: '9e26dfeeb6e641a33dae4961196235bdb965b21b' }],
		truncated: false,
		files: [
			{ path: 'pipeline.json', text: JSON.stringify(manifest) },
			{ path: perStateFile, text: sql },
		],
		steps: [{ name: 'per_state', file: perStateFile, state: 'valid', reads: [], sources: edit.sources, columns }],
		outputs: [{ name: 'per_state', kind: 'discovered', step: 'per_state', state: 'valid', columns, lineage }],
		diagnostics: [],
	},
});

const queued = {
	id: buildRunId,
	kind: 'preview',
	pipeline: 'code-blob',
	state: 'queued',
	buildSpecId,
	version: 3,
	draft: false,
	definition: edit,
	createdAt: at,
	...{ startedAt: null, finishedAt: null, rows: null, bytes: null, error: null },
	by: 'demo',
	wrote: null,
	commit: null,
	steps: null,
	upTo: null,
	progress: null,
} as const satisfies runs.BuildRun;
const ended = { ...queued, state: 'succeeded', startedAt: at, finishedAt: later, rows: 57, bytes: 1_184 } as const;
add(startPreviewRun, { params: { buildSpecId }, body: edit, result: { ...queued, draft: true } });
add(runs.startScratchRun, {
	body: count,
	result: {
		...queued,
		...{ buildSpecId: null, version: null, draft: true },
		definition: count,
	},
});
add(runs.startBuildRun, { params: { buildSpecId }, body: {}, result: { ...queued, kind: 'build' } });
add(runs.listRuns, { query: { ...page, buildSpecId }, result: { items: [ended] } });
add(runs.getRun, { params: { buildRunId }, result: ended });
const step: BuildPlanStep = {
	...{ buildSpecId, version: 3, needs: [], state: 'succeeded', runId: buildRunId, rows: 5_366, message: null },
	destination: { owner: 'demo', namespace: 'aviation', datasetName: 'routes' },
	...{ startedAt: at, finishedAt: at },
};
const next: BuildPlanStep = {
	...{ buildSpecId: otherSpecId, version: null, needs: [0], state: 'waiting', runId: null, rows: null, message: null },
	destination: { owner: 'demo', namespace: 'aviation', datasetName: 'hubs' },
	...{ startedAt: null, finishedAt: null },
};
const plan: BuildPlan = {
	...{ id: planId, state: 'running', createdAt: at, finishedAt: null, by: 'demo', leftOut: [], steps: [step, next] },
};
const unique: Check = { name: 'One row per state', kind: 'unique', severity: 'error', columns: ['state'] };
const saved = { checks: [unique], buildSpecVersion: 3, updatedAt: at, by: 'demo' };
add(checks.getChecks, { params: { buildSpecId }, result: saved });
add(checks.putChecks, { params: { buildSpecId }, body: { checks: [unique] }, result: saved });
add(checks.listRunChecks, {
	params: { buildRunId },
	result: {
		items: [
			{
				...{ check: unique, state: 'failed', failing: 2, message: '2 rows have the same "state" as another row.' },
				columns: [{ name: 'state', type: 'VARCHAR' }],
				rows: [{ state: 'AK' }, { state: 'AK' }],
			},
		],
	},
});
add(plans.startBuildPlan, {
	body: { buildSpecIds: [buildSpecId, otherSpecId], versions: { [buildSpecId]: 3 } },
	result: plan,
});
add(plans.listBuildPlans, { query: page, result: { items: [plan] } });
add(plans.getBuildPlan, { params: { buildPlanId: planId }, result: plan });
add(plans.retryBuildPlan, { params: { buildPlanId: planId }, result: plan });
add(plans.cancelBuildPlan, {
	params: { buildPlanId: planId },
	result: { ...plan, state: 'cancelled', finishedAt: at, steps: [step, { ...next, state: 'skipped' }] },
});
add(runs.getRunLog, {
	params: { buildRunId },
	result: { items: [{ at, level: 'info', message: 'Wrote 57 rows' }] },
});
add(runs.getRunPlan, {
	params: { buildRunId },
	result: {
		ms: 12.5,
		operators: [
			{
				...{ name: 'HASH_GROUP_BY', parent: null, ms: 4.2, rows: 57, scanned: 0 },
				details: [{ name: 'Groups', value: '#0' }],
			},
			{
				...{ name: 'PARQUET_SCAN', parent: 0, ms: 7.9, rows: 3_376, scanned: 3_376 },
				details: [{ name: 'Dataset', value: 'demo.aviation.airports' }],
			},
		],
	},
});
add(runs.cancelRun, {
	params: { buildRunId },
	result: { ...queued, state: 'cancelled', finishedAt: later },
});
add(runs.listOutputs, {
	params: { buildRunId },
	result: { items: [{ ...perState, href: `build-runs/${buildRunId}/outputs/airports_per_state` }] },
});
add(runs.getOutputLink, {
	params: { buildRunId, output: 'airports_per_state' },
	result: {
		downloadUrl: `http://127.0.0.1:8750/objects/${sha256}?expires=1795513800&signature=mC1vJ2x0`,
		expiresAt: '2026-11-24T09:45:00.000Z',
	},
});
