import * as contract from '#contract/dataset.ts';
import { getSchema, listDatasets } from '../platform/dataset-list.ts';
import { readRows } from '../platform/dataset-rows.ts';
import type { Platform } from '../platform/platform.ts';
import { route } from './route.ts';
import type { ServiceApp } from './service-app.ts';

export function routeDatasets(app: ServiceApp, platform: Platform): void {
	route(app, platform, contract.listDatasets, ({ caller, params, query }) =>
		listDatasets(platform, caller, params, query),
	);

	route(app, platform, contract.getSchema, ({ caller, params }) => getSchema(platform, caller, params));

	route(app, platform, contract.getRows, async ({ caller, params, query, context }) => {
		const { columns, rows, total } = await readRows(platform, caller, params, query, context.req.raw.signal);
		context.header('Content-Type', 'application/json');
		return context.body(`{"columns":${JSON.stringify(columns)},"rows":[${rows.join(',')}],"total":${total}}`, 200);
	});
}
