import { createParser } from 'eventsource-parser';

/** Maximum size of an event, in UTF-16 units, so that an endless one can't fill the memory. */
export const maxEventLength = 32 * 1_024 * 1_024;

/** UTF-16 units read without a pause, to let input and rendering through. */
const portion = 32_768;

/** The stream violated its own protocol; `message` explains how. */
export class StreamError extends Error {
	override readonly name = 'StreamError';
}

/**
 * Yields the data of server-sent events as soon as each is complete, however the bytes are split. Events that arrive
 * together are batched, because a step of an async loop costs more than reading one. Leaving the loop cancels the
 * stream.
 * @throws StreamError for an event that is too large; errors of the stream itself
 */
export async function* readEvents(
	stream: ReadableStream<Uint8Array>,
	limit: number = maxEventLength,
): AsyncGenerator<readonly string[], void, void> {
	const reader = stream.getReader();
	const decoder = new TextDecoder();
	let events: string[] = [];
	let problem: StreamError | null = null;
	const parser = createParser({
		maxBufferSize: limit,
		onEvent: ({ data }) => events.push(data),
		onError: (error) => {
			// The standard requires ignoring unknown fields.
			if (error.type === 'max-buffer-size-exceeded') {
				problem = new StreamError(
					`An event in the response exceeds the limit of ${limit.toLocaleString('en-US')} characters. Ask for fewer rows.`,
				);
			}
		},
	});
	try {
		for (;;) {
			const { done, value } = await reader.read();
			const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
			for (let index = 0; index < text.length; index += portion) {
				parser.feed(text.slice(index, index + portion));
				const whole = events;
				events = [];
				if (whole.length > 0) yield whole;
				if (problem !== null) throw problem;
			}
			if (done) return;
		}
	} finally {
		// A stream that failed or ended can't be canceled.
		reader.cancel().catch(() => {});
	}
}
