import { type CellKind, type CellValue, isChanged, isMissing } from '../source/row-source.ts';
import { exactText, groupDigits, isNumber } from './cell-text.ts';
import { foldCase } from './fold-case.ts';

/** Whether a cell's text, as copied or displayed, contains a case-folded text. */
export function holds(value: CellValue, kind: CellKind, sought: string): boolean {
	if (value === null || isMissing(value)) return false;
	if (isChanged(value)) return holds(value.before, kind, sought) || holds(value.after, kind, sought);
	const text = foldCase(exactText(value));
	if (text.includes(sought)) return true;
	if (isNumber(kind)) return sought.includes(',') && groupDigits(text).includes(sought);
	return kind === 'temporal' && text.replace('t', ' ').includes(sought);
}

/** Whether cells of a kind can contain the text at all; other columns aren't read. */
export function canHold(sought: string, kind: CellKind): boolean {
	if (isNumber(kind)) return /^[-+\d.,e]+$/.test(sought) || 'nan -infinity'.includes(sought);
	if (kind === 'temporal') return /^[-+\d.:tzpymdhs /]+$/.test(sought) || '-infinity'.includes(sought);
	if (kind === 'boolean') return 'true'.includes(sought) || 'false'.includes(sought);
	return true;
}
