import type * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import * as analysis from '#contract/rows/analysis.ts';
import * as queries from '#contract/rows/queries.ts';
import { ServiceError } from '../../platform/core/service-error.ts';
import type { Asking } from '../../platform/row-queries/ask.ts';
import { chartRowsOf } from '../../platform/row-queries/chart.ts';
import { compareRowsOf } from '../../platform/row-queries/compare.ts';
import { exportRowsOf } from '../../platform/row-queries/export.ts';
import { findRowsOf } from '../../platform/row-queries/find.ts';
import { groupRowsOf } from '../../platform/row-queries/groups.ts';
import { profileRowsOf } from '../../platform/row-queries/profile.ts';
import { proposeKeyOf } from '../../platform/row-queries/propose-key.ts';
import { linkResult } from '../../platform/row-queries/results.ts';
import { viewRowsOf } from '../../platform/row-queries/view.ts';
import { isCanceled } from '../../platform/rows/query-rows.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { errorBody, unexpected } from '../base/errors.ts';
import { type Call, route } from '../base/route.ts';
import type { ServiceApp, ServiceContext } from '../base/service-app.ts';

export function routeRowQueries(app: ServiceApp, platform: Platform): void {
	/** Serves a query whose response is JSON text, at once or in lines. */
	const serve = <O extends Operation & { readonly body: z.ZodMiniType; readonly result: z.ZodMiniType }>(
		operation: O,
		work: (asking: Asking, body: z.output<O['body']>, onFirst: (text: string) => void) => Promise<string>,
	) =>
		route(app, platform, operation, async (call) => {
			const { caller, body, context } = call as unknown as Call<O> & Pick<Asking, 'caller'>;
			const asking = { platform, caller, signal: context.req.raw.signal };
			const wanted = body as z.output<O['body']>;
			if (!/\bapplication\/x-ndjson\b/.test(context.req.header('accept') ?? ''))
				return json(context, await work(asking, wanted, () => {}));
			return answerInLines(platform, context, asking, (each, onFirst) => work(each, wanted, onFirst));
		});

	serve(queries.viewRows, (asking, body, onFirst) => viewRowsOf(asking, body, onFirst));
	serve(queries.findRows, async (asking, body) => JSON.stringify(await findRowsOf(asking, body)));
	serve(queries.exportQueriedRows, async (asking, body) => JSON.stringify(await exportRowsOf(asking, body)));
	serve(analysis.profileRows, async (asking, body) => JSON.stringify(await profileRowsOf(asking, body)));
	serve(analysis.groupRows, (asking, body) => groupRowsOf(asking, body));
	serve(analysis.chartRows, async (asking, body) => JSON.stringify(await chartRowsOf(asking, body)));
	serve(analysis.compareRows, async (asking, body) => JSON.stringify(await compareRowsOf(asking, body)));
	serve(analysis.proposeKey, async (asking, body) => JSON.stringify(await proposeKeyOf(asking, body)));

	route(app, platform, queries.getResultLink, ({ caller, params }) => linkResult(platform, caller, params.resultId));
}

function json(context: ServiceContext, text: string): Response {
	context.header('Content-Type', 'application/json');
	return context.body(text, 200);
}

type Work = (asking: Asking, onFirst: (text: string) => void) => Promise<string>;

/** Streams lines during the work. Errors before any work was done are ordinary errors. */
async function answerInLines(
	platform: Platform,
	context: ServiceContext,
	asking: Asking,
	work: Work,
): Promise<Response> {
	const abort = new AbortController();
	const { signal } = asking;
	signal.addEventListener('abort', () => abort.abort(), { once: true });
	let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
	const encoder = new TextEncoder();
	let begin = () => {};
	const begun = new Promise<void>((resolve) => {
		begin = resolve;
	});
	const lines = new ReadableStream<Uint8Array>({
		start: (given) => {
			controller = given;
		},
		cancel: () => abort.abort(),
	});
	const say = (text: string) => {
		begin();
		if (!abort.signal.aborted) controller?.enqueue(encoder.encode(`${text}\n`));
	};
	const onProgress = (done: number, total: number) => say(JSON.stringify({ progress: { done, total } }));
	const done = work({ ...asking, signal: abort.signal, onProgress }, (text) => say(`{"first":${text}}`));
	const ended = done.then((text) => say(`{"result":${text}}`));
	await Promise.race([begun, ended]);
	void ended
		.catch((error: unknown) => {
			if (abort.signal.aborted && isCanceled(error)) return;
			const known = error instanceof ServiceError ? error : unexpected(platform.log, context, error);
			say(JSON.stringify({ error: errorBody(known.code, known.message, known.subErrors) }));
		})
		.finally(() => {
			if (!abort.signal.aborted) controller?.close();
		});
	context.header('Content-Type', 'application/x-ndjson');
	return context.newResponse(lines, 200);
}
