import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '#lib/sql/quoting.ts';

/** The characters of Windows-1252 for the bytes 80 to 9F. */
const marks = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** A character of two to four bytes in UTF-8, with each byte read as a separate character. */
const misread = new RegExp(`[\\u00c2-\\u00f4][\\u0080-\\u00bf${marks}]{1,3}`, 'gu');
/** The same for the engine. */
const misreadForm = `[\\x{c2}-\\x{f4}][\\x{80}-\\x{bf}${marks.replace(/[\x80-\x9f]/g, '')}]`;
/** Number of rows searched, and maximum number of matching rows examined. Most affected files have such text early. */
const [lookedAt, maxRows] = [20_000, 100];

const byteOf = (character: string): number =>
	marks.includes(character) ? 0x80 + marks.indexOf(character) : character.charCodeAt(0);

/** A string as it was before its UTF-8 was read as Windows-1252; null if it wasn't. */
export function undoMojibake(text: string): string | null {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let isMisread = false;
	const before = text.replace(misread, (found) => {
		try {
			const decoded = decoder.decode(Uint8Array.from(found, byteOf));
			if (/\p{Cc}/u.test(decoded)) return found;
			isMisread = true;
			return decoded;
		} catch {
			return found;
		}
	});
	return isMisread ? before : null;
}

/** For each text column, given as SQL, a remark for users about text that was once read in the wrong encoding. */
export async function misreadRemarks(
	connection: DuckDBConnection,
	sources: readonly string[],
): Promise<(string | null)[]> {
	if (sources.length === 0) return [];
	const found = await connection.run(
		`SELECT ${sources.join(', ')} FROM sent WHERE n <= ${lookedAt} AND regexp_matches(concat_ws(' ', ${sources.join(', ')}), ${literal(misreadForm)}) ORDER BY n LIMIT ${maxRows}`,
	);
	const rows = await found.getRows();
	return sources.map((_, index) => {
		for (const row of rows) {
			const value = row[index];
			const before = typeof value === 'string' ? undoMojibake(value) : null;
			if (typeof value === 'string' && before !== null)
				return `"${shortened(value)}" probably was "${shortened(before)}" before it was read in the wrong encoding. If so, export the data again as UTF-8.`;
		}
		return null;
	});
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
