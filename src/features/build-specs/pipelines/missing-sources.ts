import type { PipelineCheck } from '#contract/pipeline.ts';
import { compareNames } from '../code-names.ts';

interface Known {
	readonly sources: readonly string[];
	/** Coordinates of known datasets besides the sources. */
	readonly known: readonly string[];
	readonly me: string;
}

/** Datasets the steps' SQL reads that aren't among the sources, if unambiguous. */
export function missingSources({ files, steps }: PipelineCheck, { sources, known, me }: Known): readonly string[] {
	const sql = new Set(steps.map(({ file }) => file));
	const found = files
		.filter(({ path }) => sql.has(path))
		.flatMap(({ text }) => compareNames(text, sources, known, me, false).missing)
		.flatMap(({ candidates }) => {
			const own = candidates.filter((candidate) => candidate.startsWith(`${me}/`));
			return own.length === 1 ? own : candidates.length === 1 ? candidates : [];
		});
	return [...new Set(found)];
}
