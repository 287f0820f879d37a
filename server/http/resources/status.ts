import { getStatus } from '#contract/status.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routeStatus(app: ServiceApp, platform: Platform): void {
	route(app, platform, getStatus, async () => {
		const failure = await platform.storage.problem();
		const { versions, versionsMs } = platform.settings.retention;
		return {
			problems: failure === null ? [] : [{ code: failure.error.code, message: failure.error.message }],
			datasetVersions: { versions, days: versionsMs / 86_400_000 },
		};
	});
}
