/** Bytes from `start` to `end`, both included; everything; or nothing that is there. */
export type ByteRange = { readonly start: number; readonly end: number } | 'whole' | 'unsatisfiable';

/** Reads a Range header (RFC 9110, 14.2). What is malformed or asks for several ranges is answered whole, as it allows. */
export function readRange(header: string | undefined, size: number): ByteRange {
	const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
	if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
	if (first === '') {
		const length = Math.min(Number(last), size);
		return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
	}
	const start = Number(first);
	const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
	if (last !== '' && Number(last) < start) return 'whole';
	return start >= size ? 'unsatisfiable' : { start, end };
}

/** A Content-Disposition that saves, with the name in ASCII and, for all else, as RFC 5987 writes it. */
export function attachment(fileName: string): string {
	const plain = fileName.normalize('NFKD').replaceAll(/[^\w .-]/g, '_');
	const exact = encodeURIComponent(fileName).replaceAll(
		/['()*]/g,
		(value) => `%${value.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
