/**
 * A text without regard to case: each character by itself, as the service's engine has it. The language alone would make two
 * characters of one, and another sigma at the end of a word.
 */
export const foldCase = (text: string): string =>
	(/[İΣ]/.test(text) ? text.replaceAll('İ', 'i').replaceAll('Σ', 'σ') : text).toLowerCase();
