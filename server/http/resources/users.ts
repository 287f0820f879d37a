import { getMe } from '#contract/user.ts';
import { whoIs } from '../../platform/access/users.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routeUsers(app: ServiceApp, platform: Platform): void {
	route(app, platform, getMe, async ({ caller }) => whoIs(caller));
}
