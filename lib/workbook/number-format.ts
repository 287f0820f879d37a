/** What a number represents, by its format. */
export type NumberKind = 'number' | 'date' | 'time' | 'duration';

/** Formats that every workbook has, by id (ECMA-376, 18.8.30). Those from 27 on are East Asian dates, most of them. */
const builtIn: Readonly<Record<number, NumberKind>> = {
	...Object.fromEntries([14, 15, 16, 17, 22].map((id) => [id, 'date'])),
	...Object.fromEntries([18, 19, 20, 21, 32, 33, 34, 35, 45, 47].map((id) => [id, 'time'])),
	...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date'])),
	...Object.fromEntries([55, 56].map((id) => [id, 'time'])),
	46: 'duration',
};

const dateParts = /^(y{1,4}|m{1,5}|d{1,4}|h{1,2}|s{1,2}|a{3,5}|b{1,4}|e{1,4}|g{1,3}|r{1,2})$/;

/**
 * The pattern, without its quotes, of a format that shows numbers as codes with a fixed number of digits, such as 00000 for zip codes and
 * 000-00-0000. Null for any other format.
 */
export function digitsOf(code: string | undefined): string | null {
	const plain = code?.replace(/"([^"]*)"|\\(.)/g, '$1$2') ?? '';
	return /^0[0 /-]*0$/.test(plain) ? plain : null;
}

/** Writes a number in such a pattern. */
export function inDigits(digits: string, form: string): string {
	const left = [...digits];
	const shown = [...form].reverse().map((sign) => (sign === '0' ? (left.pop() ?? '0') : sign));
	return left.join('') + shown.reverse().join('');
}

/** Texts that a format shows around a number, such as a currency or a unit. */
export interface Affixes {
	readonly before: string;
	readonly after: string;
}

/**
 * The texts that a format shows around its digits. Null if there are none, or if it shows the number divided or depending on its
 * value.
 */
export function affixesOf(code: string | undefined): Affixes | null {
	const [first = ''] = code?.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/) ?? [];
	if (/[#0?],+(?![#0?])|\[[<>=]|[@%/]/.test(first.replace(/"[^"]*"|\\.|\[\$[^\]]*\]/g, ''))) return null;
	// Keeps quoted text, escaped characters and currencies; other brackets are colors, "_x" is a space and "*x" fills the
	// cell.
	const shown = first
		.replace(/\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|"([^"]*)"|\\(.)|[_*]./g, (_, ...[currency, text, sign]: string[]) =>
			[...(currency ?? text ?? sign ?? ' ')]
				.map((character) => (/[#0?.,]/.test(character) ? '\0' : character))
				.join(''),
		)
		.replaceAll('General', '0');
	const [, before = '', after = ''] = /^([^#0?]*)[#0?][#0?.,\s]*(?:[Ee][-+][#0?]+)?(.*)$/.exec(shown) ?? [];
	const isDigits = /[#0?\0]/.test(before + after) || /^[-+()\s]*$/.test(before + after);
	return isDigits ? null : { before: before.trim(), after: after.trim() };
}

/** @param code of a format that the workbook defines; undefined for a built-in one */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
	if (code === undefined) return builtIn[id] ?? 'number';
	const [first = ''] = code
		.toLowerCase()
		.replace(/"[^"]*"|\\.|[_*]./g, ' ')
		.split(';');
	if (/\[(h+|m+|s+)\]/.test(first)) return 'duration';
	const plain = first.replace(/\[[^\]]*\]/g, ' ').replace(/am\/pm|a\/p|上午\/下午/g, 'h');
	const parts = plain.match(/[a-z]+/g)?.flatMap((run) => run.match(/(.)\1*/g) ?? []) ?? [];
	if (parts.length === 0 || !parts.every((part) => dateParts.test(part))) return 'number';
	// Digits represent a number, unless they are fractions of a second.
	if (/[0#?]/.test(plain.replace(/s[.,]0+/g, 's'))) return 'number';
	const has = (letter: string, from: 'any' | 'long' = 'any') =>
		parts.some((part) => part.startsWith(letter) && (from === 'any' || part.length > 2));
	const isMonth = (part: string, index: number) =>
		part.startsWith('m') && !parts[index - 1]?.startsWith('h') && !parts[index + 1]?.startsWith('s');
	const isClock = has('h') || has('s');
	if (!isClock || has('y') || has('e') || has('d', 'long') || has('a', 'long') || parts.some(isMonth)) return 'date';
	// In "d h:mm", days are counted.
	return has('d') ? 'duration' : 'time';
}
