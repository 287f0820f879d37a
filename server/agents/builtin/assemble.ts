import { joinAlternatives } from './alternatives.ts';
import type { Draft } from './draft.ts';
import { groupByCompared } from './grouping.ts';
import type { Intent } from './intent.ts';
import { listedIntent, measuredIntent } from './listed.ts';
import { rankedIntent } from './ranked.ts';
import type { ByParts } from './read-groups.ts';
import type { Measured } from './read-measures.ts';
import type { Change } from './read-times.ts';
import { changeIntent, rateIntent, shareIntent } from './relative.ts';

/** Puts the parts of a question together. @throws Refusal where they do not make one */
export function assemble(draft: Draft, parts: ByParts, measured: Measured, change: Change | null): Intent {
	joinAlternatives(draft);
	const base = {
		root: draft.scope.root.key,
		filters: draft.conditions.map((it) => it.filter),
		having: draft.having,
		ties: false,
		show: [],
		distinct: false,
		over: measured.over,
		notes: draft.notes,
		limit: draft.limit,
	};
	if (draft.compares) groupByCompared(draft);
	if (change !== null) return changeIntent(draft, base, change);
	if (measured.share) return shareIntent(draft, base);
	if (parts.per.length > 0) return rateIntent(draft, base, parts);
	if (draft.ranking !== null) return rankedIntent(draft, base);
	if (draft.measures.length > 0) return measuredIntent(draft, base);
	return listedIntent(draft, base);
}
