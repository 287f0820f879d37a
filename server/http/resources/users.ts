import * as contract from '#contract/token.ts';
import { getMe } from '#contract/user.ts';
import * as admin from '#contract/user-admin.ts';
import * as tokens from '../../platform/access/token-admin.ts';
import * as users from '../../platform/access/user-admin.ts';
import { userOf } from '../../platform/access/users.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routeUsers(app: ServiceApp, platform: Platform): void {
	route(app, platform, getMe, async ({ caller }) => {
		const { admin, ...user } = userOf(caller);
		return platform.settings.coreOnly ? user : { ...user, admin };
	});

	route(app, platform, admin.listUsers, ({ caller, query }) => users.listUsers(platform, caller, query));

	route(app, platform, admin.inviteUser, ({ caller, body }) => users.inviteUser(platform, caller, body));

	route(app, platform, admin.updateUser, ({ caller, params, body }) =>
		users.updateUser(platform, caller, params.username, body),
	);

	route(app, platform, contract.getTokenPermissions, ({ caller, params }) =>
		tokens.getTokenPermissions(platform, caller, params.tokenId),
	);

	route(app, platform, contract.listTokens, ({ caller, query }) => tokens.listTokens(platform, caller, query));

	route(app, platform, contract.listTokenChanges, ({ caller, query }) =>
		tokens.listTokenChanges(platform, caller, query),
	);

	route(app, platform, contract.createToken, ({ caller, body }) => tokens.createToken(platform, caller, body));

	route(app, platform, contract.revokeToken, async ({ caller, params }) => {
		await tokens.endToken(platform, caller, params.tokenId);
		return undefined;
	});
}
