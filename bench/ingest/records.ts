const countries = ['Deutschland', 'France', 'Italy', 'Spain', 'Frankreich', 'Poland'];

/** No two records alike, so that nothing is read from what was read before. */
export function messy(n: number): Record<string, unknown> {
	const day = (n % 28) + 1;
	return {
		id: `r${n}`,
		seen: [
			`2024-03-${String(day).padStart(2, '0')}`,
			`${day}.03.${1900 + (n % 120)}`,
			`${day} March ${1900 + (n % 120)}`,
		][n % 3],
		weight: n % 2 === 0 ? `${n},5 kg` : `1.${String(n % 1_000).padStart(3, '0')},25 kg`,
		price: `${n}.50`,
		phone: `+49 30 ${901_000 + n}`,
		country: countries[n % countries.length],
		ok: n % 2 === 0 ? 'yes' : 'true',
		time: `${n % 12}:${String(n % 60).padStart(2, '0')} pm`,
		note: `note ${n} `,
		count: n,
	};
}

/** With a number of 20 digits, as a text that JSON's writer leaves alone. */
export const withDigits = (n: number): Record<string, unknown> => ({
	...messy(n),
	digits: `${12_345_678_901_234n}${n + 100_000}`,
});

/** Makes that text a number: for one that a double does not hold, a body is read digit by digit. */
export const digitsAsNumbers = (json: string): string => json.replaceAll(/"digits":"(\d+)"/g, '"digits":$1');
