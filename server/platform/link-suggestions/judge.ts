import { isKeyName, type NameEvidence, nameEvidence } from './names.ts';
import { type ColumnSketch, overlap } from './sketch.ts';

export interface DatasetColumn {
	readonly datasetId: string;
	readonly dataset: string;
	readonly sketch: ColumnSketch;
}

export interface Candidate {
	readonly from: DatasetColumn;
	readonly to: DatasetColumn;
	/** Share of the distinct values of `from` that occur in `to`, 0 to 1. */
	readonly share: number;
	/** Whether every value was compared. */
	readonly exact: boolean;
	readonly name: NameEvidence;
	readonly score: number;
}

/** Minimum share for a link. */
const leastShare = 0.75;
/** Minimum share without evidence from names, for a column with many values. */
const surelyShare = 0.97;
const manyValues = 30;
/** Minimum number of compared values, if not all were. */
const enough = 10;

/** Suggested links, best first: each column's best match, and others that aren't themselves linked to the best. */
export function judge(columns: readonly DatasetColumn[]): Candidate[] {
	const candidates = columns.flatMap((from) => columns.flatMap((to) => weigh(from, to) ?? []));
	const leads = new Set(candidates.map((candidate) => pairKey(candidate.from, candidate.to)));
	const byFrom = new Map<DatasetColumn, Candidate[]>();
	for (const candidate of candidates) {
		byFrom.set(candidate.from, [...(byFrom.get(candidate.from) ?? []), candidate]);
	}
	return [...byFrom.values()]
		.flatMap((all) => {
			const [best, ...others] = all.sort(better);
			if (best === undefined) return [];
			const more = others.filter(
				(other) =>
					other.share >= 0.9 &&
					(other.to.sketch.unique || other.name.score > 0) &&
					!leads.has(pairKey(other.to, best.to)),
			);
			return [best, ...more];
		})
		.filter((candidate, _, all) => !all.some((other) => isReverse(candidate, other) && better(other, candidate) < 0))
		.sort((a, b) => b.score - a.score);
}

function weigh(from: DatasetColumn, to: DatasetColumn): Candidate | null {
	const [a, b] = [from.sketch, to.sketch];
	if (from.datasetId === to.datasetId || a.distinct < 2 || b.distinct < 2) return null;
	// A column can't contain the values of a much larger one.
	if (a.distinct * leastShare > b.distinct) return null;
	const name = nameEvidence({ dataset: from.dataset, column: a.name }, { dataset: to.dataset, column: b.name });
	// Small integers occur everywhere, so they count only for keys with a name in common.
	const isNumber = a.kind === 'integer' || b.kind === 'integer';
	if (isNumber && (name.score === 0 || a.distinct < 3 || !isKeyName(a.name) || !isKeyName(b.name))) return null;
	// "Y" and "N" in two datasets are answers to different questions.
	if (b.distinct < 3 && !b.unique && !isKeyName(a.name)) return null;
	const { share, compared, exact } = overlap(a, b);
	const named = name.score > 0;
	if (share < (named || b.unique ? leastShare : surelyShare) || compared === 0) return null;
	if (!named && (b.distinct < (b.unique ? 10 : manyValues) || (!exact && compared < enough))) return null;
	const score = Math.round((0.6 * share + 0.15 * name.score + (b.unique ? 0.25 : 0)) * 1_000) / 1_000;
	return { from, to, share, exact, name, score };
}

/** Prefers a unique `to` with a share of at least 90 %, then the larger share, better name, fewer distinct values. */
const better = (a: Candidate, b: Candidate): number =>
	Number(b.to.sketch.unique && b.share >= 0.9) - Number(a.to.sketch.unique && a.share >= 0.9) ||
	b.share - a.share ||
	b.name.score - a.name.score ||
	a.to.sketch.distinct - b.to.sketch.distinct;

/** Identifies a pair of columns and its direction. */
export const pairKey = (from: DatasetColumn, to: DatasetColumn): string =>
	JSON.stringify([from.datasetId, from.sketch.name, to.datasetId, to.sketch.name]);
const isReverse = (a: Candidate, b: Candidate): boolean => a.from === b.to && a.to === b.from;
