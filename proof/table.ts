/** Prints rows in aligned columns, with a header. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
	const lines = [heads, ...rows];
	const widths = heads.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
	for (const line of lines) {
		console.log(
			widths
				.map((width, index) => (line[index] ?? '').padEnd(width))
				.join('  ')
				.trimEnd(),
		);
	}
}
