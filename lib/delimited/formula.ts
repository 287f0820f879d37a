/** Start of a spreadsheet formula (OWASP, "CSV Injection"). The pattern works in JavaScript and in the engine. */
export const formulaOpening = '^[=+\\-@\\t\\r\\n]';
/** Numbers aren't escaped. */
export const plainNumber = '^[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?$';

const [opening, number] = [new RegExp(formulaOpening), new RegExp(plainNumber)];

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe. */
export const withoutFormula = (text: string): string => (opening.test(text) && !number.test(text) ? `'${text}` : text);
