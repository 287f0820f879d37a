import type { SchemaContext, Turn } from '../query/types.ts';
import { isSame } from './about.ts';
import { measuredBy } from './pointers.ts';
import { areGroups } from './ranked-rows.ts';

const number = '\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten';
const begins = '^\\W*(?:(?:and|but|now|then|so|ok(?:ay)?|list|show|give|me|only|just)\\b\\W*)*';

/** "which destinations are the most common?" after the number of some flights: of those. */
const mostCommon =
	/^\W*(?:(?:and|but|so)\b\W*)*(?:which|what) ([\w ]+?) (?:is|are|was|were) (?:the )?((?:most|least) (?:common|frequent|popular))\W*$/i;

/** "list them by health" after their number */
const listsBy =
	/^(\W*(?:(?:and|now|please)\b\W*)*list (?:them|these|those)) by (?:the |their )?(?!(?:hour|day|week|month|quarter|year)\b)/i;

/** "list the 3 strongest": of the rows of the previous answer. */
export const ofThem = (question: string, last: Turn | undefined): string => {
	if (last !== undefined && !areGroups(last)) {
		const plain = question.replace(mostCommon, 'and the $2 $1').replace(listsBy, '$1 sorted by ');
		if (plain !== question) return plain;
	}
	const [, many, side = '', by] =
		new RegExp(`${begins}(?:the )?(${number}) (\\w+est)(?: ones)? by (?:the |their )?([\\w ]+?)\\W*$`, 'i').exec(
			question,
		) ?? [];
	const direction = measuredBy(side)?.direction ?? (/^(?:highest|largest|biggest)$/i.test(side) ? 'desc' : null);
	if (last !== undefined && !areGroups(last) && many !== undefined && direction !== null)
		return `which ${many} of them have the ${direction === 'desc' ? 'highest' : 'lowest'} ${by}`;
	const [, count, end = ''] =
		new RegExp(`${begins}(?:the )?(${number}) (\\w+est|most \\w+)(?: ones)?\\W*$`, 'i').exec(question) ?? [];
	return last === undefined || areGroups(last) || count === undefined || measuredBy(end) === null
		? question
		: `list the ${count} ${end} of them`;
};

/** "exclude LAX", "not counting Sweden" */
const leavesOut =
	/^\W*(?:(?:and|but|now|then|please)\b\W*)*(?:(?:exclude|omit|skip|leave out)\b(?: the)?|(?:excluding|omitting|not counting|not including|leaving out)\b) /i;
/** "which ones were above 100?", "which of them average more than 20?" */
const compared =
	/^(\W*(?:(?:and|but|so)\b\W*)*which) (?:ones?|(?:ones? )?of (?:them|those|these))(?= (?:(?:is|are|was|were|has|have|had|got|made|make|averaged?) )?(?:above|over|under|below|more|less|fewer|at least|at most|between|exactly)\b)/i;
/** "drop the ones under 100", "exclude those hired before 2015" */
const leavesOutThose =
	/^\W*(?:(?:and|but|now|then|please)\b\W*)*(?:drop|remove|get rid of|ignore|exclude|omit|skip|leave out|excluding|leaving out|not counting|without) (?:the ones|those|all|any|anything|everything)(?: (?:that|which|who) (?:is|are|was|were|has|have|had)| with)?(?= \w)/i;
/** "how many units are in each?" */
export const ofEach =
	/^(\W*(?:(?:and|but|so|now)\b\W*)*)how many ([\w ]+?) (?:(?:are|were|is|was) (?:there )?(?:in|at|on|for|with|from|behind)|(?:did|do|does|has|have|had)|(?:is|are|was|were) (?:that|those|these|it)(?: for)?) each(?: (?:one|of (?:them|those|these)))?(?: have)?\W*$/i;
export const ofEachOne = '$1how many $2 did each of them have';
/** "how many claims is that based on?" */
const basedOn =
	/^(\W*(?:(?:and|but|so)\b\W*)*how many [\w ]+? (?:is|was|are|were) (?:that|this|those|these|they|it)) (?:based on|made up of|calculated from|taken from|computed from|out of)(?=\W*$)/i;
/** "how many claims are behind that?" */
const behind =
	/^(\W*(?:(?:and|but|so)\b\W*)*how many [\w ]+? (?:is|was|are|were)) (?:there )?behind (that|this|those|these|it)(?=\W*$)/i;
/** "no, by status" */
const corrects =
	/^\W*(?:no|nope|sorry|actually)\b\W+(?:not that\W+)?(?=(?:by|per|for|in|at|on|from|to|only|just|as|with|without|the|average|total)\b)/i;
/** "with their country" */
const withTheirs = /^\W*(?:(?:and|but|now)\b\W*)?with (?:their|its|his|her) (?=[\w ]+\W*$)/i;
const whichOnes = /^\W*(?:(?:and|so)\b\W*)?which(?: ones)?\W*$/i;
const leavesOutNone =
	/^\W*(?:(?:and|but|now|then|please)\b\W*)*(?:drop|remove|get rid of|ignore|exclude|omit|skip|leave out|without) (?:the ones|those|any|all) (?:with|that (?:had|have|has)) (?:none|zero|0)(?=\W*$)/i;
/** "compare with Japan", "how does that compare to 2014?" */
const compares =
	/^\W*(?:(?:and|but|now|then|please)\b\W*)*(?:(?:how (?:does|do|did) (?:it|that|this|they|those) )?compare(?:d)?(?: (?:it|that|this|them|those))? (?:with|to|against)|versus|vs\.?) /i;

const least = /^(?:lowest|smallest|least|fewest|bottom)$/i;
/** "which five were lowest?", "which 3 have the most?", "only the 3 lowest": the first or last rows of a ranking. */
const someEnds = [
	new RegExp(
		`${begins}(?:which|what|who) (?:are |were )?(?:the )?(${number})(?: ones)?(?: of (?:them|those|these))? (?:are|were|is|was|have|had|has|got|make|made) (?:the )?(highest|largest|biggest|lowest|smallest|most|least|fewest|top|bottom|best|worst)\\W*$`,
		'i',
	),
	new RegExp(
		`${begins}(?:(?:which|what|who) (?:are|were) )?(?:the )?(${number}) (highest|largest|biggest|lowest|smallest|best|worst)(?: ones)?\\W*$`,
		'i',
	),
];
/** "show me the top 5 instead" */
const justEnds = new RegExp(
	`${begins}(?:the )?(top|bottom|best|worst) (${number})(?: ones)?(?: of (?:them|those|these))?(?:[,\\s]+instead)?\\W*$`,
	'i',
);

/** "same for 2021", "only those hired after 2015", "by month instead", "the returned ones": states only the difference. */
export function plainer(asked: string, isFirst: boolean): string {
	const question = asked
		.replace(/,? (?:please|thanks|thank you)(?=\W*$)/i, '')
		.replace(isFirst ? /^$/ : corrects, 'now ');
	for (const pattern of someEnds) {
		const [, count, end = ''] = pattern.exec(question) ?? [];
		if (count !== undefined)
			return `${/best|worst/i.test(end) ? end.toLowerCase() : least.test(end) ? 'bottom' : 'top'} ${count}`;
	}
	const [, end = '', count] = justEnds.exec(question) ?? [];
	if (count !== undefined && !isFirst) return `${end.toLowerCase()} ${count}`;
	return (
		question
			.replace(compared, '$1')
			.replace(ofEach, ofEachOne)
			.replace(basedOn, '$1')
			.replace(behind, '$1 $2')
			.replace(
				/^(\W*(?:(?:and|so)\b\W*)*how (?:many|much) .+ (?:is|was|are|were) (?:that|those|it)) (?:in total|altogether|in all)(?=\W*$)/i,
				'$1',
			)
			.replace(whichOnes, 'which ones are those')
			.replace(withTheirs, isFirst ? '$&' : 'what is their ')
			.replace(leavesOutNone, 'only those above 0')
			.replace(leavesOutThose, 'remove')
			.replace(leavesOut, 'and without ')
			.replace(/^\W*(?:no\W+)?i mean(?:t)? (?:the )?(?=\w)(?!.*\b(?:ones?|first|second|third|last)\b)/i, 'now ')
			.replace(/^\W*(?:(?:and|but|now|show)\b\W*)*(.+?) instead of (?:the )?(?:counts?|numbers?)(?=\W*$)/i, 'now $1')
			.replace(/\b(is|are|was|were) (?:rated|ranked) (?:the )?(best|highest|worst|lowest)(?=\W*$)/i, '$1 the $2')
			.replace(compares, 'and compared with ')
			.replace(/^and compared with (?=[12]\d{3}\W*$)/, '$&in ')
			.replace(
				/^\W*(?:(?:and|but|now|then)\b\W*)*split(?: (?:it|that|this|them|those|these))?(?: (?:down|up|out))? by (?=\w)/i,
				'also by ',
			)
			.replace(
				/^\W*(?:(?:and|but|now|then)\b\W*)*(?:break|group)(?: (?:it|that|this|them|those|these)(?: (?:year|quarter|month|week|day|result|answer|number|total|figure)s?)?)?(?: (?:down|up|out))? by (?=\w)/i,
				'by ',
			)
			// "instead" keeps the groups.
			.replace(/ (?:of|for) each(?=[,\s]+instead\W*$)/i, '')
			.replace(/^(?!\W*(?:and|but|now|only|just)\b)(.*\w)[,\s]+instead(?=\W*$)/i, isFirst ? '$1' : 'now $1')
			.replace(/[,\s]+instead(?=\W*$)/i, '')
			.replace(
				new RegExp(`\\b((?!highest|lowest)\\w{3,}est|most \\w+) (${number})(?=\\W*$)`, 'i'),
				(all, end: string, count: string) => (measuredBy(end) === null ? all : `${count} ${end}`),
			)
			.replace(/^(\W*(?:(?:and|but|now)\b\W*)?(?:only|just) )(?:those|these|the ones|ones|them) (?=\w)/i, '$1')
			.replace(
				/^\W*(?:(?:and|but|now|then|ok(?:ay)?)\b\W*)*(?:(?:do|show|give) (?:me )?)?(?:the )?same (?:thing |figures? |question )?(?=(?:for|in|with|at|on|of|from|to|by)\b)/i,
				'and ',
			)
			.replace(
				/^(\W*(?:and|but|now|only|just|what about|how about|for|without|drop|remove|ignore|get rid of)\b.* (?:the )?)(\w+) ones(?=\W*$)/i,
				namedOnes,
			)
	);
}

const namedOnes = (all: string, before: string, word: string): string =>
	/^(?:the|those|these|other|first|last|which|most|\w{2,}est)$/i.test(word) ? all : `${before}${word}`;

/** "were read by the host": the column `host_read` says whether they were. */
export function asCompound(question: string, { datasets }: SchemaContext): string {
	const [all, being, verb, by] =
		/\b((?:is|are|was|were)(?: not)?) (\w+) by (?:the |an? )?(\w+)(?=\W*$)/i.exec(question) ?? [];
	const isMeant = datasets.some(({ columns }) =>
		columns.some(({ name, type }) => type === 'BOOLEAN' && isSame(name, `${by} ${verb}`)),
	);
	return all === undefined || !isMeant ? question : question.replace(all, () => `${being} ${by} ${verb}`);
}
