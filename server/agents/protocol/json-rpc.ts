import { a2aVersion } from '#contract/agents/json-rpc.ts';
import { isTooDeep, tooDeep } from '#lib/exact-json/depth.ts';
import { JsonText, parseExact, parseJson } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { invalidJson } from '../../platform/core/body-text.ts';
import { errorObject, RpcFailure } from './rpc-error.ts';

export interface RpcCall {
	/** Unparsed, with every digit. */
	readonly id: string | JsonText;
	readonly method: string;
	readonly params: unknown;
}

/** The envelope is invalid; `id` is null if it couldn't be read. */
export class EnvelopeFailure extends RpcFailure {
	readonly id: RpcCall['id'] | null;

	constructor(failure: RpcFailure, id: RpcCall['id'] | null) {
		super(failure.reason, failure.message);
		this.id = id;
	}
}

/** Parses the envelope of a request. @throws EnvelopeFailure PARSE_ERROR, INVALID_REQUEST */
export function readCall(text: string): RpcCall {
	const refuse = (message: string, id: RpcCall['id'] | null = null): EnvelopeFailure =>
		new EnvelopeFailure(new RpcFailure('INVALID_REQUEST', message), id);
	if (isTooDeep(text)) throw refuse(`The request body is ${tooDeep}.`);
	const body = parsed(text);
	if (Array.isArray(body)) throw refuse('Batches aren’t supported. Send one request at a time.');
	if (typeof body !== 'object' || body === null) throw refuse('The request must be a JSON object.');
	const { jsonrpc, id: given, method, params } = body as Record<string, unknown>;
	const id = readId(given, text);
	if (id === null) throw refuse('id must be a string or a number.');
	if (jsonrpc !== '2.0') throw refuse('jsonrpc must be "2.0".', id);
	if (typeof method !== 'string') throw refuse('method must be a string, such as "SendMessage".', id);
	return { id, method, params };
}

function parsed(text: string): unknown {
	try {
		// Attached rows keep all digits.
		return parseJson(text);
	} catch {
		throw new EnvelopeFailure(new RpcFailure('PARSE_ERROR', invalidJson(text)), null);
	}
}

function readId(given: unknown, text: string): RpcCall['id'] | null {
	if (typeof given === 'string') return given;
	if (typeof given !== 'number' && typeof given !== 'bigint' && !(given instanceof JsonText)) return null;
	const { id } = parseExact(text) as { id: unknown };
	return id instanceof JsonText ? id : null;
}

/** @throws RpcFailure CONTENT_TYPE_NOT_SUPPORTED */
export function assertJson(contentType: string): void {
	if (/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(contentType)) return;
	const problem =
		contentType === '' ? 'The request has no Content-Type' : `The Content-Type ${contentType} isn’t supported`;
	throw new RpcFailure('CONTENT_TYPE_NOT_SUPPORTED', `${problem}. Send application/json.`);
}

/** The response to a body over the size limit. @param limit bytes */
export const tooLargeText = (limit: number): string =>
	failureText(
		null,
		new RpcFailure(
			'INVALID_REQUEST',
			`The request body is larger than the limit of ${limit.toLocaleString('en')} bytes. Send less data.`,
		),
	);

/** @throws RpcFailure VERSION_NOT_SUPPORTED */
export function assertVersion(versions: readonly (string | undefined)[]): void {
	const other = versions.find((value) => value !== undefined && value !== '' && value !== a2aVersion);
	if (other === undefined) return;
	throw new RpcFailure(
		'VERSION_NOT_SUPPORTED',
		`A2A version ${other} isn’t supported. Send A2A-Version: ${a2aVersion}.`,
	);
}

export const resultText = (id: RpcCall['id'], result: unknown): string => stringifyJson({ jsonrpc: '2.0', id, result });

export const failureText = (id: RpcCall['id'] | null, failure: RpcFailure): string =>
	stringifyJson({ jsonrpc: '2.0', id, error: errorObject(failure) });
