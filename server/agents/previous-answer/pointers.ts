import { singular } from '#lib/text/plural.ts';
import { readAdjective, readGradedAdjective } from '../builtin/english.ts';
import { asksThere, asksWhoItIs } from './asked-of.ts';

/** What a question refers to in the previous answer. */
export type Pointer =
	/** "the second one", "which of those was the highest?": one row of the answer. */
	| { readonly kind: 'row'; readonly row: RowChoice }
	/** "the lowest", "richest": rows of the answer, or its question with this superlative instead. `of`: the noun for its rows. */
	| { readonly kind: 'end'; readonly word: string; readonly by: 'desc' | 'asc' | null; readonly of: string | null }
	/** "what share of all flights is that?" */
	| { readonly kind: 'share'; readonly isPercent: boolean }
	/** "how many are those?" */
	| { readonly kind: 'count' }
	/** "what is their average age?": a question about the subject of the answer, or about the row given by `row`. */
	| { readonly kind: 'about'; readonly text: string; readonly row: RowChoice | null; readonly isOne: boolean };

/** 1-based, negative from the end; `by`: the row with the largest or smallest measure. */
export type RowChoice = { readonly at: number } | { readonly by: 'desc' | 'asc' };

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const ordinal = `${ordinals.join('|')}|last|\\d{1,3}(?:st|nd|rd|th)`;
/** Phrases for a single row; a bare "the second" only at the end. */
const rowWords = new RegExp(
	`\\b(?:(?:the |that )?(${ordinal}) (?:one|row|result|entry|of (?:those|these|them))|(?:row|result|number|no\\.?|#) ?(\\d{1,3})|the (${ordinal})(?=$))`,
	'i',
);
/** "who is first?", "which one comes second?" */
const placed = new RegExp(
	`^(?:who|which \\w+|which|what)(?: of (?:them|those|these))? (?:is|was|comes|came|ranks|ranked|takes|took)(?: (?:in|at|on))? (?:the )?(${ordinal})(?: (?:place|one))?$`,
	'i',
);
const lead = /^(?:(?:and|but|now|then|so|ok(?:ay)?|please|well)[, ]+)+/i;
const show =
	/^(?:(?:show|give|tell) (?:me )?(?:about )?|(?:what|how) about |what(?:'s| is| was) |which is |only |just |more (?:about|on) |i mean(?:t)? )/i;
const least =
	'quietest|least popular|lowest|smallest|least|fewest|minimum|shortest|worst|bottom|earliest|youngest|rarest|least (?:common|frequent|often)';
const plain =
	'busiest|quietest|(?:most|least) popular|highest|largest|biggest|greatest|most|maximum|best|top|lowest|smallest|least|fewest|minimum|worst|bottom|(?:most|least) (?:common|frequent|often)|commonest|rarest';
const ranked = new RegExp(
	`^(?:(?:which|what|who)(?: one| ones)?(?: of (?:those|these|them))? (?:is|was|are|were|has|had|have) )?(?:the )?(${plain})(?: one| ones| of (?:those|these|them| all))?$`,
	'i',
);
/** "which genre is the most expensive": about groups of that name. */
const namedEnd =
	/^(?:which|what) (?!ones? )([\w ]+?) (?:(?:is|was|are|were) (?:the )?(\w+est|most \w+|best|worst)|(?:has|had|have) (?:the )?(most|least|fewest|highest|lowest|largest|biggest|smallest|best|worst))$/i;
const share =
	/^(?:what|which|how large a|how big a) (share|percentage|percent|proportion|fraction|part)( of (?:all|the|every|total)\b[\w ]*?)?(?: (?:is|are|was|were|do|does|did) (?:that|those|these|they|it|this)(?: make(?: up)?| represent| account for| have| cover)?)(?: together| combined| altogether| in total)?$/i;
/** "who earns the most?", "which was built first?": about the listed rows. */
export const asksWhichOfThem =
	/^(?:who \w+|which(?: ones?)? (?:has|had|have|is|was|are|were|costs?|earns?|makes?|gets?|weighs?|takes?|took|lasts?)) (?:.* )?(?:most|least|fewest|\w{3,}est|first|last)\b/i;
/** Pronouns that refer to something mentioned before, and by their position not to anything in the same question. */
const pronoun =
	/^(?:(?:how|what|which|when|where|who)\b[\w -]*? (?:did|does|do|is|was|are|were|has|have|had) (?:it|he|she|they|those|these)\b|(?:(?:what|which|who|where) (?:is|are|was|were) )?(?:its|their|his|her) |.*\b(?:those|these|them|there)$|how (?:many|much) [\w ]+ (?:is|was) that$)/i;
/** "in which year was it lowest?" */
const placedEnd = new RegExp(
	`^(?:(?:in|on|at|for) )?(?:(?:which|what) \\w+|when|where) (?:is|was|are|were) (?:it|that|this|they) (?:the |at its )?(${plain})$`,
	'i',
);
const isAsked = /^(?:which|what|who)\b|\b(?:one|of (?:those|these|them))$/i;
const alone = /^(?:the )?(\w+est|most \w+)(?: ones?)?$/i;
const counted =
	/^(?:how many|count|number)(?: (?:is|are|were|was))?(?: (?:those|these|they|there|that|them))?(?: (?:is|are|were|was) (?:there|those|these|they))?(?: (?:in total|altogether|in all|of (?:those|these|them)(?: (?:are|were) there)?))?$/i;
const many = /\b(?:those|these|them|they|their|theirs)\b/i;
const one = /\b(?:it|its|he|she|him|his|her|hers|that one|this one)\b|^how (?:many|much) [\w ]+ (?:is|was) that$/i;
/** "how much rain fell then?" */
const then = / (?:then|at (?:that|the) time)$/i;
/** "show it by month" changes the presentation of the same result. */
const rearranges =
	/\b(?:show|break|split|sort|order|rank|group|draw|plot|chart|make|put|give) (?:it|that|them|those|these) (?:to me )?(?:by|as|in|for|down|up|per|only|from|again)\b|^(?:it|that|those|them|these) (?:by|as|in|for|per)\b/i;

/** "how many were those?": counts what one row of an answer stands for. */
export const countThem = 'how many are they';

const plainText = (question: string): string =>
	question
		.trim()
		.replaceAll('’', "'")
		.replaceAll(/\s+/g, ' ')
		.replace(/^(\W*(?:and |so )?(?:what|who|where))'s /i, '$1 is ')
		.replace(/[\s?.!]+$/, '')
		.replace(lead, '');

export function needsAnswer(question: string): boolean {
	const text = plainText(question);
	const pointer = pointerOf(question);
	// "what was the average delay there?"
	if (then.test(text) || /(?<!\b(?:is|are|was|were|be|been) )there$/i.test(text)) return true;
	return (
		pointer !== null &&
		(pointer.kind === 'about'
			? pronoun.test(text) && !/^(?:are|is) there\b|\b(?:are|were|is|was) there$/i.test(text)
			: true)
	);
}

/** What a share is of: "payments" and " in 2024" in "what share of all payments in 2024 is that?". */
export function wholeOfShare(question: string): { readonly noun: string; readonly rest: string } {
	const [, , of = ''] = share.exec(plainText(question)) ?? [];
	const [, noun = '', rest = ''] =
		/^ of (?:all|the|every|total)(?: the)? ?(.*?)( (?:in|during|since|before|after|from|for|by|with|on|at)\b.*)?$/i.exec(
			of,
		) ?? [];
	return { noun, rest };
}

/** What a question refers to; null if it refers to nothing. */
export function pointerOf(question: string): Pointer | null {
	const text = plainText(question);
	if (rearranges.test(text)) return null;
	if (counted.test(text)) return { kind: 'count' };
	const [, part = ''] = share.exec(text) ?? [];
	if (part !== '') return { kind: 'share', isPercent: part.startsWith('percent') };
	const row = rowIn(text);
	if (row !== null) {
		const rest = placed.test(text) ? '' : text.replace(rowWords, '').trim().replace(show, '').trim();
		if (rest === '' || /^(?:please|only|just|it|that)$/i.test(rest) || isShown(text)) return { kind: 'row', row };
		return { kind: 'about', text: text.replace(rowWords, 'it'), row, isOne: true };
	}
	const by = ranked.exec(text)?.[1];
	if (by !== undefined && isAsked.test(text)) return { kind: 'row', row: { by: isLeast(by) ? 'asc' : 'desc' } };
	const when = placedEnd.exec(text)?.[1];
	if (when !== undefined) return { kind: 'row', row: { by: isLeast(when) ? 'asc' : 'desc' } };
	const bare = by ?? superlativeIn(text);
	if (bare !== null) return endAt(bare);
	const [, of, adjective, amount] = namedEnd.exec(text) ?? [];
	const end = adjective ?? amount;
	if (of !== undefined && end !== undefined && !many.test(of)) return endAt(end, of.toLowerCase());
	if (many.test(text) || asksWhichOfThem.test(text)) return { kind: 'about', text, row: null, isOne: false };
	if (asksThere.test(text) || asksWhoItIs.test(text)) return { kind: 'about', text, row: null, isOne: true };
	return one.test(text) || then.test(text) ? { kind: 'about', text, row: null, isOne: true } : null;
}

function endAt(word: string, of: string | null = null): Pointer {
	const isPlain = new RegExp(`^(?:${plain})$`, 'i').test(word);
	return { kind: 'end', word: word.toLowerCase(), by: isPlain ? (isLeast(word) ? 'asc' : 'desc') : null, of };
}

const isShown = (text: string): boolean =>
	rowWords.test(text.replace(show, '')) && text.replace(show, '').replace(rowWords, '').trim() === '';

const isLeast = (word: string): boolean => new RegExp(`^(?:${least})$`, 'i').test(word);

/** "richest", "the most expensive one". */
function superlativeIn(text: string): string | null {
	const [, word = ''] = alone.exec(text) ?? [];
	return measuredBy(word) === null ? null : word;
}

export function measuredBy(
	word: string,
): { readonly nouns: readonly string[]; readonly direction: 'asc' | 'desc' } | null {
	const [, adjective] = /^most (\w+)$/i.exec(word) ?? [];
	if (adjective !== undefined) return readAdjective(adjective.toLowerCase());
	const graded = readGradedAdjective(word.toLowerCase());
	return graded?.form === 'superlative' ? graded : null;
}

function rowIn(text: string): RowChoice | null {
	const [, word = placed.exec(text)?.[1], number, last] = rowWords.exec(text) ?? [];
	if (number !== undefined) return Number(number) > 0 ? { at: Number(number) } : null;
	const spoken = (word ?? last)?.toLowerCase();
	if (spoken === undefined) return null;
	const at =
		spoken === 'last' ? -1 : ordinals.includes(spoken) ? ordinals.indexOf(spoken) + 1 : Number.parseInt(spoken, 10);
	return at === 0 ? null : { at };
}

/**
 * The question with names in place of references, in possible interpretations, likeliest first.
 * @param noun the dataset's name in words, in the plural if it is one
 * @param names columns that identify the rows, in words
 */
export function named(
	{ text, isOne }: Extract<Pointer, { kind: 'about' }>,
	noun: string,
	names: readonly string[],
): string[] {
	const the = `the ${noun}`;
	const found: string[] = [];
	const add = (pattern: RegExp, ...replacements: string[]) => {
		if (pattern.test(text)) found.push(...replacements.map((replacement) => text.replace(pattern, replacement)));
	};
	add(/^how much ([\w ]+?) (?:is|was|are|were) (?:those|these|that|it)$/i, `total $1 of ${noun}`);
	add(/\b(how many [\w ]+?) (?:are|were|is|was) (?:those|these|they|that|it)\b(?: there)?/i, '$1 are there');
	add(
		/\b(how many [\w ]+?) (?:live|lives|lived|work|works|stay|stays|are based|happened|took place) there\b/i,
		'$1 are there',
	);
	if (then.test(text)) return [text.replace(then, '')];
	if (asksThere.test(text) || asksWhoItIs.test(text)) return found;
	const eachOne = '(?:did|do|does|have|has) each(?: one)? of (?:them|those|these)';
	add(new RegExp(`^how much ${eachOne} (\\w+)`, 'i'), `total $1 by ${noun}`);
	add(new RegExp(`^how many ([\\w ]+?) ${eachOne} \\w+`, 'i'), `total $1 by ${noun}`, `number of $1 by ${noun}`);
	add(/\b(?:for |of )?each(?: one)? of (?:them|those|these)\b/i, `by ${noun}`);
	if (text === countThem) return [`how many ${noun} are there`];
	add(
		/\b(which|what|who|how many) of (?:those|these) (?!(?:has|have|had|is|are|was|were|do|did|does)\b)(?=\w+ (?:has|have|had|is|are|was|were)\b)/i,
		'$1 ',
	);
	add(/\bhow many (?:ones? )?of (?:those|these|them)\b/i, `how many ${noun}`);
	add(/\b(how many [\w ]+?) (?:do|does|did|have|has|had) (?:they|it|he|she) \w+$/i, '$1 are there');
	add(
		/^(?:(?:in|at|on|from) )?(which|what) ([\w ]+?) (?:is|was|are|were) (?:it|that|they|those|these|he|she)(?: in| from)?$/i,
		...(isOne || !/^(?:in|at|on|from) | (?:in|from)$/i.test(text)
			? []
			: names.map((name) => `show the ${name} and $2 of ${the}`)),
		`show the $2 of ${the}`,
		`what is the $2 of ${the}`,
	);
	const [, lead = '', asked] =
		/^((?:what|which|who|where|when)(?: (?:is|are|was|were)|'s) |(?:show|list|give)(?: me)? |)(?:their|its|his|her) (.+)$/i.exec(
			text,
		) ?? [];
	if (asked !== undefined) {
		const isFigure = /\b(?:average|avg|mean|median|total|sum|maximum|minimum|highest|lowest|number)\b/i.test(asked);
		const list = [...names.filter((name) => !asked.toLowerCase().includes(name)), asked]
			.join(', ')
			.replace(/, ([^,]+)$/, ' and $1');
		if (!isFigure && !isOne && names.length > 0) found.push(`show the ${list} of ${the}`);
		found.push(`${lead || 'what is '}the ${asked} of ${the}`, `show the ${asked} of ${the}`, `${asked} of ${noun}`);
	}
	add(
		/\b(which|what|how many|who) (?:ones? )?of (?:those|these|them)\b/i,
		...names.map((name) => `$1 ${name}`),
		`$1 ${noun}`,
	);
	// "who joined first?" expects one of them.
	const ofThem = /\b(?:first|last)$/i.test(text) ? singular(noun) : noun;
	if (asksWhichOfThem.test(text)) add(/^(?:who|which(?: ones?)?)(?= \w)/i, `which ${ofThem}`, 'who');
	add(/\b(?:those|these|them|they|it|he|she|him|that one|this one)\b/i, noun, the);
	add(/\b(?:their|its|his|her)\b/i, 'the');
	return [...new Set(found)];
}
