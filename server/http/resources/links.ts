import * as contract from '#contract/link.ts';
import { createSuggester } from '../../platform/link-suggestions/suggest.ts';
import { addLink, deleteLink } from '../../platform/links/link-changes.ts';
import { listLinks } from '../../platform/links/link-list.ts';
import { tryLink } from '../../platform/links/link-trial.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route } from '../base/route.ts';
import { Answered, type ServiceApp } from '../base/service-app.ts';

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

	const suggester = createSuggester(platform);
	route(app, platform, contract.suggestLinks, ({ caller, query, context }) =>
		suggester.suggest(caller, query, context.req.raw.signal),
	);

	route(app, platform, contract.tryLink, ({ caller, body, context }) =>
		tryLink(platform, caller, body, context.req.raw.signal),
	);
}
