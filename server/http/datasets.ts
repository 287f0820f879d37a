import * as contract from '#contract/dataset.ts';
import { getSchema, listDatasets } from '../platform/dataset-list.ts';
import type { Platform } from '../platform/platform.ts';
import { route } from './route.ts';
import type { ServiceApp } from './service-app.ts';

export function routeDatasets(app: ServiceApp, platform: Platform): void {
	route(app, platform, contract.listDatasets, ({ caller, params, query }) =>
		listDatasets(platform, caller, params, query),
	);

	route(app, platform, contract.getSchema, ({ caller, params }) => getSchema(platform, caller, params));
}
