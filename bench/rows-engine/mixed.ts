/** Values of mixed types; `seed` changes one row of a hundred, in one column. */
export function mixed(rows: number, columns: number, seed: number): string {
	const kinds = [
		(n: number) => `hash(range * ${n + 3}) % 1000000 AS int_${n}`,
		(n: number) => `(hash(range * ${n + 3}) % 100000000)::DOUBLE / 97 AS float_${n}`,
		(n: number) => `'word ' || (hash(range * ${n + 3}) % 5000) AS text_${n}`,
		(n: number) => `TIMESTAMP '2020-01-01' + to_seconds((hash(range * ${n + 3}) % 100000000)::BIGINT) AS time_${n}`,
		(n: number) => `(hash(range * ${n + 3}) % 1000000)::DECIMAL(12,2) / 7 AS price_${n}`,
	];
	const cells = Array.from({ length: columns - 2 }, (_, n) => kinds[n % kinds.length]?.(n));
	const state = `CASE WHEN range % 100 = 7 THEN 'changed ${seed}' ELSE 'state ' || (range % 50) END AS state`;
	return `SELECT range AS id, ${[...cells, state].join(', ')} FROM range(${rows})`;
}
