import { strFromU8, Unzip, UnzipInflate } from 'fflate';
import { joinBytes } from '#lib/join-bytes.ts';

/** Longest text that is taken out of a zip, in bytes: a small file may claim to be a huge one. */
const longestText = 256 * 1_024 * 1_024;

/** The texts of some files of a zip, by their names; the other files are passed over. @throws Error in words */
export async function unzip(content: Blob, wanted: readonly string[]): Promise<Map<string, string>> {
	const texts = new Map<string, string>();
	const head = new Uint8Array(await content.slice(0, 4).arrayBuffer());
	if (head[0] !== 0x50 || head[1] !== 0x4b) throw new Error('It is not a zip file.');
	let problem: Error | null = null;
	const reading = new Unzip((file) => {
		if (!wanted.includes(file.name)) return;
		const chunks: Uint8Array<ArrayBuffer>[] = [];
		let size = 0;
		file.ondata = (error, chunk, isLast) => {
			if (error !== null) {
				problem = new Error(`${file.name} in it is damaged.`, { cause: error });
				return;
			}
			size += chunk.length;
			if (size > longestText) {
				problem = new Error(`${file.name} in it is larger than any bundle's.`);
				file.terminate();
				return;
			}
			chunks.push(new Uint8Array(chunk));
			if (isLast) texts.set(file.name, strFromU8(joinBytes(chunks, size)));
		};
		file.start();
	});
	reading.register(UnzipInflate);
	const reader = content.stream().getReader();
	for (;;) {
		const { done, value } = await reader.read();
		try {
			reading.push(value ?? new Uint8Array(), done);
		} catch (cause) {
			throw new Error('It is a damaged zip file.', { cause });
		}
		if (problem !== null) throw problem;
		if (done) return texts;
	}
}
