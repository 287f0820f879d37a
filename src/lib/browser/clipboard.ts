/** Copies text. @returns whether it worked; without HTTPS there may be no clipboard */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return copyBySelection(text);
	}
}

function copyBySelection(text: string): boolean {
	const field = document.createElement('textarea');
	field.value = text;
	field.setAttribute('readonly', '');
	field.className = 'mantine-VisuallyHidden-root';
	const before = document.activeElement;
	(before?.closest('[role="dialog"]') ?? document.body).append(field);
	field.select();
	try {
		return document.execCommand('copy');
	} catch {
		return false;
	} finally {
		field.remove();
		if (before instanceof HTMLElement) before.focus();
	}
}
