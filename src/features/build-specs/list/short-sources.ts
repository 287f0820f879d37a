/** A BuildSpec's sources in a narrow column: those in the destination's namespace by dataset name only. */
export const shortSources = ({ name, sources }: { readonly name: string; readonly sources: string }): string =>
	`, ${sources}`.replaceAll(`, ${name.replace(/[^/]*$/, '')}`, ', ').slice(2);
