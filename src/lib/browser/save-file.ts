import { refusedInFileNames } from '../file-name.ts';

/** A browser needs the address until it has begun to read; how long that is it does not say, ms. */
const kept = 60_000;

/** Hands content to the person as a file. */
export function saveFile(name: string, content: Blob | string): void {
	const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content;
	const url = URL.createObjectURL(blob);
	followLink({ href: url, download: name });
	setTimeout(() => URL.revokeObjectURL(url), kept);
}

/** Follows a link as if it were on the page and clicked. */
export const followLink = (link: Partial<HTMLAnchorElement>): void =>
	Object.assign(document.createElement('a'), link).click();

/** Longest name of a file without its ending, in UTF-16 units: file systems take 255 bytes, and names of datasets have 128 characters. */
const longest = 200;

/** The endings of files that hold rows. */
const ofRows = /\.(csv|tsv|json|ndjson|jsonl|parquet|xlsx)$/i;

/** What rows are saved as in another format: the full name, with another ending where it has one of a file that holds rows. */
export const exportName = (name: string, format: string): string => `${fileNameOf(name.replace(ofRows, ''))}.${format}`;

/** Makes a file name of any words: what file systems refuse, or what is not seen, becomes a dash. */
export const fileNameOf = (words: string): string =>
	words.replaceAll(refusedInFileNames, '-').replace(/^\.+/, '-').slice(0, longest).trim() || 'untitled';
