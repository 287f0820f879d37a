/** Maximum bytes waiting for the client before the work pauses. */
const highWater = 64 * 1024;
/** How long a client may read nothing before it counts as gone, ms. */
const patienceMs = 60_000;
/** Interval of comments that keep proxies from closing an idle connection, ms. */
const quietMs = 15_000;

/** Sends the text of one event; resolves when the client has room for another. */
export type Send = (text: string) => Promise<void>;

/**
 * Server-sent events. If the client leaves or stalls, the signal aborts and the stream ends.
 * @param work must not reject
 * @param gone aborts when the connection is closed
 * @param over aborts when the work must end: it no longer waits for the client, so that it can report that
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
