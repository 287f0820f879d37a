import { formatCount } from '../../../lib/format.ts';
import { partsOf, peek } from '../../bytes/byte-stream.ts';
import { Decoding, type Encoding } from './decoding.ts';

/** A text file that can be read from the start any number of times. */
export interface TextFile {
	readonly encoding: Encoding;
	readonly sample: string;
	readonly isWhole: boolean;
	/**
	 * The text in pieces, with the last one marked. @throws AbortError
	 * @param remarks receives remarks about the file once it has been read completely
	 */
	texts(encoding: Encoding, signal: AbortSignal, remarks: string[]): AsyncGenerator<TextPiece>;
}

export interface TextPiece {
	readonly text: string;
	readonly isLast: boolean;
	/** Bytes read so far. */
	readonly bytes: number;
}

const sampleBytes = 256 * 1_024;

/** @param encoding chosen by the user; detected by default */
export async function openText(blob: Blob, encoding: Encoding | undefined): Promise<TextFile> {
	const { head, isWhole, all } = await peek(partsOf(blob.stream() as ReadableStream<Uint8Array>), sampleBytes);
	await all.return(undefined);
	const decoding = new Decoding(head, encoding);
	const sample = decoding.decode(head) + (isWhole ? decoding.end() : '');
	return {
		encoding: decoding.encoding,
		sample,
		isWhole,
		async *texts(used, signal, remarks) {
			const reading = new Decoding(head, used);
			let bytes = 0;
			for await (const part of partsOf(blob.stream() as ReadableStream<Uint8Array>)) {
				signal.throwIfAborted();
				bytes += part.length;
				yield { text: reading.decode(part), isLast: false, bytes };
			}
			yield { text: reading.end(), isLast: true, bytes };
			if (reading.invalidAt === null) return;
			const where = `the first at byte ${formatCount(reading.invalidAt + 1)}`;
			remarks.push(
				`Some bytes aren’t valid ${reading.encoding}, ${where}. They’re read as �. Choose another encoding.`,
			);
		},
	};
}
