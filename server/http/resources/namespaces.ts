import * as models from '#contract/agents/models.ts';
import * as contract from '#contract/namespace.ts';
import * as activity from '#contract/namespace-activity.ts';
import * as changes from '#contract/namespace-changes.ts';
import { getNamespaceModels, putNamespaceModels } from '../../platform/models/namespace-models.ts';
import { listNamespaceActivity } from '../../platform/namespaces/namespace-activity.ts';
import { deleteNamespace, describeNamespace } from '../../platform/namespaces/namespace-changes.ts';
import { createNamespace, getNamespace, listNamespaces } from '../../platform/namespaces/namespace-list.ts';
import { renameNamespace } from '../../platform/namespaces/namespace-rename.ts';
import { wipeNamespace } from '../../platform/namespaces/namespace-wipe.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routeNamespaces(app: ServiceApp, platform: Platform): void {
	route(app, platform, contract.listNamespaces, ({ caller, query }) => listNamespaces(platform, caller, query));

	route(app, platform, activity.listNamespaceActivity, ({ caller, query }) =>
		listNamespaceActivity(platform, caller, query),
	);

	route(app, platform, contract.getNamespace, ({ caller, params }) => getNamespace(platform, caller, params));

	route(app, platform, contract.createNamespace, ({ caller, body }) =>
		createNamespace(platform, caller, body.namespace),
	);

	route(app, platform, changes.describeNamespace, ({ caller, params, body }) =>
		describeNamespace(platform, caller, params, body.description),
	);

	route(app, platform, changes.deleteNamespace, async ({ caller, params }) => {
		await deleteNamespace(platform, caller, params);
		return undefined;
	});

	route(app, platform, contract.renameNamespace, ({ caller, params, body }) =>
		renameNamespace(platform, caller, params, body),
	);

	route(app, platform, contract.wipeNamespace, ({ caller, params, query }) =>
		wipeNamespace(platform, caller, params, query.deleteDatasets),
	);

	route(app, platform, models.getNamespaceModels, ({ caller, params }) => getNamespaceModels(platform, caller, params));

	route(app, platform, models.putNamespaceModels, ({ caller, params, body }) =>
		putNamespaceModels(platform, caller, params, body),
	);
}
