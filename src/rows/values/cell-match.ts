import { type CellKind, type CellValue, isChanged, isMissing } from '../source/row-source.ts';
import { exactText, groupDigits, isNumber } from './cell-text.ts';
import { foldCase } from './fold-case.ts';

/** Whether a cell's text, as it is copied or shown, holds a text whose case is folded. */
export function holds(value: CellValue, kind: CellKind, sought: string): boolean {
	if (value === null || isMissing(value)) return false;
	if (isChanged(value)) return holds(value.before, kind, sought) || holds(value.after, kind, sought);
	const text = foldCase(exactText(value));
	if (text.includes(sought)) return true;
	if (isNumber(kind)) return sought.includes(',') && groupDigits(text).includes(sought);
	return kind === 'temporal' && text.replace('t', ' ').includes(sought);
}

/** Whether a cell of a kind could hold the text at all: columns that cannot are not read. */
export function canHold(sought: string, kind: CellKind): boolean {
	if (isNumber(kind)) return /^[-+\d.,e]+$/.test(sought) || 'nan -infinity'.includes(sought);
	if (kind === 'temporal') return /^[-+\d.:tzpymdhs /]+$/.test(sought) || '-infinity'.includes(sought);
	if (kind === 'boolean') return 'true'.includes(sought) || 'false'.includes(sought);
	return true;
}
