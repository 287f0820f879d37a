import type { Operation } from '#contract/operation.ts';
import * as contract from '#contract/pipeline.ts';
import { inspectPipeline } from '../../platform/build-specs/check-git-pipeline.ts';
import { assertUnrestricted } from '../../platform/core/caller.ts';
import { listRepositories, readChoices, readFileOf } from '../../platform/git-pipeline/repositories.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { type Handler, route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routePipelines(app: ServiceApp, platform: Platform): void {
	/** Refuses restricted tokens, which allow access only to datasets, not to repositories. */
	const routeReader = <O extends Operation>(operation: O, handler: Handler<O>): void =>
		route(app, platform, operation, async (call) => {
			if (call.caller !== null) assertUnrestricted(call.caller, 'read repositories');
			return handler(call);
		});

	routeReader(contract.listRepositories, async () => ({ items: await listRepositories(platform) }));

	routeReader(contract.readRepository, ({ caller, body }) => readChoices(platform, caller.userId, body));

	routeReader(contract.readPipelineFile, ({ caller, body }) => readFileOf(platform, caller.userId, body));

	routeReader(contract.checkPipeline, ({ caller, body }) => inspectPipeline(platform, caller, body));
}
