import { Hono } from 'hono';
import { type Agents, createAgents } from './agents/agents.ts';
import { routeAudit } from './http/audit/audit.ts';
import { addressesBehind } from './http/auth/caller-address.ts';
import { routeAuth } from './http/auth/routes.ts';
import { smallBody } from './http/base/body.ts';
import { onError } from './http/base/errors.ts';
import { routeRest } from './http/base/fallback.ts';
import type { Env, ServiceApp } from './http/base/service-app.ts';
import { consoleOf, routeConsole } from './http/console/console.ts';
import { routeChaos } from './http/middleware/chaos.ts';
import { knownHost, knownOrigin, plainPath, requestId, serviceClock } from './http/middleware/guard.ts';
import { routeOperations } from './http/monitoring/health.ts';
import { createMetrics, observe } from './http/monitoring/metrics.ts';
import { routePipelines } from './http/pipelines/pipelines.ts';
import { routeAgents } from './http/resources/agents.ts';
import { routeBuildRuns } from './http/resources/build-runs.ts';
import { routeBuildSpecs } from './http/resources/build-specs.ts';
import { routeDatasets } from './http/resources/datasets.ts';
import { routeIngest } from './http/resources/ingest.ts';
import { routeLinks } from './http/resources/links.ts';
import { routeNamespaces } from './http/resources/namespaces.ts';
import { routeObjects } from './http/resources/objects.ts';
import { routeDescription } from './http/resources/openapi.ts';
import { routePermissions } from './http/resources/permissions.ts';
import { routeRowQueries } from './http/resources/row-queries.ts';
import { routeStatus } from './http/resources/status.ts';
import { routeUsers } from './http/resources/users.ts';
import { routeSearch } from './http/search/search.ts';
import type { Platform } from './platform/state/platform.ts';

/** The whole service over HTTP. Tests call it without a port. */
export function createApp(platform: Platform, agents: Agents = createAgents(platform)): ServiceApp {
	const { settings, log } = platform;
	const app: ServiceApp = new Hono<Env>();
	app.onError(onError(log, platform.failures));
	const metrics = settings.metrics === 'off' ? null : createMetrics(platform);
	app.use(observe(metrics, log));
	const addressOf = addressesBehind(settings.trustedProxies);
	app.use(async (c, next) => {
		c.set('address', addressOf(c));
		await next();
	});
	app.use(
		requestId,
		serviceClock(platform.now),
		plainPath,
		knownHost(settings),
		knownOrigin(settings),
		smallBody(settings.maxBodyBytes),
	);
	routeOperations(app, platform, metrics);
	routeStatus(app, platform);
	routeChaos(app, settings.chaos);
	routeUsers(app, platform);
	routeAudit(app, platform);
	routeBuildSpecs(app, platform);
	routePipelines(app, platform);
	routeBuildRuns(app, platform);
	routeNamespaces(app, platform);
	routeDatasets(app, platform);
	routeRowQueries(app, platform);
	routeLinks(app, platform);
	routeSearch(app, platform);
	routeIngest(app, platform);
	routeAgents(app, platform, agents);
	routePermissions(app, platform);
	routeDescription(app, platform);
	routeAuth(app, platform);
	routeObjects(app, platform);
	routeConsole(app, consoleOf(settings));
	routeRest(app, settings);
	return app;
}
