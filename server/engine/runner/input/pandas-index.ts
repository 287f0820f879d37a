interface Described {
	readonly index_columns?: readonly unknown[];
}

/** Names of indexes that pandas only describes as a range instead of writing their values. @param metadata JSON, in which other programs may write anything */
export function rangesIn(metadata: string): string[] {
	let described: Described | null;
	try {
		described = JSON.parse(metadata);
	} catch {
		return [];
	}
	const indexes = described?.index_columns;
	if (!Array.isArray(indexes)) return [];
	return indexes.flatMap((index) => {
		const { kind, name }: { kind?: unknown; name?: unknown } = Object(index);
		return kind === 'range' && typeof name === 'string' ? [name] : [];
	});
}
