import { joinBytes } from '#lib/join-bytes.ts';
import { formatCount } from '../../lib/format.ts';
import { SourceError } from '../source/source-error.ts';

/** Yields a stream's bytes in parts. Leaving the loop cancels the stream. */
export async function* partsOf(stream: ReadableStream<Uint8Array>, longest = 256 * 1_024): AsyncGenerator<Uint8Array> {
	const reader = stream.getReader();
	let ended = false;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) {
				ended = true;
				return;
			}
			for (let index = 0; index < value.length; index += longest) yield value.subarray(index, index + longest);
		}
	} finally {
		if (!ended) await reader.cancel().catch(() => {});
	}
}

/** The first `length` bytes (or all), and the whole stream from its start. */
export async function peek(parts: AsyncGenerator<Uint8Array>, length: number) {
	const first: Uint8Array[] = [];
	let size = 0;
	let isWhole = false;
	while (size < length && !isWhole) {
		const { done, value } = await parts.next();
		if (done) isWhole = true;
		else {
			first.push(value);
			size += value.length;
		}
	}
	const head = joinBytes(first, size);
	async function* all(): AsyncGenerator<Uint8Array> {
		if (head.length > 0) yield head;
		yield* parts;
	}
	return { head, isWhole, all: all() };
}

/** Unzips gzip. @throws SourceError if the data is damaged */
export async function* unpacked(parts: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
	const packed = new ReadableStream<Uint8Array>({
		pull: async (controller) => {
			const { done, value } = await parts.next();
			if (done) controller.close();
			else controller.enqueue(value);
		},
		cancel: async () => void (await parts.return(undefined)),
	});
	let size = 0;
	try {
		for await (const part of partsOf(packed.pipeThrough(new DecompressionStream('gzip') as never))) {
			size += part.length;
			yield part;
		}
	} catch (cause) {
		if (cause instanceof SourceError || (cause instanceof Error && cause.name === 'AbortError')) throw cause;
		throw new SourceError(
			'DAMAGED',
			`The gzip file is corrupt or truncated after ${formatCount(size)} decompressed bytes. Compress or download it again.`,
			cause,
		);
	}
}
