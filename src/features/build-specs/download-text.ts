/** Hands a text to the person as a file. */
export function downloadText(name: string, text: string): void {
	const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// The download has its own reference by then; a click's default action runs before this.
	setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
