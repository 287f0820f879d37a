import type * as z from 'zod/mini';
import type { ErrorCode } from './error.ts';

/**
 * Describes an operation. The console's calls, the service's routes and the OpenAPI document all derive from it.
 *
 * `path` is relative to `{base_url}`; a `{name}` in it stands for exactly one escaped segment. `tier` is `core` for the
 * interface itself, or `<extension>/<version>` for an optional extension.
 */
export interface Operation {
	readonly id: string;
	readonly summary: string;
	readonly tier: Tier;
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	readonly path: `/${string}`;
	/** Public operations need no token. Default: bearer. */
	readonly auth?: 'bearer' | 'public';
	readonly params?: z.ZodMiniObject;
	readonly query?: z.ZodMiniObject;
	readonly body?: z.ZodMiniType;
	/**
	 * How the body is sent. `json` (default), `text` (`text/plain`; `body` is a string schema), `bytes`, or `stream` for
	 * bytes of unlimited size.
	 */
	readonly bodyFormat?: 'json' | 'text' | 'bytes' | 'stream';
	/** Whether numbers in the body keep all their digits. The service then reads numbers that don't fit in a double as text. */
	readonly exactNumbers?: boolean;
	/** Whether the body is optional. Default: it's required if `body` is given. */
	readonly bodyOptional?: boolean;
	/** `false` if a POST or PUT only reads or frees space. It then works even when storage is full. */
	readonly stores?: false;
	readonly status: 200 | 201 | 202 | 204;
	/** Another success status, with the same body. */
	readonly otherStatus?: 200 | 304;
	/** Whether a success may be a stream of server-sent events, each with a `result` in its data. */
	readonly streams?: boolean;
	/**
	 * Whether it only reads and may take long. Clients that accept `application/x-ndjson` get lines of JSON while it
	 * works: `{progress}`, `{first}`, and finally `{result}` or `{error}` (rows/selection.ts).
	 */
	readonly linesWhileWorking?: boolean;
	/** `answered`: a success has an ETag. `guards`: the write also requires it as If-Match. */
	readonly etag?: 'answered' | 'guards';
	/** Whether a success, which is 304 if nothing changed, has Last-Modified and a cache lifetime. */
	readonly lastModified?: boolean;
	/** Body of a success. Absent for lists and empty bodies. */
	readonly result?: z.ZodMiniType;
	/**
	 * Whether the interface leaves the success body open. `result` is then what the embedded service returns; others may
	 * return nothing.
	 */
	readonly resultUnstated?: boolean;
	/** For a list, `{items, nextCursor?}`: the schema of one item. Clients validate each item separately. */
	readonly items?: z.ZodMiniType;
	/**
	 * Error codes besides INTERNAL. With a token, UNAUTHORIZED, RATE_LIMITED, UNAVAILABLE and OVERLOADED are added; if it
	 * stores something, also STORAGE_READ_ONLY and STORAGE_FULL.
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

/** The parsed success body of an operation. */
export type ResultOf<O extends Operation> = O['items'] extends z.ZodMiniType
	? { items: z.output<O['items']>[]; nextCursor?: string }
	: Out<O['result']>;

export type ItemOf<O extends Operation> = Out<O['items']>;

/** A call's arguments. Only members the operation takes. */
export type InputOf<O extends Operation> = Member<'params', O['params']> &
	QueryMember<O['query']> &
	(O['bodyOptional'] extends true ? Partial<Member<'body', O['body']>> : Member<'body', O['body']>);

/** A query without required members may be omitted. */
type QueryMember<S> = S extends z.ZodMiniType
	? Record<never, never> extends In<S>
		? { readonly query?: In<S> }
		: { readonly query: In<S> }
	: unknown;

type Member<K extends string, S> = S extends z.ZodMiniType ? { readonly [key in K]: In<S> } : unknown;
