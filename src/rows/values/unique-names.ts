/** Renames duplicates with `_1`, `_2` and so on, since columns are addressed by name. */
export function uniqueNames(names: readonly string[]): string[] {
	const taken = new Set(names);
	const seen = new Set<string>();
	return names.map((name) => {
		let unique = name;
		for (let count = 1; seen.has(unique); count += 1) {
			const candidate = `${name}_${count}`;
			if (!taken.has(candidate)) unique = candidate;
		}
		seen.add(unique);
		taken.add(unique);
		return unique;
	});
}
