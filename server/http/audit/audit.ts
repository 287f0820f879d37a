import * as contract from '#contract/audit.ts';
import { listAudit } from '../../platform/audit/audit-list.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routeAudit(app: ServiceApp, platform: Platform): void {
	route(app, platform, contract.listAudit, ({ caller, query }) => listAudit(platform, caller, query));
}
