/** What a spreadsheet takes for the beginning of a formula (OWASP, "CSV Injection"), as JavaScript and the engine both read it. */
export const formulaOpening = '^[=+\\-@\\t\\r\\n]';
/** Numbers, which stay as they are. */
export const plainNumber = '^[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?$';

const [opening, number] = [new RegExp(formulaOpening), new RegExp(plainNumber)];

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
export const withoutFormula = (text: string): string => (opening.test(text) && !number.test(text) ? `'${text}` : text);
