import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { ask } from '#contract/agents/ask.ts';
import { checkBuildSpec } from '#contract/build-spec.ts';
import { getRows } from '#contract/dataset.ts';
import { cleanFile } from '#contract/file-cleaning.ts';
import { reviewFile } from '#contract/file-ingestion.ts';
import { commitIngestion, previewIngest } from '#contract/ingest.ts';
import { suggestLinks, tryLink } from '#contract/link.ts';
import type { Operation, ResultOf } from '#contract/operation.ts';
import { checkPipeline, readPipelineFile, readRepository } from '#contract/pipeline.ts';
import { operations, prepares, stores, writes } from '#contract/service/operations.ts';
import type { Caller } from '../../platform/core/caller.ts';
import { explainIssues } from '../../platform/core/issues.ts';
import { invalid, notFound } from '../../platform/core/service-error.ts';
import type { WorkKind } from '../../platform/state/admission.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { Settings } from '../../settings/settings.ts';
import { type AuditedWrite, auditWrite } from './audit-write.ts';
import { type Bytes, readBinary, readJson, readJsonBytes, readPieces, readPlainBytes, readPlainText } from './body.ts';
import { readCaller, readCallerAgain } from './caller.ts';
import { onceOf, takesKey } from './idempotency.ts';
import { Answered, apiBase, type ServiceApp, type ServiceContext } from './service-app.ts';

/** Whether a service with these settings offers an operation: with `coreOnly`, extensions aren't available. */
export const offers = (settings: Pick<Settings, 'coreOnly'>, operation: Operation): boolean =>
	!settings.coreOnly || operation.tier === 'core';

type Out<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** A handler's input: everything parsed by the operation's schemas. */
export interface Call<O extends Operation> {
	readonly caller: O['auth'] extends 'public' ? null : Caller;
	readonly params: Out<O['params']>;
	readonly query: Out<O['query']>;
	readonly body: O['bodyOptional'] extends true ? Out<O['body']> | undefined : Out<O['body']>;
	/** For additional response headers. */
	readonly context: ServiceContext;
}

/** A handler may write its own response if the engine wrote the JSON. */
export type Handler<O extends Operation> = (call: Call<O>) => Promise<ResultOf<O> | Answered<ResultOf<O>> | Response>;

/** Like Handler, for an operation with a large body: gets it as bytes, to be parsed off the main thread. */
export type BytesHandler<O extends Operation> = (
	call: Omit<Call<O>, 'body'> & { readonly body: Bytes },
) => ReturnType<Handler<O>>;

/** Serves an operation of the contract: authorize → parse → act → present. Operations that aren't offered get no route. */
export const route = <O extends Operation>(
	app: ServiceApp,
	platform: Platform,
	operation: O,
	handler: Handler<O>,
): void => serve(app, platform, operation, readBody, handler);

/** Like `route`, but the handler has the body parsed itself. */
export const routeBytes = <O extends Operation>(
	app: ServiceApp,
	platform: Platform,
	operation: O,
	handler: BytesHandler<O>,
): void => serve(app, platform, operation, readBodyBytes, handler as unknown as Handler<O>);

/** Like Handler, for an operation whose body may not fit in memory: gets it in pieces, and requests admission itself. */
export type StreamHandler<O extends Operation> = (
	call: Omit<Call<O>, 'body'> & { readonly pieces: AsyncIterable<Bytes> },
) => ReturnType<Handler<O>>;

/** Like `route`, but the body is read while the handler works. */
export const routeStream = <O extends Operation>(
	app: ServiceApp,
	platform: Platform,
	operation: O,
	handler: StreamHandler<O>,
): void =>
	serve(
		app,
		platform,
		operation,
		async () => undefined,
		(call) => handler({ ...call, pieces: readPieces(call.context.req.raw, platform.settings.maxBodyBytes) }),
	);

function serve<O extends Operation>(
	app: ServiceApp,
	platform: Platform,
	operation: O,
	bodyOf: typeof readBody,
	handler: Handler<O>,
): void {
	const path = apiBase + operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
	if (!offers(platform.settings, operation)) return;
	const once = onceOf(app, platform);
	app.on(operation.method, path, async (c, next) => {
		if (path.includes(':') && isNamed(platform.settings, c.req.path)) return next();
		c.header('Cache-Control', 'no-store');
		// For requests that only prepare a write, only refusals are recorded.
		const audit = writes(operation) || prepares(operation) ? auditWrite(platform, operation, c) : null;
		try {
			const asker = operation.auth === 'public' ? null : await readCaller(platform, c);
			audit?.know({ caller: asker });
			if (stores(operation)) await platform.storage.assertWritable();
			const params = readParams(operation, c);
			audit?.know({ params });
			const query = readQuery(operation, c);
			const body = await bodyOf(operation, c, platform.settings.maxBodyBytes);
			audit?.know({ body });
			return await answer(c, asker, { params, query, body }, audit);
		} catch (error) {
			await audit?.refused(error);
			throw error;
		}
	});

	async function answer(
		c: ServiceContext,
		asker: Caller | null,
		parsed: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
		audit: AuditedWrite | null,
	): Promise<Response> {
		const isAdmitted = asker !== null && operation.bodyFormat !== 'stream';
		const leave = isAdmitted ? await platform.admission.enter(workOf(operation), asker.userId) : null;
		try {
			const caller = asker === null || operation.body === undefined ? asker : await readCallerAgain(platform, c);
			const call = { caller, ...parsed, context: c };
			// The members were parsed by the same schemas that Call's types are inferred from.
			const handle = () => handler(call as unknown as Call<O>);
			const act = () => (audit !== null && writes(operation) ? audit.run(handle) : handle());
			const result = await once(operation, call.caller, comparable(call.body), c, act);
			// Each retry waiting for this response reads its own copy.
			if (result instanceof Response) return takesKey(operation) ? result.clone() : result;
			if (result instanceof Answered) return c.json(result.result as object, result.status);
			return operation.status === 204 ? c.body(null, 204) : c.json(result as object, operation.status);
		} finally {
			leave?.();
		}
	}
}

/** Operations that use the engine while the client waits. */
const readsRows: ReadonlySet<string> = new Set<Operation['id']>([
	getRows.id,
	checkBuildSpec.id,
	checkPipeline.id,
	readRepository.id,
	readPipelineFile.id,
	tryLink.id,
	suggestLinks.id,
	previewIngest.id,
	commitIngestion.id,
	reviewFile.id,
	cleanFile.id,
	ask.id,
]);
const workOf = ({ id, tier, method }: Operation): WorkKind =>
	readsRows.has(id) || (tier === 'rows-query/1' && method === 'POST') ? 'rows' : 'catalog';

const withoutParameters = operations.filter((operation) => !operation.path.includes('{'));

/** Whether a URL is that of an operation without parameters, so that no other operation parses part of it as an id. */
const isNamed = (settings: Settings, path: string): boolean =>
	withoutParameters.some((operation) => path === apiBase + operation.path && offers(settings, operation));

/** A malformed id gets 404, like an unknown one. */
function readParams(operation: Operation, c: ServiceContext): unknown {
	if (operation.params === undefined) return undefined;
	const given = c.req.param();
	const parsed = operation.params.safeParse(given);
	if (parsed.success) return parsed.data;
	const name = String(parsed.error.issues[0]?.path[0]);
	throw notFound(`${c.req.path} doesn’t exist: "${Object(given)[name]}" isn’t a valid ${name}.`);
}

function readQuery(operation: Operation, c: ServiceContext): unknown {
	if (operation.query === undefined) return undefined;
	const given = c.req.query();
	const parsed = operation.query.safeParse(given);
	if (!parsed.success) throw invalid(explainIssues(given, parsed.error.issues));
	return parsed.data;
}

async function readBody(operation: Operation, c: ServiceContext, limit: number): Promise<unknown> {
	if (operation.body === undefined) return undefined;
	const given =
		operation.bodyFormat === 'text'
			? await readPlainText(c.req.raw, limit)
			: await readJson(c.req.raw, limit, operation.exactNumbers);
	if (given === undefined && operation.bodyOptional) return undefined;
	const parsed = operation.body.safeParse(given);
	if (!parsed.success) throw invalid(explainIssues(given, parsed.error.issues));
	return parsed.data;
}

async function readBodyBytes(operation: Operation, c: ServiceContext, limit: number): Promise<Bytes> {
	if (operation.bodyFormat === 'text') return readPlainBytes(c.req.raw, limit);
	if (operation.bodyFormat === 'bytes') return readBinary(c.req.raw, limit);
	const bytes = await readJsonBytes(c.req.raw, limit);
	if (bytes === undefined)
		throw invalid([{ code: 'REQUIRED', path: 'body', message: 'The request body is missing. Send JSON.' }]);
	return bytes;
}

/** A value to compare bodies by: for bytes their hash, computed only on demand. */
const comparable = (body: unknown): unknown =>
	body instanceof Uint8Array ? { toJSON: () => createHash('sha256').update(body).digest('base64') } : body;
