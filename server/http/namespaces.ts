import * as contract from '#contract/namespace.ts';
import { getNamespace, listNamespaces } from '../platform/namespace-list.ts';
import type { Platform } from '../platform/platform.ts';
import { route } from './route.ts';
import type { ServiceApp } from './service-app.ts';

export function routeNamespaces(app: ServiceApp, platform: Platform): void {
	route(app, platform, contract.listNamespaces, ({ caller, query }) => listNamespaces(platform, caller, query));

	route(app, platform, contract.getNamespace, ({ caller, params }) => getNamespace(platform, caller, params));
}
