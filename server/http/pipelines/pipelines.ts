import * as contract from '#contract/pipeline.ts';
import { inspectPipeline } from '../../platform/build-specs/check-git-pipeline.ts';
import { listRepositories, readChoices, readFileOf } from '../../platform/git-pipeline/repositories.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routePipelines(app: ServiceApp, platform: Platform): void {
	route(app, platform, contract.listRepositories, async () => ({ items: await listRepositories(platform) }));

	route(app, platform, contract.readRepository, ({ caller, body }) => readChoices(platform, caller.userId, body));

	route(app, platform, contract.readPipelineFile, ({ caller, body }) => readFileOf(platform, caller.userId, body));

	route(app, platform, contract.checkPipeline, ({ caller, body }) => inspectPipeline(platform, caller, body));
}
