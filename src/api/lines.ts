import type { Operation } from '#contract/operation.ts';
import { answerLine } from '#contract/rows/selection.ts';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { randomId } from '../lib/random-id.ts';
import { toApiError } from './answer.ts';
import { ApiError } from './api-error.ts';
import { baseUrl, openExchange } from './http.ts';
import { requestUrl } from './request-url.ts';

export interface LinesWork {
	readonly signal: AbortSignal;
	readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
	/** Called with the part of the result that's available first. */
	readonly onFirst?: (first: never) => void;
}

type LineOperation = Operation & { readonly result: NonNullable<Operation['result']> };

/**
 * Calls an operation that streams lines while it works, and returns its result.
 * @throws ApiError for errors, AbortError when aborted, which also stops the work on the service
 */
export async function callInLines(operation: LineOperation, body: object, work: LinesWork): Promise<unknown> {
	const { signal, onProgress, onFirst } = work;
	const init = {
		method: operation.method,
		headers: {
			Accept: 'application/x-ndjson',
			'Content-Type': 'application/json',
			'Idempotency-Key': randomId(),
		},
		body: JSON.stringify(body),
		signal,
	};
	const url = requestUrl(baseUrl(), operation.path);
	const answer = await openExchange(operation.id, url, init, true);
	const schema = answerLine(operation.result);
	const failure = (message: string, code: string) =>
		new ApiError({
			kind: 'unreadable',
			status: 200,
			code,
			message,
			subErrors: [],
			requestId: answer.requestId,
			operation: operation.id,
		});
	for await (const line of linesOf(answer.body)) {
		const parsed = schema.safeParse(parseJson(line));
		if (!parsed.success)
			throw failure('The service’s response can’t be read. Try again, or contact your admin.', 'UNREADABLE');
		const content = parsed.data;
		if ('progress' in content) onProgress?.(content.progress as { done: number; total: number });
		else if ('first' in content) onFirst?.(content.first as never);
		else if ('error' in content) throw toApiError(operation.id, 200, JSON.stringify(content.error), answer.requestId);
		else return content.result;
	}
	signal.throwIfAborted();
	answer.brokeOff();
	throw failure('The connection was lost before the response was complete. Try again.', 'STREAM_CUT');
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
	const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
	let rest = '';
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			const lines = (rest + value).split('\n');
			rest = lines.pop() ?? '';
			yield* lines.filter((line) => line !== '');
		}
		if (rest !== '') yield rest;
	} finally {
		await reader.cancel().catch(() => {});
	}
}
