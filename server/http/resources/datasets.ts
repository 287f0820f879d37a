import * as contract from '#contract/dataset.ts';
import * as changes from '#contract/dataset-changes.ts';
import { getDatasetStatuses } from '#contract/dataset-status.ts';
import * as versions from '#contract/dataset-version.ts';
import { deleteDataset, describeDataset, putSortOrder } from '../../platform/datasets/dataset-changes.ts';
import { getSchema, listDatasets } from '../../platform/datasets/dataset-list.ts';
import { renameDataset } from '../../platform/datasets/dataset-rename.ts';
import { readRows } from '../../platform/datasets/dataset-rows.ts';
import { listStatuses, statusTag } from '../../platform/datasets/dataset-status.ts';
import { listVersions, restoreVersion } from '../../platform/datasets/dataset-versions.ts';
import { readVersion } from '../../platform/datasets/kept-versions.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { hasCurrentCopy } from '../base/conditional.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routeDatasets(app: ServiceApp, platform: Platform): void {
	route(app, platform, contract.listDatasets, ({ caller, params, query }) =>
		listDatasets(platform, caller, params, query),
	);

	route(app, platform, contract.getSchema, ({ caller, params, query }) =>
		getSchema(platform, caller, params, readVersion(query)),
	);

	route(app, platform, contract.getRows, async ({ caller, params, query, context }) => {
		const { columns, rows, total } = await readRows(platform, caller, params, query, context.req.raw.signal);
		context.header('Content-Type', 'application/json');
		const [before, after] = [`{"columns":${JSON.stringify(columns)},"rows":[`, `],"total":${total}}`];
		return context.body(Buffer.concat([Buffer.from(before), rows, Buffer.from(after)]), 200);
	});

	route(app, platform, versions.listDatasetVersions, ({ caller, params, query }) =>
		listVersions(platform, caller, params, query),
	);

	route(app, platform, versions.restoreDatasetVersion, ({ caller, params }) =>
		restoreVersion(platform, caller, params, Number(params.version)),
	);

	route(app, platform, getDatasetStatuses, async ({ caller, context: c }) => {
		const etag = `"${await statusTag(platform, caller)}"`;
		c.header('ETag', etag);
		if (hasCurrentCopy((name) => c.req.header(name), etag)) return c.body(null, 304);
		return listStatuses(platform, caller);
	});

	route(app, platform, contract.deleteDataset, async ({ caller, params }) => {
		await deleteDataset(platform, caller, params);
		return undefined;
	});

	route(app, platform, changes.renameDataset, ({ caller, params, body }) =>
		renameDataset(platform, caller, params, body),
	);

	route(app, platform, contract.describeDataset, ({ caller, params, body }) =>
		describeDataset(platform, caller, params, body),
	);

	route(app, platform, contract.putSortOrder, ({ caller, params, body }) =>
		putSortOrder(platform, caller, params, body.order),
	);
}
