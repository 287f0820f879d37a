/**
 * Case-folds each character separately, like the service's engine. JavaScript would merge some characters, and uses a
 * different final sigma.
 */
export const foldCase = (text: string): string =>
	(/[İΣ]/.test(text) ? text.replaceAll('İ', 'i').replaceAll('Σ', 'σ') : text).toLowerCase();
