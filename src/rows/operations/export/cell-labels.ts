import { withoutFormula } from '#lib/delimited/formula.ts';
import { type CellKind, type CellValue, isChanged, isMissing } from '../../source/row-source.ts';
import { exactText, isNumeric } from '../../values/cell-text.ts';

/** A cell as text outside of the grid, whole and exact. Null and what is missing are null. */
export function cellLabel(value: CellValue): string | null {
	if (value === null) return null;
	if (isChanged(value)) return `${exactText(value.before)} → ${exactText(value.after)}`;
	return isMissing(value) ? null : exactText(value);
}

/** A cell's text as no spreadsheet runs it as a formula. Numbers and times stay as they are, also those that begin with a minus. */
export const harmlessText = (text: string, kind: CellKind): string =>
	isNumeric(kind) || kind === 'temporal' ? text : withoutFormula(text);
