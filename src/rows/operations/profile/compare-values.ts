/** Orders texts by their code points, as an engine that compares UTF-8 does. */
export function compareTexts(a: string, b: string): number {
	const length = Math.min(a.length, b.length);
	for (let at = 0; at < length; at += 1) {
		const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
		if (left === right) continue;
		const [high, low] = [isSurrogate(left), isSurrogate(right)];
		// halves of what lies beyond U+FFFF are smaller than what lies right before it
		return high === low ? left - right : high ? 1 : -1;
	}
	return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Orders plain decimals (`-12.50`) of any length exactly. */
export function compareDecimals(a: string, b: string): number {
	const [negative, other] = [a.startsWith('-'), b.startsWith('-')];
	if (negative !== other) return negative ? -1 : 1;
	const order = compareDigits(negative ? a.slice(1) : a, other ? b.slice(1) : b);
	return negative ? -order : order;
}

function compareDigits(a: string, b: string): number {
	const [[wholeA = '', partA = ''], [wholeB = '', partB = '']] = [a.split('.'), b.split('.')];
	const [left, right] = [wholeA.replace(/^0+/, ''), wholeB.replace(/^0+/, '')];
	if (left.length !== right.length) return left.length - right.length;
	if (left !== right) return left < right ? -1 : 1;
	const [fractionA, fractionB] = [partA.replace(/0+$/, ''), partB.replace(/0+$/, '')];
	return fractionA === fractionB ? 0 : fractionA < fractionB ? -1 : 1;
}
