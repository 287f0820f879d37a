import { formatCount } from '../../../lib/format.ts';
import { partsOf, peek } from '../../bytes/byte-stream.ts';
import { Decoding, type Encoding } from './decoding.ts';

/** Bytes of a file that is text, which can be read from its beginning any number of times. */
export interface TextFile {
	readonly head: Uint8Array;
	readonly encoding: Encoding;
	readonly sample: string;
	readonly isWhole: boolean;
	parts(signal: AbortSignal): AsyncGenerator<Uint8Array>;
	/** What a decoding that reached the end has to say. */
	remarks(decoding: Decoding): string[];
}

const sampleBytes = 256 * 1_024;

/** @param encoding chosen by a person; told by the bytes otherwise */
export async function openText(blob: Blob, encoding: Encoding | undefined): Promise<TextFile> {
	const { head, isWhole, all } = await peek(partsOf(blob.stream() as ReadableStream<Uint8Array>), sampleBytes);
	await all.return(undefined);
	const decoding = new Decoding(head, encoding);
	const sample = decoding.decode(head) + (isWhole ? decoding.end() : '');
	return {
		head,
		encoding: decoding.encoding,
		sample,
		isWhole,
		async *parts(signal) {
			for await (const part of partsOf(blob.stream() as ReadableStream<Uint8Array>)) {
				signal.throwIfAborted();
				yield part;
			}
		},
		remarks: ({ invalidAt, encoding: used }) =>
			invalidAt === null
				? []
				: [
						`Some bytes are not ${used}, the first at byte ${formatCount(invalidAt + 1)}. They are read as �: choose another encoding.`,
					],
	};
}
