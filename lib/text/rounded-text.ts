import { isAmount } from './amounts.ts';

/**
 * Rounds to at most two decimals, or three digits below one, and adds thousands separators to amounts. Other text is returned unchanged.
 * @param name of the number's column
 */
export function roundedText(digits: string, name = ''): string {
	if (!/^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(digits)) return digits;
	const grouped = isAmount(name, digits) ? groupThousands : (whole: string) => whole;
	const whole = /^(-?)(\d+)(\.\d+)?$/.exec(digits);
	if (whole !== null && whole[3] === undefined) return `${whole[1]}${grouped(whole[2] ?? '')}`;
	const number = Number(digits);
	// A JavaScript number would change visible digits.
	if (!Number.isFinite(number) || Math.abs(number) >= 1e15) {
		return whole === null ? digits : `${whole[1]}${grouped(whole[2] ?? '')}${whole[3]}`;
	}
	const short = Math.abs(number) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 };
	return number.toLocaleString('en-US', { ...short, useGrouping: isAmount(name, digits) });
}

/** "1234567" → "1,234,567" */
export const groupThousands = (whole: string): string => whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
