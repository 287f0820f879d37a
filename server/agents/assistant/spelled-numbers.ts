interface NumberWord {
	readonly written: string;
	readonly start: number;
	readonly value: number;
	/** Tolerance for rounding. */
	readonly within: number;
}

const ones =
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const cardinals = new Map<string, number>([
	...ones.split(' ').map((word, value) => [word, value] as const),
	...tens.split(' ').map((word, index) => [word, 10 * (index + 2)] as const),
]);
const magnitudes = new Map<string, number>([
	...([
		['dozen', 12],
		['hundred', 1e2],
		['thousand', 1e3],
	] as const),
	...([
		['million', 1e6],
		['billion', 1e9],
		['trillion', 1e12],
	] as const),
]);
const anyOf = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|');
const cardinal = anyOf(cardinals.keys());
const magnitude = anyOf(magnitudes.keys());
const number = new RegExp(
	`\\b(?:(?:${cardinal})|(?:an?)(?=[\\s-](?:${magnitude})\\b))(?:[\\s-]+(?:and[\\s-]+)?(?:${cardinal}|${magnitude})\\b)*(?:fold)?(?![\\p{L}])`,
	'giu',
);

/** Numbers in words: "nine million", "twenty-one", "a dozen". "One" alone rarely is a figure. */
export const numberWords = (text: string): NumberWord[] =>
	[...text.matchAll(number)].flatMap((match) => {
		const [written] = match;
		if (/^(one|an?)$/i.test(written)) return [];
		let [sum, group, last] = [0, 0, 1];
		for (const word of written
			.toLowerCase()
			.replace(/fold$/, '')
			.split(/[\s-]+/)) {
			const times = magnitudes.get(word);
			if (times === undefined) group += cardinals.get(word) ?? (/^an?$/.test(word) ? 1 : 0);
			else if (times < 1_000) group *= times;
			else {
				sum += group * times;
				group = 0;
			}
			if (word !== 'and') last = times === 12 ? 1 : (times ?? 1);
		}
		return [{ written, start: match.index, value: sum + group, within: 0.5 * last }];
	});

const parts = 'half third quarter fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const divisors = new Map<string, number>(
	parts.map((word, index) => [word, index === 0 ? 2 : index === 1 ? 3 : index === 2 ? 4 : index + 1]),
);
const multiples = new Map<string, number>([
	...([
		['twice', 2],
		['thrice', 3],
		['halved', 0.5],
		['halves', 0.5],
	] as const),
	...['doubl', 'tripl', 'quadrupl'].flatMap((stem, index) =>
		['e', 'ed', 'es', 'ing'].map((end) => [stem + end, index + 2] as const),
	),
]);
/** What follows a fraction, as opposed to an ordinal: "a third of", not "a third airport". */
const isPart =
	'(?=\\s+(?:of|more|less|fewer|higher|lower|larger|smaller|longer|shorter|as|the|that|their|its|are|is|were|was|had|have)\\b|\\s*(?:[.,;:!?)*]|$))';
const fraction = new RegExp(
	`\\b(?:(?:(an?|${cardinal})[\\s-])?(${anyOf(parts.slice(1))})(s?)|(?<!(?:first|second|latter|other|former|and a)\\s)(?:an?\\s|one\\s|one-)?(half))${isPart}|\\b(${anyOf(multiples.keys())})\\b`,
	'giu',
);

/** Ratios in words: "twice", "a third of", "two thirds", "half the". */
export const fractionWords = (text: string): NumberWord[] =>
	[...text.matchAll(fraction)].flatMap((match) => {
		const [written, count = '', part = '', plural = '', half, multiple = ''] = match;
		// "The third" is an ordinal, and "quarters" alone are parts of a year.
		if (half === undefined && multiple === '' && (count === '' || (plural === '' && !/^(an?|one)$/i.test(count))))
			return [];
		const share = (cardinals.get(count.toLowerCase()) ?? 1) / (divisors.get(part.toLowerCase()) ?? 1);
		const value = half === undefined ? (multiples.get(multiple.toLowerCase()) ?? share) : 0.5;
		return [{ written, start: match.index, value, within: value * 0.05 }];
	});
