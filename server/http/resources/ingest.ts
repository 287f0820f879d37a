import { cleanFile as cleaning } from '#contract/file-cleaning.ts';
import * as files from '#contract/file-ingestion.ts';
import { startFileIngestion as fileStart } from '#contract/file-start.ts';
import * as contract from '#contract/ingest.ts';
import { choosePreviewModel } from '../../platform/ingest/preview-model.ts';
import { putChunk } from '../../platform/ingestions/chunks.ts';
import { cleanFile } from '../../platform/ingestions/clean-file.ts';
import { cancelIngestion } from '../../platform/ingestions/end.ts';
import { createIngestions } from '../../platform/ingestions/ingestions.ts';
import { reviewFile } from '../../platform/ingestions/review.ts';
import { startFileIngestion, startIngestion } from '../../platform/ingestions/start.ts';
import { listIngestions, markSeen } from '../../platform/ingestions/tracking.ts';
import { uploadFile } from '../../platform/ingestions/upload-file.ts';
import { createValueLookup } from '../../platform/ingestions/value-lookup.ts';
import { namesIn } from '../../platform/rows/row-sort.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { route, routeBytes, routeStream } from '../base/route.ts';
import type { ServiceApp } from '../base/service-app.ts';

export function routeIngest(app: ServiceApp, platform: Platform): void {
	const { facts } = choosePreviewModel(platform.settings, platform.log);

	route(app, platform, contract.getPreviewFacts, async () => facts);

	routeBytes(app, platform, contract.previewIngest, async ({ caller, body, context }) => {
		const { signal } = context.req.raw;
		const json = await platform.ingesting.preview(body, createValueLookup(platform, caller, signal), signal);
		return context.body(json, 200, { 'Content-Type': 'application/json' });
	});

	const ingestions = createIngestions(platform);

	route(app, platform, contract.startIngestion, ({ caller, body }) => startIngestion(platform, caller, body));

	routeBytes(app, platform, contract.putChunk, ({ caller, params, query, body, context }) => {
		const sent = { kind: 'rows', chunk: Number(params.chunk), sha256: query.sha256, body } as const;
		return putChunk(platform, caller, params.ingestionId, sent, context.req.raw.signal);
	});

	route(app, platform, fileStart, ({ caller, body }) => startFileIngestion(platform, caller, body));

	routeBytes(app, platform, files.putFilePiece, ({ caller, params, query, body, context }) => {
		const sent = { kind: 'piece', chunk: Number(params.piece), sha256: query.sha256, body } as const;
		return putChunk(platform, caller, params.ingestionId, sent, context.req.raw.signal);
	});

	route(app, platform, files.reviewFile, ({ caller, params, body, context }) =>
		reviewFile(platform, caller, params.ingestionId, body, context.req.raw.signal),
	);

	route(app, platform, cleaning, ({ caller, params, context }) =>
		cleanFile(platform, caller, params.ingestionId, context.req.raw.signal),
	);

	routeStream(app, platform, files.uploadFile, ({ caller, params, query, pieces, context }) => {
		const { username: owner, namespace, datasetName, fileName } = params;
		const wanted = {
			target: { owner, namespace, datasetName },
			file: { name: fileName },
			mode: query.mode ?? 'create',
			...(query.key === undefined ? {} : { key: namesIn(query.key) }),
		};
		const {
			mode: _mode,
			key: _key,
			misfits = null,
			newColumns = null,
			duplicates = null,
			emptyKeys = null,
			existingRows = null,
			skipLines,
			clean,
			headerRows,
			preamble,
			...rest
		} = query;
		const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
		const options = { ...rest, headerRows: number(headerRows), preamble: number(preamble) };
		const flag = (text: string | undefined) => (text === undefined ? null : text === 'true');
		const flags = { skipLines: flag(skipLines), clean: flag(clean) };
		const decided = { misfits, newColumns, duplicates, emptyKeys, existingRows, ...flags, options };
		return uploadFile(platform, ingestions, caller, { wanted, decided, pieces }, context.req.raw.signal);
	});

	route(app, platform, contract.commitIngestion, ({ caller, params, body }) =>
		ingestions.commit(caller, params.ingestionId, body),
	);

	route(app, platform, contract.cancelIngestion, async ({ caller, params }) => {
		await cancelIngestion(platform, caller, params.ingestionId, ingestions.isCommitting);
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
