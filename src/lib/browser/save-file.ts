import { refusedInFileNames } from '../file-name.ts';

/** Browsers need the URL until they start reading; how long that takes is unknown, in ms. */
const kept = 60_000;

export function saveFile(name: string, content: Blob | string): void {
	const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content;
	const url = URL.createObjectURL(blob);
	followLink({ href: url, download: name });
	setTimeout(() => URL.revokeObjectURL(url), kept);
}

/** Clicks a link that isn't on the page. */
export const followLink = (link: Partial<HTMLAnchorElement>): void =>
	Object.assign(document.createElement('a'), link).click();

/**
 * Maximum file name length without extension, in UTF-16 units: file systems allow 255 bytes, and dataset names have 128
 * characters.
 */
const longest = 200;

/** Extensions of files with rows. */
const ofRows = /\.(csv|tsv|json|ndjson|jsonl|parquet|xlsx)$/i;

/** Name of an export in another format: the full name, with a data file's extension replaced. */
export const exportName = (name: string, format: string): string => `${fileNameOf(name.replace(ofRows, ''))}.${format}`;

/** Makes a file name: characters that are forbidden or invisible become dashes. */
export const fileNameOf = (title: string): string =>
	title.replaceAll(refusedInFileNames, '-').replace(/^\.+/, '-').slice(0, longest).trim() || 'untitled';
