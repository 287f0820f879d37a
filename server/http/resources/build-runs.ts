import * as planned from '#contract/build-plan.ts';
import * as contract from '#contract/build-run.ts';
import { startPreviewRun } from '#contract/preview-run.ts';
import * as plans from '../../platform/execution/build-plans.ts';
import { getBuildPlan, listBuildPlans } from '../../platform/execution/read-plans.ts';
import * as runs from '../../platform/execution/runs.ts';
import { linkOutput, listOutputs } from '../../platform/runs/run-outputs.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routeBuildRuns(app: ServiceApp, platform: Platform): void {
	route(app, platform, startPreviewRun, ({ caller, params, query, body }) =>
		runs.startPreviewRun(platform, caller, params.buildSpecId, body, query.upTo),
	);

	route(app, platform, contract.startScratchRun, ({ caller, query, body }) =>
		runs.startScratchRun(platform, caller, body, query.upTo),
	);

	route(app, platform, contract.startBuildRun, async ({ caller, params, body }) => {
		const { buildSpecId } = params;
		if (body?.downstream !== true) return runs.startBuildRun(platform, caller, buildSpecId, body?.version);
		const { run, planId } = await plans.startDownstreamPlan(platform, caller, buildSpecId, body.version);
		return { ...run, planId };
	});

	route(app, platform, planned.startBuildPlan, ({ caller, body }) =>
		plans.startBuildPlan(platform, caller, body.buildSpecIds, body.versions),
	);

	route(app, platform, planned.listBuildPlans, ({ caller, query }) => listBuildPlans(platform, caller, query));

	route(app, platform, planned.getBuildPlan, ({ caller, params }) =>
		getBuildPlan(platform, caller, params.buildPlanId),
	);

	route(app, platform, planned.retryBuildPlan, ({ caller, params }) =>
		plans.retryBuildPlan(platform, caller, params.buildPlanId),
	);

	route(app, platform, planned.cancelBuildPlan, ({ caller, params }) =>
		plans.cancelBuildPlan(platform, caller, params.buildPlanId),
	);

	route(app, platform, contract.listRuns, ({ caller, query }) => runs.listRuns(platform, caller, query));

	route(app, platform, contract.getRun, ({ caller, params }) => runs.getRun(platform, caller, params.buildRunId));

	route(app, platform, contract.getRunLog, async ({ caller, params }) => ({
		items: await runs.getRunLog(platform, caller, params.buildRunId),
	}));

	route(app, platform, contract.getRunPlan, ({ caller, params }) =>
		runs.getRunPlan(platform, caller, params.buildRunId),
	);

	route(app, platform, contract.cancelRun, ({ caller, params }) => runs.cancelRun(platform, caller, params.buildRunId));

	route(app, platform, contract.listOutputs, async ({ caller, params }) => ({
		items: await listOutputs(platform, caller, params.buildRunId),
	}));

	route(app, platform, contract.getOutputLink, ({ caller, params }) =>
		linkOutput(platform, caller, params.buildRunId, params.output),
	);
}
