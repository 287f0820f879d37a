/** Rounds to at most two decimals, or three digits below one, and adds thousands separators. Other text is returned unchanged. */
export function roundedText(digits: string): string {
	if (!/^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(digits)) return digits;
	const whole = /^(-?)(\d+)(\.\d+)?$/.exec(digits);
	if (whole !== null && whole[3] === undefined) return `${whole[1]}${groupThousands(whole[2] ?? '')}`;
	const number = Number(digits);
	// A JavaScript number would change visible digits.
	if (!Number.isFinite(number) || Math.abs(number) >= 1e15) {
		return whole === null ? digits : `${whole[1]}${groupThousands(whole[2] ?? '')}${whole[3]}`;
	}
	return number.toLocaleString(
		'en-US',
		Math.abs(number) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 },
	);
}

/** "1234567" → "1,234,567" */
export const groupThousands = (whole: string): string => whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
