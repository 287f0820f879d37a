import { getDescription } from '#contract/description.ts';
import { getDataVerification } from '#contract/integrity.ts';
import { reportVerification } from '../../platform/integrity/report.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';
import { describeService } from '../openapi/document.ts';

export function routeDescription(app: ServiceApp, platform: Platform): void {
	const { publicUrl, maxBodyBytes } = platform.settings;
	const document = describeService(publicUrl, maxBodyBytes, platform.runEngine.dialect);
	route(app, platform, getDescription, async () => document);
	route(app, platform, getDataVerification, ({ caller }) => reportVerification(platform, caller));
}
