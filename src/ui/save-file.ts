/** Hands content to the person as a file. */
export function saveFile(name: string, content: Blob | string): void {
	const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content;
	const url = URL.createObjectURL(blob);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// The download has its own reference by then; a click's default action runs before this.
	setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** Makes a file name of any words: what file systems refuse becomes a dash. */
export const fileNameOf = (words: string): string =>
	words
		.replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, '-')
		.slice(0, 100)
		.trim() || 'untitled';
