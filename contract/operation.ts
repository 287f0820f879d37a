import type * as z from 'zod/mini';
import type { ErrorCode } from './error.ts';

/**
 * What an operation is: the one description from which the console makes a call, the service makes a route,
 * and the OpenAPI document is derived.
 *
 * `path` is relative to `{base_url}`; a `{name}` in it stands for exactly one escaped segment.
 * `tier` is `core` for what the interface states, or `<extension>/<version>` for what a service may offer on top.
 */
export interface Operation {
	readonly id: string;
	readonly summary: string;
	readonly tier: Tier;
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	readonly path: `/${string}`;
	/** Public operations are called without a token. Default: bearer. */
	readonly auth?: 'bearer' | 'public';
	readonly params?: z.ZodMiniObject;
	readonly query?: z.ZodMiniObject;
	readonly body?: z.ZodMiniType;
	/** How the body is sent. Default: `json`; `text` is `text/plain`, and `body` then a schema of a string; `bytes` are any, and `stream` as many as come. */
	readonly bodyFormat?: 'json' | 'text' | 'bytes' | 'stream';
	/** Whether numbers of the body keep all their digits; the service then reads those that a double cannot hold as text. */
	readonly exactNumbers?: boolean;
	/** Whether a call without a body is allowed. Default: the body is required where `body` is given. */
	readonly bodyOptional?: boolean;
	/** Whether a POST or PUT only reads, or frees space: it is then answered while storage is full. Default: it stores something. */
	readonly stores?: false;
	/** Status of success. */
	readonly status: 200 | 201 | 202 | 204;
	/** Another status of success, with the same body. */
	readonly otherStatus?: 200 | 304;
	/** Whether a success may be a stream of server-sent events, each with a `result` in its data. */
	readonly streams?: boolean;
	/**
	 * Whether it only reads and may take long: who accepts `application/x-ndjson` is sent lines of JSON while it works,
	 * `{progress}`, `{first}` and at the end `{result}` or `{error}` (rows/selection.ts).
	 */
	readonly linesWhileWorking?: boolean;
	/** Whether a success has an ETag; `guards`: and the write takes one as If-Match. */
	readonly etag?: 'answered' | 'guards';
	/** Whether a success that is answered with 304 where it did not change says since when, and how long a copy is current. */
	readonly lastModified?: boolean;
	/** What a success answers; absent where the answer has no body or is a list. */
	readonly result?: z.ZodMiniType;
	/** Whether the interface leaves open what a success answers: `result` is the embedded service's, others may answer nothing. */
	readonly resultUnstated?: boolean;
	/** For a list, `{items, nextCursor?}`: the schema of one item. A reader judges each item by itself. */
	readonly items?: z.ZodMiniType;
	/**
	 * The codes that this operation answers besides INTERNAL; where it is called with a token, UNAUTHORIZED, RATE_LIMITED,
	 * UNAVAILABLE and OVERLOADED; where it stores something, STORAGE_READ_ONLY and STORAGE_FULL.
	 */
	readonly errors: readonly ErrorCode[];
}

export type Tier = 'core' | ExtensionName;

export type ExtensionName =
	| 'description/1'
	| 'build-spec-create/1'
	| 'build-spec-versions/1'
	| 'build-spec-check/1'
	| 'pipelines/1'
	| 'build-spec-undelete/1'
	| 'version-notes/1'
	| 'run-plans/1'
	| 'preview-runs/1'
	| 'scratch-runs/1'
	| 'build-runs/1'
	| 'build-plans/1'
	| 'checks/1'
	| 'runs/1'
	| 'namespaces/1'
	| 'namespace-changes/1'
	| 'namespace-activity/1'
	| 'namespace-models/1'
	| 'datasets/1'
	| 'dataset-changes/1'
	| 'dataset-rows/1'
	| 'dataset-versions/1'
	| 'dataset-status/1'
	| 'links/1'
	| 'link-trial/1'
	| 'link-suggestions/1'
	| 'shares/1'
	| 'tokens/1'
	| 'query-ask/1'
	| 'preview-facts/1'
	| 'ingestions/1'
	| 'file-ingestions/1'
	| 'file-cleaning/1'
	| 'status/1'
	| 'data-verification/1'
	| 'rows-query/1'
	| 'search/1'
	| 'audit/1'
	| 'users/1';

type Out<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type In<T> = T extends z.ZodMiniType ? z.input<T> : undefined;

/** What an operation answers on success, parsed. */
export type ResultOf<O extends Operation> = O['items'] extends z.ZodMiniType
	? { items: z.output<O['items']>[]; nextCursor?: string }
	: Out<O['result']>;

/** One item of what a list operation answers. */
export type ItemOf<O extends Operation> = Out<O['items']>;

/** What a caller hands over. Members that the operation does not take are absent. */
export type InputOf<O extends Operation> = Member<'params', O['params']> &
	QueryMember<O['query']> &
	(O['bodyOptional'] extends true ? Partial<Member<'body', O['body']>> : Member<'body', O['body']>);

/** A query of which nothing is required can be left out. */
type QueryMember<S> = S extends z.ZodMiniType
	? Record<never, never> extends In<S>
		? { readonly query?: In<S> }
		: { readonly query: In<S> }
	: unknown;

type Member<K extends string, S> = S extends z.ZodMiniType ? { readonly [key in K]: In<S> } : unknown;
