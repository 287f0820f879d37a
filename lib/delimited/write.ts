/** A field as RFC 4180 has it; spaces at either end are kept by quotes, but not where tabs delimit. */
export const writeField = (text: string, delimiter: ',' | '\t'): string =>
	special[delimiter].test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const special = { ',': /[",\r\n]|^\s|\s$/, '\t': /["\t\r\n]/ } as const;
