import { createParser } from 'eventsource-parser';

/** Largest event that is taken, UTF-16 units: a stream that never ends an event must not fill the memory. */
export const maxEventLength = 32 * 1_024 * 1_024;

/** Of what came at once this much is read without a pause, UTF-16 units: keys and frames have their turn between. */
const portion = 32_768;

/** A stream broke its own rules; `message` says how. */
export class StreamError extends Error {
	override readonly name = 'StreamError';
}

/**
 * The data of each server-sent event, as soon as it is whole and however its bytes are split: many that came together
 * in one list, because a step of an async loop for each costs more than to read it. Leaving the loop cancels the stream.
 * @throws StreamError for an event that is too large; what the stream itself fails with
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
			// Fields that nobody knows are passed over, as the standard says.
			if (error.type === 'max-buffer-size-exceeded') {
				problem = new StreamError(`An event is longer than ${limit.toLocaleString('en-US')} characters.`);
			}
		},
	});
	try {
		for (;;) {
			const { done, value } = await reader.read();
			const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
			for (let at = 0; at < text.length; at += portion) {
				parser.feed(text.slice(at, at + portion));
				const whole = events;
				events = [];
				if (whole.length > 0) yield whole;
				if (problem !== null) throw problem;
			}
			if (done) return;
		}
	} finally {
		// A stream that failed or ended has nothing to cancel.
		reader.cancel().catch(() => {});
	}
}
