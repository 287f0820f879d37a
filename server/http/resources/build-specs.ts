import * as contract from '#contract/build-spec.ts';
import * as contractOfChecks from '#contract/check.ts';
import * as buildSpecs from '../../platform/build-specs/build-specs.ts';
import { checkDefinition } from '../../platform/build-specs/check.ts';
import * as checks from '../../platform/checks/checks.ts';
import { invalid, notFound } from '../../platform/core/service-error.ts';
import { deleteBuildSpec } from '../../platform/execution/runs.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp, ServiceContext } from '../base/service-app.ts';

export function routeBuildSpecs(app: ServiceApp, platform: Platform): void {
	// Guarded saves are an extension: core only, there are no ETags, and If-Match is ignored.
	const guarded = !platform.settings.coreOnly;
	const tagged = (c: ServiceContext, spec: contract.BuildSpec): contract.BuildSpec => {
		if (guarded) c.header('ETag', `"${spec.version}"`);
		return spec;
	};

	route(app, platform, contract.listBuildSpecs, async ({ caller }) => ({
		items: await buildSpecs.listBuildSpecs(platform, caller),
	}));

	route(app, platform, contract.createBuildSpec, async ({ caller, body, context }) =>
		tagged(context, await buildSpecs.createBuildSpec(platform, caller, body)),
	);

	route(app, platform, contract.checkBuildSpec, ({ caller, body }) => checkDefinition(platform, caller, body));

	route(app, platform, contract.getBuildSpec, async ({ caller, params, context }) =>
		tagged(context, await buildSpecs.getBuildSpec(platform, caller, params.buildSpecId)),
	);

	route(app, platform, contract.updateBuildSpec, async ({ caller, params, body, context }) => {
		const expected = guarded ? readIfMatch(context) : null;
		return tagged(context, await buildSpecs.updateBuildSpec(platform, caller, params.buildSpecId, body, expected));
	});

	route(app, platform, contract.deleteBuildSpec, async ({ caller, params }) => {
		await deleteBuildSpec(platform, caller, params.buildSpecId);
		return undefined;
	});

	route(app, platform, contract.listBuildSpecVersions, ({ caller, params, query }) =>
		buildSpecs.listVersions(platform, caller, params.buildSpecId, query),
	);

	route(app, platform, contract.getBuildSpecVersion, ({ caller, params }) =>
		buildSpecs.getVersion(platform, caller, params.buildSpecId, versionOf(params)),
	);

	route(app, platform, contract.describeBuildSpecVersion, ({ caller, params, body }) =>
		buildSpecs.describeVersion(platform, caller, params.buildSpecId, versionOf(params), body),
	);

	route(app, platform, contract.listDeletedBuildSpecs, async ({ caller }) => ({
		items: await buildSpecs.listDeletedBuildSpecs(platform, caller),
	}));

	route(app, platform, contract.undeleteBuildSpec, ({ caller, params }) =>
		buildSpecs.undeleteBuildSpec(platform, caller, params.buildSpecId),
	);

	route(app, platform, contractOfChecks.getChecks, ({ caller, params, query }) =>
		checks.getChecks(platform, caller, params.buildSpecId, query.version === undefined ? null : Number(query.version)),
	);

	route(app, platform, contractOfChecks.putChecks, ({ caller, params, body }) =>
		checks.putChecks(platform, caller, params.buildSpecId, body.checks),
	);

	route(app, platform, contractOfChecks.listRunChecks, async ({ caller, params, context }) => {
		context.header('Content-Type', 'application/json');
		return context.body(await checks.runChecksJson(platform, caller, params.buildRunId), 200);
	});
}

/** @throws ServiceError NOT_FOUND for a number that can't be a version */
function versionOf(params: { readonly version: string }): number {
	const version = Number(params.version);
	if (version > 2 ** 31 - 1)
		throw notFound(`This BuildSpec has no version ${version}. List its versions to see which exist.`);
	return version;
}

/** The version that the caller edited, or null if not given. Weak tags are accepted, because a version has only one form. */
function readIfMatch(c: ServiceContext): number | null {
	const header = c.req.header('if-match');
	if (header === undefined || header.trim() === '*') return null;
	const [, version] = /^\s*(?:W\/)?"(\d{1,10})"\s*$/.exec(header) ?? [];
	if (version !== undefined) return Number(version);
	const message = `If-Match must be a single ETag of this BuildSpec, such as "3" (including the quotes), not ${header}.`;
	throw invalid([{ code: 'INVALID_FORMAT', path: 'If-Match', message }]);
}
