import { withoutFormula } from '#lib/delimited/formula.ts';
import { type CellKind, type CellValue, isChanged, isMissing } from '../../source/row-source.ts';
import { exactText, isNumeric } from '../../values/cell-text.ts';

/** A cell as exact text outside of the grid. Null for null and missing values. */
export function cellLabel(value: CellValue): string | null {
	if (value === null) return null;
	if (isChanged(value)) return `${exactText(value.before)} → ${exactText(value.after)}`;
	return isMissing(value) ? null : exactText(value);
}

/** Text no spreadsheet runs as a formula. Numbers and times are unchanged, even if they begin with a minus. */
export const harmlessText = (text: string, kind: CellKind): string =>
	isNumeric(kind) || kind === 'temporal' ? text : withoutFormula(text);
