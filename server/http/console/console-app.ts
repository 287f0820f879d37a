import { Hono } from 'hono';
import type { Log } from '../../logging/log.ts';
import type { ConsoleOnly, Settings } from '../../settings/settings.ts';
import { onError } from '../base/errors.ts';
import { apiBase, type Env, type ServiceApp } from '../base/service-app.ts';
import { knownHost, knownOrigin, plainPath, requestId } from '../middleware/guard.ts';
import { consoleOf, pathOf, routeConsole } from './console.ts';
import { routeForward } from './forward.ts';
import { addressesOf } from './forward-headers.ts';

/** Serves the console for services that run elsewhere. If configured, forwards calls to the first of them from this origin. */
export function createConsoleApp(settings: Settings, alone: ConsoleOnly, log: Log): ServiceApp {
	const app: ServiceApp = new Hono<Env>();
	app.onError(onError(log));
	app.use(requestId, plainPath, knownHost(settings), knownOrigin(settings));
	const { service, proxy } = alone;
	if (proxy) routeForward(app, addressesOf(service.baseUrl.slice(0, -apiBase.length), settings.publicUrl));
	const first = proxy ? { ...service, baseUrl: pathOf(settings.publicUrl) + apiBase } : service;
	routeConsole(app, consoleOf(settings, first, proxy ? [] : [service.baseUrl]));
	return app;
}
