/**
 * Only text that matches can contain a number that JSON.parse would change: 15 digits and a point, 16 digits in a row,
 * or a large exponent. Scanning is cheap compared with parsing, and few responses need the slower parser.
 */
const longDigits = /\d[\d.]{15}/;
/**
 * Exponents only count within numbers, since ids in every frame of a stream look like exponents. The part that's fast
 * to scan for comes first; the lookbehind runs only after it matches.
 */
const largeExponent = /[eE][+-]?\d{3}(?<=(?:^|[[,:\s])-?\d+(?:\.\d+)?[eE][+-]?\d{3})/;

/** Whether JSON.parse might change a number in this text. */
export const losesDigits = (text: string): boolean =>
	largeExponent.test(text) || (longDigits.test(text) && !areKept(text));

const longNumber = /-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/g;

/** Whether JSON.parse preserves all long numbers, as for most averages: they came from doubles. */
function areKept(text: string): boolean {
	for (const [digits] of text.matchAll(longNumber)) {
		if (!digits.includes('.') || String(Number(digits)) !== digits) return false;
	}
	return true;
}
