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

/** Puts an apostrophe before text that a spreadsheet would run as a formula (OWASP, "CSV Injection"); numbers stay as they are. */
export function withoutFormula(text: string, kind: CellKind): string {
	return opening.test(text) && !isNumeric(kind) && !number.test(text) ? `'${text}` : text;
}
