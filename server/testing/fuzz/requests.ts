import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import { arbitraryOf, hostile, hostileValues, type JsonSchema, type Pool, spoilt } from './values.ts';

export interface FuzzRequest {
	readonly operation: Operation;
	readonly method: string;
	/** Escaped, with the query, as sent. */
	readonly path: string;
	/** Whose token: a user's, a restricted one, an invalid one, or none. */
	readonly as: (typeof callers)[number];
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer | null;
	/** Whether it's completely valid under the contract. */
	readonly isShaped: boolean;
}

const callers = ['demo', 'guest', 'narrow', 'garbage', 'nobody'] as const;

const schemaOf = (schema: z.ZodMiniType): JsonSchema =>
	z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Requests of an operation: half of them valid, half with a mutation. */
export function requestsOf(operation: Operation, pool: Pool): fc.Arbitrary<FuzzRequest> {
	const shaped = fc.record({
		params: memberTexts(operation.params, pool),
		query: memberTexts(operation.query, pool),
		as: fc.constantFrom<FuzzRequest['as'][]>('demo', 'demo', 'demo', 'guest', 'narrow'),
		body: bodyOf(operation, pool, false),
	});
	const odd = fc.record({
		params: oddMembers(operation.params, pool),
		query: oddMembers(operation.query, pool),
		as: fc.constantFrom<FuzzRequest['as'][]>('demo', 'demo', 'demo', ...callers),
		body: bodyOf(operation, pool, true),
		headers: oddHeaders,
		method: fc.oneof(
			{ weight: 12, arbitrary: fc.constant<string>(operation.method) },
			{ weight: 1, arbitrary: fc.constantFrom('PATCH', 'DELETE', 'PUT', 'POST', 'OPTIONS', 'HEAD') },
		),
	});
	return fc.oneof(
		shaped.map((item) => requestOf(operation, { ...item, headers: {}, method: operation.method }, true)),
		odd.map((item) => requestOf(operation, item, false)),
	);
}

interface Parts {
	readonly params: Readonly<Record<string, string>>;
	readonly query: Readonly<Record<string, string>>;
	readonly as: FuzzRequest['as'];
	readonly body: Buffer | null;
	readonly headers: Readonly<Record<string, string>>;
	readonly method: string;
}

function requestOf(operation: Operation, parts: Parts, isShaped: boolean): FuzzRequest {
	const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escapeText(parts.params[name] ?? 'x'));
	const query = Object.entries(parts.query).map(([name, text]) => `${escapeText(name)}=${escapeText(text)}`);
	const { bodyFormat = 'json' } = operation;
	const type = { json: 'application/json', text: 'text/plain' }[bodyFormat as string] ?? 'application/octet-stream';
	return {
		operation,
		method: parts.method,
		path: path + (query.length === 0 ? '' : `?${query.join('&')}`),
		as: parts.as,
		headers: { ...(parts.body === null ? {} : { 'content-type': type }), ...parts.headers },
		body: parts.body,
		isShaped,
	};
}

/** Percent-encoded; invalid Unicode is sent as the bytes that a broken client would send. */
function escapeText(text: string): string {
	try {
		return encodeURIComponent(text);
	} catch {
		return '%ED%A0%80';
	}
}

function memberTexts(schema: z.ZodMiniObject | undefined, pool: Pool): fc.Arbitrary<Record<string, string>> {
	if (schema === undefined) return fc.constant({});
	return arbitraryOf(schemaOf(schema), pool).map((item) =>
		Object.fromEntries(Object.entries(item as object).map(([name, value]) => [name, textOf(value)])),
	);
}

const oddMembers = (schema: z.ZodMiniObject | undefined, pool: Pool): fc.Arbitrary<Record<string, string>> =>
	fc.oneof(
		memberTexts(schema, pool),
		fc
			.tuple(memberTexts(schema, pool), fc.array(hostile, { maxLength: 3 }))
			.map(([parameters, others]) =>
				Object.fromEntries(
					Object.entries(parameters).map(([name, text], index) => [
						name,
						index in others ? textOf(others[index]) : text,
					]),
				),
			),
	);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
	fc.constantFrom('content-type', 'if-match', 'idempotency-key', 'range', 'accept', 'x-request-id', 'accept-encoding'),
	fc.oneof(
		fc.constantFrom('*', '"1"', 'W/"x"', '"', 'bytes=0-', 'bytes=9-1', 'text/plain', 'application/json; charset=x', ''),
		fc
			.constantFrom(...hostileValues.filter((candidate): candidate is string => typeof candidate === 'string'))
			.map(toHeader),
	),
	{ maxKeys: 2 },
);

/** Keeps only characters that are allowed in a header. */
function toHeader(text: string): string {
	return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 2_000);
}

function bodyOf(operation: Operation, pool: Pool, isOdd: boolean): fc.Arbitrary<Buffer | null> {
	const { body } = operation;
	if (body === undefined) return isOdd ? fc.constantFrom(null, null, Buffer.from('{}')) : fc.constant(null);
	const values = arbitraryOf(schemaOf(body), pool, operation.id);
	const written = (item: unknown) =>
		Buffer.from(operation.bodyFormat === undefined ? JSON.stringify(item) : textOf(item));
	const good = operation.bodyOptional ? fc.option(values.map(written), { freq: 3 }) : values.map(written);
	if (!isOdd) return good;
	return fc.oneof(
		{ weight: 1, arbitrary: good },
		{ weight: 5, arbitrary: spoilt(values).map((item) => written(item ?? null)) },
		{ weight: 1, arbitrary: hostile.map((item) => written(item ?? null)) },
		{ weight: 1, arbitrary: fc.constantFrom(...brokenBodies) },
		{ weight: 1, arbitrary: fc.tuple(values, fc.nat(40)).map(([value, cut]) => written(value).subarray(0, -1 - cut)) },
	);
}

/** Bodies that aren't JSON, or JSON that is hard on parsers. */
const brokenBodies: readonly (Buffer | null)[] = [
	null,
	Buffer.from(''),
	Buffer.from('{'),
	Buffer.from('{"a":1,"a":2}'),
	Buffer.from('\ufeff{}'),
	Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
	Buffer.from([0xc3, 0x28]),
	Buffer.from('[1e400,-1e400]'),
	Buffer.from('['.repeat(50_000)),
	Buffer.from(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
	Buffer.from('nul'),
	Buffer.from('<xml/>'),
];
