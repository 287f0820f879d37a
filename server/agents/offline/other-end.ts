import { readGradedAdjective } from '../builtin/english.ts';

const number = 'one|two|three|four|five|six|seven|eight|nine|ten|\\d+';
const ends =
	'highest|lowest|largest|smallest|biggest|greatest|most|least|fewest|longest|shortest|best|worst|top|bottom|earliest|latest|oldest|newest|youngest|maximum|minimum|max|min';
const onlyEnd = new RegExp(
	`^\\W*(?:(?:and|but|now|what about|how about)\\W+)*(?:the )?(${ends})(?: (${number}))?(?: ones?)?\\W*$`,
	'i',
);
const onlyGraded = /^\W*(?:(?:and|but|now|what about|how about)\W+)*(?:the )?(\w+est)(?: ones?)?\W*$/i;
const anyEnd = new RegExp(`\\b(${ends})(?: (${number}))?\\b`, 'i');

/** "and the lowest?", "and the bottom 2?", "and the poorest?": the earlier questions with that ranking instead of theirs; null if they had none. */
export function withOtherEnd(question: string, before: readonly string[]): string[] | null {
	const [, end, count] = onlyEnd.exec(question) ?? [];
	const at = before.findLastIndex((text) => anyEnd.test(text));
	if (end !== undefined)
		return replaced(before, at, anyEnd, (_, old: string, counted?: string) => {
			// "the lowest" after the most ferries: the fewest ferries.
			const isCount = /^(?:most|least|fewest)$/i.test(old);
			const other = !isCount ? end : /^(?:lowest|smallest|minimum|min)$/i.test(end) ? 'fewest' : end;
			const word = isCount && /^(?:highest|largest|biggest|greatest|maximum|max)$/i.test(end) ? 'most' : other;
			// "the lowest" after five means one, "the bottom" means five.
			const isOne = counted !== undefined && !/^(top|bottom)$/i.test(end) && !/ones\W*$/i.test(question);
			const many = count ?? (isOne ? '1' : counted);
			return many === undefined ? word : `${word} ${many}`;
		});
	const [, graded = ''] = onlyGraded.exec(question) ?? [];
	const meant = readGradedAdjective(graded.toLowerCase());
	if (meant?.form !== 'superlative') return null;
	for (const [index, text] of [...before.entries()].reverse()) {
		const word = (text.match(/\w+est\b/gi) ?? []).find((other) => {
			const nouns = readGradedAdjective(other.toLowerCase())?.nouns ?? [];
			return nouns.some((noun) => meant.nouns.includes(noun));
		});
		if (word !== undefined) return replaced(before, index, word, () => graded);
	}
	return null;
}

type Replace = (found: string, end: string, count?: string) => string;

function replaced(before: readonly string[], at: number, what: RegExp | string, put: Replace): string[] | null {
	if (at < 0) return null;
	return before.map((text, index) => (index === at ? text.replace(what, put) : text));
}
