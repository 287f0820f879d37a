import { gradedBase } from '../builtin/english.ts';

const [year, day, month] = [
	'[12]\\d{3}',
	'\\d{1,2}(?:st|nd|rd|th)?',
	'(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|tember|ober)?',
];
const date = `(?:${day} )?${month}(?: ${day})?`;
const until = '(?:to|until|till|through)';
const reads = (pattern: string): RegExp => new RegExp(pattern, 'gi');
/** "from March to May 2023" and "from 1980 to 2000": the year of both, and both ends included. */
const ranges: readonly (readonly [RegExp, string])[] = [
	[reads(`\\b(?:from|between) (${date}) (?:${until}|and) (${date}),? (${year})\\b`), 'between $1 $3 and $2 $3'],
	[
		reads(`\\b(?:from|between) (${day}) (?:${until}|and) (${day}) (${month}),? (${year})\\b`),
		'between $1 $3 $4 and $2 $3 $4',
	],
	[reads(`\\bfrom (${year}|${month}) ${until} (${year}|${month})\\b`), 'between $1 and $2'],
	[reads(`(?<=^\\W*(?:(?:and|but|only|just|now) )*)(${year}) ${until} (${year})\\b`), 'between $1 and $2'],
];

/** Phrases with a plainer equivalent, whatever the data is about. */
const rewrites: readonly (readonly [RegExp, string])[] = [
	// "how many more units were sold in France than in Norway"
	[/^(\W*how many more (?!.*\b(?:do|does|did|has|have)\b).+? than) (?=(?:in|at|on|from|to|by|for) )/i, '$1 those '],
	[
		/^\W*how many more (?!.*\b(?:do|does|did|has|have)\b)([\w -]+?) than ([\w -]+?)(?: (?:are|were) there)?\W*$/i,
		'what is the difference of the number of $1 minus $2',
	],
	[
		/^\W*how (?:much|many \w+) \w+er (?:is|are|was|were) the (\w+est) (.+?) than the (\w+est)(?: one)?\W*$/i,
		'difference between the $1 and the $3 $2',
	],
	[
		/^(\W*(?:list|show|find|give|get|display)(?: me| us)?) (?:each|every) (?:single )?(?!.*\b(?:number|count|many|total|average|sum|most|highest|lowest)\b)/i,
		'$1 all ',
	],
	[
		/\b(?:difference|gap) (in|of) ([\w ]+?) between (?:the )?([^,]+?) and (?:the )?(?=[A-Z\d"'])/g,
		'difference $2 between $3 and ',
	],
	[
		/,? (?:please|(?:on|in) (?:file|record)|(?:in|on) (?:our|your|the) (?:system|books|files|records|catalogu?e?|register|registry|fleet))(?=\W*$)/gi,
		'',
	],
	[/^\W*name (?=(?:the|all|each|every|any|some|those)\b)/i, 'show '],
	[/\b(?:along with|together with|as well as)\b/gi, 'and'],
	[
		/^\W*(?:among|out of|of) (?:all )?(?:the |our )?([^,]+), what (percentage|percent|proportion|share|fraction) (?:of them )?(?=\w)/i,
		'what $2 of $1 ',
	],
	[
		/^\W*(?:among|out of|of) (?:all )?(?:the |our )?([^,]+), how many (?:of them )?(?=(?:is|are|was|were|has|have|had|do|does|did|live|come|cost|weigh|work) )/i,
		'how many $1 ',
	],
	[
		/\b(percentage|percent|proportion|share|fraction) of (?:the |our )?([\w -]+?) (?:among|amongst) (?:the |our |all )*([\w -]+)/gi,
		'$1 of $3 that are $2',
	],
	[/\bthe (?:highest|best)[- ](?:paid|earning) (\w+)/gi, 'the $1 who earns the most'],
	[/\bthe (?:lowest|worst)[- ](?:paid|earning) (\w+)/gi, 'the $1 who earns the least'],
	[/\b(spent|spends?|paid|pays?) the (most|least) money\b/gi, '$1 the $2'],
	[/\b(took|takes?|taking|taken) place\b/gi, 'happened'],
	[/\b(who|which|that|(?:who|which|that) of (?:them|those|these)) lives(?= (?:in|at|on|near)\b)/gi, '$1 live'],
	// But not "staff who left Oslo".
	[
		/(?<=\b(?:flight|plane|train|tram|buse?|coache?|ferr(?:y|ie)|boat|ship|vessel|trip|ride|journey|voyage)s? (?:(?:that|which) )?)(?:left|leaving|departed|departing)(?: from)? (?=[A-Z0-9])/g,
		'from ',
	],
	[/\b(?:took|takes?|taking|taken) part\b/gi, 'participated'],
	[/\b(?:everyone|everybody) (?:on|in|at|among|from) (?:the |our )?/gi, 'all '],
	[/\b(?:northernmost|(?:furthest|farthest|most) north)\b/gi, 'with the highest latitude'],
	[/\b(?:southernmost|(?:furthest|farthest|most) south)\b/gi, 'with the lowest latitude'],
	[/\bper capita\b/gi, 'per 1 inhabitant'],
	[/\blooks? after\b/gi, 'have'],
	[/\b(than|at least|at most) a week\b/gi, '$1 7 days'],
	[
		/\b(more|fewer|less|higher|lower|greater|larger|smaller) ((?:\w+ ){1,3})than ((?:\d[\d,.]*)|one|two|three|four|five)(?=[ ,?]|$)/gi,
		'$1 than $3 $2',
	],
	[
		/\b(more|fewer|less|higher|lower|greater|larger|smaller|bigger) ((?:\w+ ){1,3})than (?:(?:its|their|the|his|her) )?((?:[a-z]+ ?){1,3}\W*)$/gi,
		'$2$1 than $3',
	],
	[
		/^how (?:many|much) ([\w ]+?) (?:do|does|did|are in|is in) ((?:\w+ ){1,3}?)(?:have |has |contain |weigh |cost |take |need |use |last )?on average(?=\W*$|,? (?:for|in|by|per) )/i,
		'what is the average $1 of $2',
	],
	[
		/^how (?:many (days|hours|weeks)|long) (?:do|does|did) it take on average to (\w+) (?:an?|the)? ?/i,
		'what is the average number of $1 to $2 a ',
	],
	[/^how long (?:do|does|did) (?:an?|the)? ?([\w ]+?) (?:take|last) on average/i, 'what is the average length of $1'],
	...[
		'long length longest shortest',
		'tall height tallest shortest',
		'high height highest',
		'heavy weight heaviest lightest',
		'deep depth deepest shallowest',
	].flatMap((words): [RegExp, string][] => {
		const [adjective, noun = '', most = '', least] = words.split(' ');
		return [
			[new RegExp(`^how ${adjective} (?:is|was) the ${most} `, 'i'), `what is the maximum ${noun} of the `],
			[new RegExp(`^how ${adjective} (?:is|are|was|were) (.+?) on average`, 'i'), `what is the average ${noun} of $1`],
			...(least === undefined ? [] : [betweenEnds(noun, most, least)]),
		];
	}),
	[/^what (?:did|do|does) (.+?) cost on average(?=\W*$|,? (?:in|by|per|for) )/i, 'what is the average cost of $1'],
	[
		/^how many ([\w ]+?) and how many ([\w ]+?) (?:are|were) there(?=\W*$| (?:in|at|on|from) )/i,
		'number of $1 and of $2',
	],
	...['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th|last'].map((words, at): [RegExp, string] => [
		new RegExp(`\\b(?:${words}) quarter of (\\d{4})`, 'gi'),
		`Q${at + 1} $1`,
	]),
	[/\bin terms of\b/gi, 'by'],
	[/\bby (?:another|some other|a different) [a-z]+(?=\W*$)/gi, 'by someone'],
	[
		/\b(?:(?:was|were|been|have|has|had|been) )*([a-z]+(?:ed|en|wn|ld|nt|ght)) (more than|less than|fewer than|at least|at most|exactly) (once|twice|\w+ times)\b/gi,
		'have $2 $3 $1',
	],
	...ranges,
	[/\bthe most times\b/gi, 'most often'],
	[/\b(than|least|most|exactly) once ([a-z]+)/gi, '$1 1 $2'],
	[/\b(than|least|most|exactly) twice ([a-z]+)/gi, '$1 2 $2'],
	[/\b(have (?:more than|less than|fewer than|at least|at most|exactly) \w+) times /gi, '$1 '],
	[/(\d) (?:square|sq\.?) (?:feet|foot|ft|met(?:er|re)s?|miles?|kilomet(?:er|re)s?|km|m)\b/gi, '$1'],
	[/\b(first|given) (?:and|or) (last|family) names?\b/gi, '$1 name and $2 name'],
	[
		/,? (?:and|along with|together with|with) (?:the|their) (?:respective )?(?:total )?(?:counts?|totals?)(?=[.?!]?$)/gi,
		'',
	],
	[/\b(?:because of|due to|owing to)\b/gi, 'with'],
	[/\b(?:besides|other than|apart from)\b/gi, 'except'],
	[/\bin (?:the )?order of (?!importance)/gi, 'ordered by '],
	[/,? but (?!not\b)(?:also )?/gi, ' and '],
	[/\b(?:according to|with respect to)\b/gi, 'by'],
	[
		/\b(?:get|select|list|show|display|return|give me|find) all (?:the )?(?:columns|fields|attributes|rows|records|entries) (?=(?:from|of|in)\b)/gi,
		'show all ',
	],
	[/\baged\b/gi, 'age'],
	[/\b(e-?mail) address(es)?\b/gi, '$1'],
	[/\b(?:are |is |were |was )?(?:currently )?out of stock\b/gi, 'with exactly 0 in stock'],
	[/\b(ascending|descending) alphabetical\b/gi, '$1'],
	[/\b(number|amount|count) for (?=the|a|an|\w+ (?:with|where|when))/gi, '$1 of '],
	[/\bdays? of (?:the )?week\b/gi, 'weekday'],
	[/\bout of (?:all|the total)(?: \w+)?\b/gi, ''],
	[
		/\bratio of (?:the )?(?:total )?number of ([\w ]+?) (?:in|for|of) each ([\w ]+?) to (?:the )?(?:total|overall) number of [\w ]+?(?=[,.?]|$| in the (?:database|table|dataset)\b)/gi,
		'proportion of $1 for each $2',
	],
	[
		/\b(?:difference|gap)(?: in ([\w ]+?))? between (?:the )?(?:highest|maximum|largest|biggest|greatest) and (?:the )?(?:lowest|minimum|smallest|least) /gi,
		'highest minus lowest $1 ',
	],
	[/\bdifference (?:between|of|in) (?:the )?([\w ]+?) and (?:the )?/gi, 'difference of $1 minus '],
	[
		/\bfrom (?:the )?(?:highest|largest|biggest|most|longest|latest) ((?:\w+ ){1,3})to (?:the )?(?:lowest|smallest|least|fewest|shortest|earliest)(?: \w+)?(?=[,.?]|$)/gi,
		'ordered by $1descending',
	],
	[
		/\bfrom (?:the )?(?:lowest|smallest|least|fewest|shortest|earliest) ((?:\w+ ){1,3})to (?:the )?(?:highest|largest|biggest|most|longest|latest)(?: \w+)?(?=[,.?]|$)/gi,
		'ordered by $1ascending',
	],
	[
		/\bfrom (?:the )?(highest|largest|biggest|longest|latest|lowest|smallest|shortest|earliest) to (?:the )?(?:lowest|smallest|shortest|earliest|highest|largest|biggest|longest|latest) ((?:\w+ ?){1,3})(?=[,.?]|$)/gi,
		'$1 $2 first',
	],
	[/\bdo(?:es)? each (?:one )?(?:of (?:them|these|those) )?(?=have\b)/gi, 'do they '],
	[
		/(?<!\b(?:order|sort|rank|arrang)\w* .*)\bfrom (?:the )?((?:most|least) (?!recent|to\b)\w+|(?!high|low|larg|small|bigg|late|new|earl)\w+est) to (?:the )?(?:(?:most|least) )?\w+(?=[,.?]|$| (?:and|with|for|of)\b)/gi,
		'$1 first',
	],
	[
		/\bfrom (?:the )?(?:oldest|highest|largest|biggest|most\b ?\w*|longest|latest|tallest|big|large|high|old) to (?:the )?[\w ]{3,20}?(?=[,.?]|$| (?:and|with|for|of)\b)/gi,
		'descending',
	],
	[
		/\bfrom (?:the )?(?:youngest|lowest|smallest|least\b ?\w*|shortest|earliest|fewest|small|low|young|short) to (?:the )?[\w ]{3,20}?(?=[,.?]|$| (?:and|with|for|of)\b)/gi,
		'ascending',
	],
	[/\b(?:sort|order|rank|arrange)(?:ed)? (?:them|it|the results?|results) (by|in)\b/gi, 'ordered $1'],
	[
		/\b(?:sort|order|rank|arrange) (?!by|in)(?:the )?([\w ]{2,40}?) in (?:an? )?(ascending|descending|alphabetical)(?: order)?/gi,
		'ordered by $1 $2',
	],
	[
		/\b(?:sorted|ordered|ranked|arranged)? ?(?:in )?(?:an? )?(ascending|descending)(?:ly)?(?: order)? (?:sorted |ordered )?(?:by|of) (?:the |their )?/gi,
		' $1 ordered by ',
	],
	[
		/\b(?:sorted|ordered|ranked) (?:by|in) (?:the )?(?:highest|largest|biggest|most) ((?:\w+ ){1,3})first\b/gi,
		'ordered by $1descending',
	],
	[
		/\b(?:sorted|ordered|ranked) (?:by|in) (?:the )?(?:lowest|smallest|least|fewest) ((?:\w+ ){1,3})first\b/gi,
		'ordered by $1ascending',
	],
	[/\b(ascending|descending) ordered by value\b/gi, '$1'],
	[
		/\b(?:that |which |who )?(?:having|have|has|with|contain|contains|containing) (?:the (?:word|letter|letters|text|string|substring|phrase) )?((?:"[^"]+")|(?:'[^']+')) in (?:its|their|his|her|the) (\w+)/gi,
		'whose $2 contains $1',
	],
	[
		/\b(contain|contains|containing|start with|starts with|starting with|begin with|begins with|end with|ends with|ending with) (?:the )?(?:word|letter|letters|text|string|substring|phrase|prefix|suffix) /gi,
		'$1 ',
	],
];

/** "the difference between the longest and the shortest slope" */
function betweenEnds(noun: string, most: string, least: string): [RegExp, string] {
	const pattern = `\\bdifference(?: in ${noun})? between (?:the )?${most} and (?:the )?${least} (?!${noun})`;
	return [new RegExp(pattern, 'gi'), `highest minus lowest ${noun} of the `];
}

/** "how much longer is A than B", "by how many meters is A longer than B" */
const gaps = [
	/^\W*how (?:much|many \w+) (?<word>\w+er) (?:is|are|was|were) (?!the \w+est )(?<a>.+?) than (?<b>.+)$/i,
	/^\W*by how (?:much|many \w+) (?:is|are|was|were) (?<a>.+?) (?<word>\w+er) than (?<b>.+)$/i,
	/^\W*how (?:much|many) more (?<noun>[\w ]+?) (?:does|do|did|has|have) (?<a>.+?) (?:have |got )?than (?<b>.+)$/i,
];
function asGap(question: string): string {
	const { word = '', noun, a, b } = gaps.map((gap) => gap.exec(question)?.groups).find((found) => found) ?? {};
	const base = gradedBase(word.toLowerCase());
	const what = noun ?? (base === null ? null : `how ${base}`);
	return a === undefined || what === null ? question : `difference ${what} between ${a} and ${b}`;
}

/** "in the 20th century" */
const withCenturies = (question: string): string =>
	question.replace(/\b(?:in|during|from) the (\d\d)(?:st|nd|rd|th) century\b/gi, (_, count) => {
		const last = Number(count) * 100;
		return `between ${last - 99} and ${last}`;
	});

export const plainly = (question: string): string =>
	rewrites.reduce(
		(text, [pattern, plain]) => text.replace(pattern, plain),
		withCenturies(asGap(question.replaceAll('’', "'"))),
	);
