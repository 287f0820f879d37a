import * as contract from '#contract/permission.ts';
import * as shares from '../../platform/namespaces/shares.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routePermissions(app: ServiceApp, platform: Platform): void {
	route(app, platform, contract.listShares, async ({ caller, params }) => ({
		items: await shares.listShares(platform, caller, params),
	}));

	route(app, platform, contract.grantShare, ({ caller, params, body }) =>
		shares.grantShareTo(platform, caller, params, body),
	);

	route(app, platform, contract.revokeShare, async ({ caller, params, body }) => {
		await shares.revokeShare(platform, caller, params, body);
		return undefined;
	});

	route(app, platform, contract.leaveNamespace, async ({ caller, params }) => {
		await shares.leaveNamespace(platform, caller, params);
		return undefined;
	});

	route(app, platform, contract.listShareChanges, ({ caller, params, query }) =>
		shares.listShareChanges(platform, caller, params, query),
	);
}
