/** Compares by code point, like databases; `<` compares UTF-16 units, which sorts emoji before some letters. */
export function compareCodePoints(a: string, b: string): number {
	const shorter = Math.min(a.length, b.length);
	for (let index = 0; index < shorter; index += 1) {
		const [unitA, unitB] = [a.charCodeAt(index), b.charCodeAt(index)];
		if (unitA !== unitB) return weight(unitA) - weight(unitB);
	}
	return a.length - b.length;
}

/** Surrogates represent code points above all single-unit ones. */
const weight = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
