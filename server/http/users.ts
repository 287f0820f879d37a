import { getMe } from '#contract/user.ts';
import { whoIs } from '../platform/access/users.ts';
import type { Platform } from '../platform/platform.ts';
import { route } from './route.ts';
import type { ServiceApp } from './service-app.ts';

export function routeUsers(app: ServiceApp, platform: Platform): void {
	route(app, platform, getMe, async ({ caller }) => whoIs(caller));
}
