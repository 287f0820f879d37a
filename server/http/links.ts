import * as contract from '#contract/link.ts';
import { listLinks } from '../platform/link-list.ts';
import type { Platform } from '../platform/platform.ts';
import { route } from './route.ts';
import type { ServiceApp } from './service-app.ts';

export function routeLinks(app: ServiceApp, platform: Platform): void {
	route(app, platform, contract.listLinks, ({ caller, query }) => listLinks(platform, caller, query));
}
