import { Hono } from 'hono';
import { type Agents, createAgents } from './agents/agents.ts';
import { routeAgents } from './http/agents.ts';
import { routeAuth } from './http/auth/routes.ts';
import { smallBody } from './http/body.ts';
import { routeBuildRuns } from './http/build-runs.ts';
import { routeBuildSpecs } from './http/build-specs.ts';
import { routeChaos } from './http/chaos.ts';
import { consoleOf, routeConsole } from './http/console.ts';
import { routeDatasets } from './http/datasets.ts';
import { onError } from './http/errors.ts';
import { routeRest } from './http/fallback.ts';
import { knownHost, knownOrigin, plainPath, requestId, serviceClock } from './http/guard.ts';
import { routeOperations } from './http/health.ts';
import { routeIngest } from './http/ingest.ts';
import { routeLinks } from './http/links.ts';
import { createMetrics } from './http/metrics.ts';
import { routeNamespaces } from './http/namespaces.ts';
import { routeObjects } from './http/objects.ts';
import { observe, type RequestLog } from './http/observe.ts';
import { routeDescription } from './http/openapi.ts';
import { routePermissions } from './http/permissions.ts';
import type { Env, ServiceApp } from './http/service-app.ts';
import { routeSignIn } from './http/sign-in.ts';
import { routeTokens } from './http/tokens.ts';
import { routeUsers } from './http/users.ts';
import type { Platform } from './platform/platform.ts';

/** The whole service over HTTP. Tests call it without a port. */
export function createApp(
	platform: Platform,
	agents: Agents = createAgents(platform),
	log: RequestLog | null = null,
): ServiceApp {
	const { settings } = platform;
	const app: ServiceApp = new Hono<Env>();
	app.onError(onError);
	const metrics = settings.metrics === 'off' ? null : createMetrics(platform);
	app.use(observe(metrics, log));
	app.use(
		requestId,
		serviceClock(platform.now),
		plainPath,
		knownHost(settings),
		knownOrigin(settings),
		smallBody(settings.maxBodyBytes),
	);
	routeOperations(app, platform, metrics);
	routeChaos(app, settings.chaos);
	routeUsers(app, platform);
	routeBuildSpecs(app, platform);
	routeBuildRuns(app, platform);
	routeNamespaces(app, platform);
	routeDatasets(app, platform);
	routeLinks(app, platform);
	routeIngest(app, platform);
	routeAgents(app, platform, agents);
	routePermissions(app, platform);
	routeTokens(app, platform);
	routeDescription(app, platform);
	routeSignIn(app, platform);
	routeAuth(app, platform);
	routeObjects(app, platform);
	routeConsole(app, consoleOf(settings));
	routeRest(app, settings);
	return app;
}
