import {
	addCondition,
	adjacentIndex,
	columnLinks,
	type Draft,
	freeMentions,
	isNumeric,
	phraseAt,
	take,
	takeNegation,
} from './draft.ts';
import { closeness, isEmpty, readAdjective } from './english.ts';
import type { Column } from './schema.ts';
import { stem } from './stem.ts';

/** "delayed flights", "flights that were late", "early": on which side of zero a quantity that may be negative lies. */
export function readSigns(draft: Draft): undefined {
	for (const [at, chunk] of freeMentions(draft)) {
		if (isMeasured(draft, at)) continue;
		const word = chunk.text.toLowerCase();
		const found = columnLinks(chunk, isNumeric)
			.filter((link) => link.via.length === 0 && Number(link.column.min) < 0 && Number(link.column.max) > 0)
			.map((link) => ({ link, op: sideOf(word, link.column) }));
		const [only, second] = found.filter((candidate) => candidate.op !== null);
		if (only === undefined || only.op === null || second !== undefined) continue;
		const { link, op } = only;
		const negated = takeNegation(draft, at);
		addCondition(draft, link, { kind: 'number', op, value: 0, negated }, at);
		take(draft, at);
	}
}

/** "average delayed …" asks for the quantity itself. */
const isMeasured = (draft: Draft, at: number): boolean =>
	/^(aggregate|by|how much|end|order)$/.test(phraseAt(draft, adjacentIndex(draft, at, -1))?.kind ?? '');

/** The quantity's own participle or adjective is above zero; what its description calls negative is below. */
function sideOf(word: string, column: Column): '<' | '>' | null {
	const below = /\bnegative (?:when|if|for|where|means?)\b([^.;]*)/i.exec(column.description)?.[1] ?? '';
	// "negative when the flight was early": the last word says it, those before say of what.
	if (
		below
			.toLowerCase()
			.match(/\p{L}+/gu)
			?.at(-1) === word &&
		!isEmpty(word)
	)
		return '<';
	const named = (noun: string) => column.nameStems.some((stem) => closeness(noun, stem) >= 0.8);
	if (/ed$/.test(word) && column.nameStems.includes(stem(word))) return '>';
	const measured = readAdjective(word);
	return measured?.direction === 'desc' && measured.nouns.some(named) ? '>' : null;
}
