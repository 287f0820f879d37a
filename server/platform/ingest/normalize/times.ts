import { type ColumnTexts, countWhere, isOfKind, type Plan } from './decide.ts';
import { isoTime } from './iso.ts';

const shape = /^(\d{1,2})(?:\s*[:.h]\s*(\d{2})(?:[:.](\d{2}))?)?\s*(?:([ap])\.?\s?m\.?)?\s*(?:uhr|h)?$/i;

/** `9:40 pm` → `21:40`; null if it isn't a time of day. */
export function readTime(text: string): string | null {
	const found = shape.exec(text);
	if (found === null) return null;
	const [, hour = '', minute, second, half] = found;
	// `8h` may be hours worked.
	if (minute === undefined && half === undefined && !/uhr/i.test(text)) return null;
	return isoTime(hour, minute ?? '00', second, half);
}

/** Writes times of day as `09:40`, on a 24-hour clock. */
export function planTimes({ texts, all }: ColumnTexts, hinted: boolean): Plan | null {
	const sure = countWhere(texts, (text) => readTime(text) !== null && (hinted || /[:hap]/i.test(text)));
	if (!isOfKind(sure, all, hinted)) return null;
	return (text) => {
		const value = readTime(text);
		if (value === null || value === text) return null;
		return { value, kind: 'time', why: '24-hour clock' };
	};
}
