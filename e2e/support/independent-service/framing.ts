import type { Freedom } from './freedom.ts';

/** An event as the byte chunks to write, in order. */
export function frame(data: string, index: number, framing: Freedom['framing']): Buffer[] {
	if (framing === 'as-shown') return [Buffer.from(`data: ${data}\n\n`)];
	const start = index === 0 ? '\ufeff: a proxy says hello\r\nretry: 2000\r\n\r\n' : ': still here\r\n\r\n';
	const bytes = Buffer.from(`${start}event: message\r\nid: ${index}\r\ndata:${data}\r\n\r\n`);
	// Chunks may end anywhere, even within a character or between CR and LF.
	const cuts = [7, Math.floor(bytes.length / 2), bytes.length - 1];
	return [0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length));
}
