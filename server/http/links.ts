import * as contract from '#contract/link.ts';
import { addLink, deleteLink } from '../platform/link-changes.ts';
import { listLinks } from '../platform/link-list.ts';
import { tryLink } from '../platform/link-trial.ts';
import type { Platform } from '../platform/platform.ts';
import { Answered, route } from './route.ts';
import type { ServiceApp } from './service-app.ts';

export function routeLinks(app: ServiceApp, platform: Platform): void {
	route(app, platform, contract.listLinks, ({ caller, query }) => listLinks(platform, caller, query));

	route(app, platform, contract.addLink, async ({ caller, body }) => {
		const created = await addLink(platform, caller, body);
		return new Answered(created ? 201 : 200, { created });
	});

	route(app, platform, contract.deleteLink, async ({ caller, params }) => {
		await deleteLink(platform, caller, params.linkId);
		return undefined;
	});

	route(app, platform, contract.tryLink, ({ caller, body, context }) =>
		tryLink(platform, caller, body, context.req.raw.signal),
	);
}
