/**
 * Only such a text can hold a number that JSON.parse would change: 15 digits and a point or 16 digits in a row, or a large
 * exponent. The scan costs a small part of the parsing; the slower parser is used for few answers.
 */
const longDigits = /\d[\d.]{15}/;
/**
 * An exponent counts where it is a number's: the ids in every frame of a stream are full of what looks like one. What is looked
 * at first is what a text can be skipped through for; what stands before it only then.
 */
const largeExponent = /[eE][+-]?\d{3}(?<=(?:^|[[,:\s])-?\d+(?:\.\d+)?[eE][+-]?\d{3})/;

/** Whether JSON.parse might change a number of this text. */
export const losesDigits = (text: string): boolean =>
	largeExponent.test(text) || (longDigits.test(text) && !areKept(text));

const longNumber = /-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/g;

/** Whether JSON.parse keeps all of a text's numbers of many digits, as it does most averages: they were doubles where they came from. */
function areKept(text: string): boolean {
	for (const [digits] of text.matchAll(longNumber)) {
		if (!digits.includes('.') || String(Number(digits)) !== digits) return false;
	}
	return true;
}
