import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromJson, type JsonObject, toJson } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient, type Interceptor } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import * as z from 'zod/mini';
import { type Method, messageNamed, type StreamMethod, sparkService } from './protocol.ts';
import { SparkType } from './types.ts';

/** An error that Spark reports, or that it can't be reached. Lines and columns are 1-based, columns in code points. */
export class SparkError extends Error {
	override readonly name = 'SparkError';
	/** `gone`: no answer, or an answer from a different process than before. */
	readonly kind: 'statement' | 'gone';
	readonly position: { readonly line: number; readonly column: number } | null;
	/** Whether the error is a syntax error, independent of what names refer to. */
	readonly isSyntax: boolean;

	constructor(kind: SparkError['kind'], message: string, position: SparkError['position'] = null, isSyntax = false) {
		super(message);
		this.kind = kind;
		this.position = position;
		this.isSyntax = isSyntax;
	}
}

export interface Progress {
	readonly stages: number;
	readonly tasks: number;
	readonly doneTasks: number;
	readonly runningTasks: number;
	/** Tasks that ended beyond a stage's total: Spark doesn't report which of them failed or were lost. */
	readonly repeatedTasks: number;
}

/** A Spark session, isolated from all others. Everything rejects with SparkError. */
export interface SparkSession {
	configure(settings: Readonly<Record<string, string>>): Promise<void>;
	/** Makes Parquet files readable by name. @param only a condition that is true for the rows to read; all rows if absent */
	createView(name: string, files: readonly string[], only?: string): Promise<void>;
	/** Makes a query readable by name. It runs only when it's read. */
	createQueryView(name: string, sql: string): Promise<void>;
	/** Runs any statement. Not for statements written by users. */
	command(sql: string): Promise<void>;
	/** The columns of a query, without running it. */
	columns(sql: string): Promise<readonly { readonly name: string; readonly type: SparkType }[]>;
	explain(sql: string): Promise<string>;
	/** Runs a query and writes its rows as Parquet files into a new folder. */
	write(sql: string, location: string, onProgress: (progress: Progress) => void): Promise<void>;
	interrupt(): Promise<void>;
	end(): Promise<void>;
}

/** Waits before each retry, ms; after the last one, Spark counts as gone. */
const patience = [200, 500, 1_000, 2_000, 4_000];

const Count = z.optional(z.string());
const Response = z.object({
	responseId: z.optional(z.string()),
	resultComplete: z.optional(z.unknown()),
	executionProgress: z.optional(
		z.object({
			stages: z.optional(z.array(z.object({ numTasks: Count, numCompletedTasks: Count }))),
			numInflightTasks: Count,
		}),
	),
});
const Explained = z.object({ explain: z.object({ explainString: z.string() }) });
const Field = z.object({ name: z._default(z.string(), ''), dataType: SparkType });
const Struct = z.object({ fields: z._default(z.array(Field), []) });
const Schema = z.object({ schema: z.object({ schema: z.object({ struct: Struct }) }) });

export type SparkClient = ReturnType<typeof createSparkClient>;

/** @param url as Spark Connect writes it: `sc://host:port/;use_ssl=true;token=…;header=value` */
export function createSparkClient(url: string) {
	const { baseUrl, userId, headers } = readSparkUrl(url);
	const withHeaders: Interceptor = (next) => (request) => {
		for (const [name, value] of headers) request.header.set(name, value);
		return next(request);
	};
	const transport = createGrpcTransport({ baseUrl, interceptors: [withHeaders] });
	const client = createClient(sparkService(), transport) as Record<string, unknown>;
	const methodOf = <T>(name: Method | StreamMethod) => client[name.charAt(0).toLowerCase() + name.slice(1)] as T;

	const open = () => {
		const own = { sessionId: randomUUID(), userContext: { userId, userName: userId } };
		const call = async (method: Method, fields: JsonObject): Promise<unknown> => {
			const send = methodOf<(request: unknown) => Promise<never>>(method);
			try {
				const request = fromJson(messageNamed(`${method}Request`), { ...own, ...fields });
				return toJson(messageNamed(`${method}Response`), await send(request));
			} catch (error) {
				throw asSparkError(error);
			}
		};
		const execute = async (plan: JsonObject, onProgress: (progress: Progress) => void) => {
			const operationId = randomUUID();
			const receive = async (
				method: StreamMethod,
				fields: JsonObject,
				onMessage: (message: z.infer<typeof Response>) => void,
			) => {
				const send = methodOf<(request: unknown) => AsyncIterable<never>>(method);
				const request = fromJson(messageNamed(`${method}Request`), { ...own, operationId, ...fields });
				for await (const message of send(request)) {
					onMessage(Response.parse(toJson(messageNamed('ExecutePlanResponse'), message)));
				}
			};
			let lastResponseId: string | null = null;
			let isComplete = false;
			let failures = 0;
			const onMessage = (message: z.infer<typeof Response>) => {
				failures = 0;
				lastResponseId = message.responseId ?? lastResponseId;
				if (message.resultComplete !== undefined) isComplete = true;
				const stages = message.executionProgress?.stages ?? [];
				let [tasks, doneTasks, repeatedTasks] = [0, 0, 0];
				for (const { numTasks = 0, numCompletedTasks = 0 } of stages) {
					const [all, ended] = [Number(numTasks), Number(numCompletedTasks)];
					tasks += all;
					doneTasks += Math.min(all, ended);
					repeatedTasks += Math.max(0, ended - all);
				}
				const runningTasks = Number(message.executionProgress?.numInflightTasks ?? 0);
				if (tasks > 0) onProgress({ stages: stages.length, tasks, doneTasks, runningTasks, repeatedTasks });
			};
			// A stream that ends or breaks before the result is complete is resumed where it ended.
			while (!isComplete) {
				try {
					if (lastResponseId === null && failures === 0) {
						const requestOptions = [{ reattachOptions: { reattachable: true } }];
						await receive('ExecutePlan', { plan, requestOptions }, onMessage);
					} else {
						await receive('ReattachExecute', lastResponseId === null ? {} : { lastResponseId }, onMessage);
					}
				} catch (error) {
					const known = asSparkError(error);
					const wait = patience[failures];
					if (!isBroken(error) || wait === undefined) throw known;
					failures += 1;
					await sleep(wait);
				}
			}
		};
		const createView = (name: string, input: JsonObject) =>
			execute({ command: { createDataframeView: { input, name, replace: true } } }, () => {});
		const query = (sql: string): JsonObject => ({ root: { sql: { query: sql } } });

		return {
			async configure(settings) {
				await call('Config', {
					operation: { set: { pairs: Object.entries(settings).map(([key, value]) => ({ key, value })) } },
				});
			},
			async createView(name, files, only) {
				const all = { read: { dataSource: { format: 'parquet', paths: [...files] } } };
				const condition = { expressionString: { expression: only ?? '' } };
				await createView(name, only === undefined ? all : { filter: { input: all, condition } });
			},
			createQueryView: (name, sql) => createView(name, { sql: { query: sql } }),
			command: (sql) => execute({ command: { sqlCommand: { input: { sql: { query: sql } } } } }, () => {}),
			async columns(sql) {
				const answer = await call('AnalyzePlan', { schema: { plan: query(sql) } });
				return Schema.parse(answer).schema.schema.struct.fields.map(({ name, dataType }) => ({ name, type: dataType }));
			},
			async explain(sql) {
				const answer = await call('AnalyzePlan', { explain: { plan: query(sql), explainMode: extendedPlans } });
				return Explained.parse(answer).explain.explainString;
			},
			async write(sql, location, onProgress) {
				const input = { sql: { query: sql } };
				const options = [{ key: 'parquet.block.row.count.limit', value: String(groupRows) }];
				const operation = { input, source: 'parquet', path: location, mode: errorIfThere, options };
				await execute({ command: { writeOperation: operation } }, onProgress);
			},
			async interrupt() {
				await call('Interrupt', { interruptType: everything });
			},
			async end() {
				await call('ReleaseSession', {});
			},
		} satisfies SparkSession;
	};

	return { open: (): SparkSession => open() };
}

/** Maximum rows per row group, as in every other file of a dataset. */
const groupRows = 10_240;

/** Values of Spark's enums. */
const [extendedPlans, errorIfThere, everything] = [2, 3, 1];

/** Whether the connection is at fault, so that the request can be repeated. */
const isBroken = (error: unknown): boolean =>
	error instanceof ConnectError &&
	error.details.length === 0 &&
	[Code.Unavailable, Code.Unknown, Code.Aborted, Code.Canceled, Code.Internal].includes(error.code) &&
	!/^\[[A-Z_.]+\]/.test(error.rawMessage.trim());

function asSparkError(error: unknown): SparkError {
	if (error instanceof SparkError) return error;
	if (!(error instanceof ConnectError)) throw error;
	const text = error.rawMessage.trim();
	if (isBroken(error) || /^\[INVALID_(HANDLE|SESSION)\b/.test(text)) return new SparkError('gone', text);
	const [, line, column] = /\bline (\d+),? pos(?:ition)? (\d+)/.exec(text) ?? [];
	// Spark counts columns from 0 when it analyzes a query, and from 1 when a query fails while running.
	const first = /== SQL \(line \d+, position \d+\)/.test(text) ? 0 : 1;
	const position = line === undefined ? null : { line: Number(line), column: Number(column) + first };
	const message = text
		.replace(/^\[[A-Z0-9_.]+\] */, '')
		.replace(/;? *line \d+ pos \d+;?[\s\S]*$/, '')
		.replace(/ *\(line \d+, pos \d+\)[\s\S]*$/, '')
		.replace(/\s*== SQL[\s\S]*$/, '')
		.replace(/\s*SQLSTATE: \w+/, '')
		// We wrap the statement in parentheses for Spark.
		.replace(/: missing '\)'(?=\.|$)/, '')
		.split('\nSearch path:')[0];
	return new SparkError('statement', message?.trim() || text, position, /^\[PARSE_/.test(text));
}

/** @throws Error describing what is wrong, without the token */
export function readSparkUrl(url: string) {
	const [, authority, rest = ''] = /^sc:\/\/([^/;?#@]+)(?:\/;?(.*))?$/.exec(url) ?? [];
	if (authority === undefined || !URL.canParse(`http://${authority}`)) throw new Error('write it as sc://host:15002');
	const parameters = new Map<string, string>();
	for (const part of rest.split(';').filter((text) => text !== '')) {
		const at = part.indexOf('=');
		if (at < 1) throw new Error('its parameters are written as ;name=value');
		parameters.set(part.slice(0, at), decodeURIComponent(part.slice(at + 1)));
	}
	const { use_ssl, token, user_id, session_id: _, ...others } = Object.fromEntries(parameters);
	const isSafe = use_ssl === 'true' || token !== undefined;
	const host = new URL(`http://${authority}`);
	if (host.port === '') host.port = isSafe && use_ssl === 'true' ? '443' : '15002';
	const headers: [string, string][] = Object.entries(others);
	if (token !== undefined) headers.push(['authorization', `Bearer ${token}`]);
	return { baseUrl: `${isSafe ? 'https' : 'http'}://${host.host}`, userId: user_id ?? 'dataset-console', headers };
}
