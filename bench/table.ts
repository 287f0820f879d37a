/** One measured line. `holds` is null where nothing is claimed. */
export interface Row {
	readonly what: string;
	readonly measured: string;
	/** The same of the floor or peer, in the same run. */
	readonly floor: string;
	readonly claim: string;
	readonly holds: boolean | null;
}

export function printTable(rows: readonly Row[]): void {
	const words = { true: 'holds', false: 'MISSED', null: '' } as const;
	const lines = [
		['what', 'measured', 'floor', 'claim', ''],
		...rows.map((row) => [row.what, row.measured, row.floor, row.claim, words[`${row.holds}`]]),
	];
	const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
	for (const line of lines)
		console.log(
			line
				.map((cell, at) => cell.padEnd(widths[at] ?? 0))
				.join('  ')
				.trimEnd(),
		);
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
