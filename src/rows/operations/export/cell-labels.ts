import { type CellKind, type CellValue, isChanged, isMissing } from '../../source/row-source.ts';
import { exactText, isNumeric } from '../../values/cell-text.ts';

/** A cell as text outside of the grid, whole and exact. Null and what is missing are null. */
export function cellLabel(value: CellValue): string | null {
	if (value === null) return null;
	if (isChanged(value)) return `${exactText(value.before)} → ${exactText(value.after)}`;
	return isMissing(value) ? null : exactText(value);
}

const opening = /^[=+\-@\t\r]/;
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * A text that no spreadsheet runs as a formula (OWASP, "CSV Injection"): one that begins like a formula gets an apostrophe.
 * Numbers stay as they are, and so does a text that is a number from end to end.
 */
export function withoutFormula(text: string, kind: CellKind): string {
	return opening.test(text) && !isNumeric(kind) && !number.test(text) ? `'${text}` : text;
}
