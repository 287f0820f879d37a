import * as contract from '#contract/search.ts';
import { createSearch } from '../../platform/search/search.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routeSearch(app: ServiceApp, platform: Platform): void {
	const search = createSearch(platform);
	route(app, platform, contract.search, ({ caller, query }) => search(caller, query));
}
