/**
 * Invisible characters that reverse text (Unicode, "Bidirectional Text") or have no width. Joiners stay, since scripts
 * and emoji need them.
 */
const turning = /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Control characters except line feed and tab, which terminals would execute. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for these
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * Untrusted text made safe to display: characters that act instead of being visible become symbols. Line endings become
 * LF.
 */
export function visibleText(text: string): string {
	return text
		.replace(/\r\n?/g, '\n')
		.replace(controls, pictureOf)
		.replace(turning, (value) => `\u27e8U+${value.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}\u27e9`);
}

/** Unicode has a symbol for each control character below 0x20, and for delete. */
function pictureOf(control: string): string {
	const code = control.charCodeAt(0);
	if (code < 0x20) return String.fromCharCode(0x2400 + code);
	return code === 0x7f ? '\u2421' : '\ufffd';
}
