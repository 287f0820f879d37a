const countries = ['Deutschland', 'France', 'Italy', 'Spain', 'Frankreich', 'Poland'];

/** No two records are alike, so that no cached reading is reused. */
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

/** A record with a 20-digit number, as text that the JSON writer leaves unchanged. */
export const withDigits = (n: number): Record<string, unknown> => ({
	...messy(n),
	digits: `${12_345_678_901_234n}${n + 100_000}`,
});

/** Turns that text into a number: one that doesn't fit in a double makes the service use its slower, exact parser. */
export const digitsAsNumbers = (json: string): string => json.replaceAll(/"digits":"(\d+)"/g, '"digits":$1');
