/** One measured line. `holds` is null if there is no claim. */
export interface Row {
	readonly what: string;
	readonly measured: string;
	/** The figure of the floor or peer, in the same run. */
	readonly floor: string;
	readonly claim: string;
	readonly holds: boolean | null;
	/** If the claim is known to be missed on a small machine: why (docs/quality.md), and what must hold anyway. */
	readonly limit?: Limit | undefined;
}

export interface Limit {
	readonly words: string;
	readonly holds: boolean;
}

export const verdicts = {
	holds: 'holds',
	within: 'missed, within its limit',
	crossed: 'LIMIT EXCEEDED',
	missed: 'MISSED',
	none: '',
} as const;

export function verdictOf({ holds, limit }: Row): keyof typeof verdicts {
	if (holds === null) return 'none';
	if (holds) return 'holds';
	if (limit === undefined) return 'missed';
	return limit.holds ? 'within' : 'crossed';
}

/** 0 if every claim holds, 1 if some are missed within their limits, 2 if a limit is exceeded or a claim without one is missed. */
export function exitCodeOf(rows: readonly Row[]): 0 | 1 | 2 {
	const said = rows.map(verdictOf);
	if (said.includes('crossed') || said.includes('missed')) return 2;
	return said.includes('within') ? 1 : 0;
}

export const heads = ['measured', 'floor', 'claim', 'limit', ''] as const;

export function printTable(rows: readonly Row[]): void {
	const lines = [
		['what', ...heads],
		...rows.map((row) => [
			...[row.what, row.measured, row.floor, row.claim, row.limit?.words ?? '', verdicts[verdictOf(row)]],
		]),
	];
	const widths = ['what', ...heads].map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
	for (const line of lines)
		console.log(
			line
				.map((cell, index) => cell.padEnd(widths[index] ?? 0))
				.join('  ')
				.trimEnd(),
		);
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
