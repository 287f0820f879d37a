/** Most bytes that wait for a reader before the work waits too. */
const highWater = 64 * 1024;
/** How long a reader may take nothing before it counts as gone, ms. */
const patienceMs = 60_000;
/** A comment now and then keeps what stands between from closing a quiet connection, ms. */
const quietMs = 15_000;

/** Sends the text of one event; fulfills when the reader has room for another. */
export type Send = (text: string) => Promise<void>;

/**
 * Server-sent events; where the reader leaves or stalls, the signal aborts and the stream ends.
 * @param work must not reject
 * @param gone aborts when the connection is gone
 * @param over aborts when the work must end: it no longer waits for the reader, so that it can say so
 */
export function eventStream(
	work: (send: Send, signal: AbortSignal) => Promise<void>,
	gone: AbortSignal,
	over: AbortSignal,
): ReadableStream<Uint8Array> {
	const abort = new AbortController();
	const encoder = new TextEncoder();
	let room: () => void = () => undefined;
	let quiet: NodeJS.Timeout | undefined;
	const stop = (): void => {
		abort.abort();
		clearInterval(quiet);
		room();
	};
	const hurry = (): void => room();
	gone.addEventListener('abort', stop, { once: true });
	over.addEventListener('abort', hurry, { once: true });

	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				const write = (text: string): void => {
					if (!abort.signal.aborted) controller.enqueue(encoder.encode(text));
				};
				const full = (): boolean => (controller.desiredSize ?? 0) <= 0;
				const send: Send = async (text) => {
					write(`data: ${text}\n\n`);
					if (abort.signal.aborted || over.aborted || !full()) return;
					const impatient = setTimeout(stop, patienceMs);
					await new Promise<void>((resolve) => {
						room = resolve;
					});
					clearTimeout(impatient);
				};
				quiet = setInterval(() => {
					if (!full()) write(': at work\n\n');
				}, quietMs);
				work(send, abort.signal).finally(() => {
					clearInterval(quiet);
					gone.removeEventListener('abort', stop);
					over.removeEventListener('abort', hurry);
					if (abort.signal.aborted) controller.error(new Error('The client disconnected.'));
					else controller.close();
				});
			},
			pull: () => room(),
			cancel: stop,
		},
		new ByteLengthQueuingStrategy({ highWaterMark: highWater }),
	);
}
