import * as contract from '#contract/ingest.ts';
import { choosePreviewModel } from '../platform/ingest/preview-model.ts';
import { putChunk } from '../platform/ingestions/chunks.ts';
import { cancelIngestion } from '../platform/ingestions/end.ts';
import { createIngestions } from '../platform/ingestions/ingestions.ts';
import { startIngestion } from '../platform/ingestions/start.ts';
import { listIngestions, markSeen } from '../platform/ingestions/tracking.ts';
import { writeJson } from '../platform/json-text.ts';
import type { Platform } from '../platform/platform.ts';
import { route } from './route.ts';
import type { ServiceApp } from './service-app.ts';

export function routeIngest(app: ServiceApp, platform: Platform): void {
	const { model, facts } = choosePreviewModel(platform.settings);

	route(app, platform, contract.getPreviewFacts, async () => facts);

	route(app, platform, contract.previewIngest, async ({ caller, body, context }) => {
		const { preview } = await loadPreview();
		const rows = await preview(platform, caller, body, model, context.req.raw.signal);
		return context.body(writeJson(rows), 200, { 'Content-Type': 'application/json' });
	});

	const ingestions = createIngestions(platform);

	route(app, platform, contract.startIngestion, ({ caller, body }) => startIngestion(platform, caller, body));

	route(app, platform, contract.putChunk, ({ caller, params, query, body, context }) => {
		const sent = { chunk: Number(params.chunk), sha256: query.sha256, text: body };
		return putChunk(platform, caller, params.ingestionId, sent, context.req.raw.signal);
	});

	route(app, platform, contract.commitIngestion, ({ caller, params, body }) =>
		ingestions.commit(caller, params.ingestionId, body.chunks),
	);

	route(app, platform, contract.cancelIngestion, async ({ caller, params }) => {
		await cancelIngestion(platform, caller, params.ingestionId);
		return undefined;
	});

	route(app, platform, contract.listIngestions, ({ caller, query }) =>
		listIngestions(platform, caller, query, ingestions.isCommitting),
	);

	route(app, platform, contract.getIngestion, ({ caller, params }) => ingestions.detail(caller, params.ingestionId));

	route(app, platform, contract.markIngestionSeen, ({ caller, params }) =>
		markSeen(platform, caller, params.ingestionId),
	);
}

/** What previews need, names of countries and the like, is large: it is loaded when somebody asks for the first. */
const loadPreview = () => import('../platform/ingest/preview.ts');
