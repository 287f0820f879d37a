import type { Direction } from './english.ts';
import type { Aggregate, Comparison, TimeUnit } from './intent.ts';

/** The meaning of a phrase, whatever the data is about. */
export type Phrase =
	| { readonly kind: 'count' }
	| { readonly kind: 'how much' }
	| { readonly kind: 'aggregate'; readonly fn: Aggregate }
	| { readonly kind: 'different' }
	| { readonly kind: 'share' }
	| { readonly kind: 'by' }
	/** An end of an order: "most", "lowest"; null if that depends on the quantity: "worst". */
	| { readonly kind: 'end'; readonly direction: Direction | null; readonly word: string }
	/** An end of an order by time. */
	| { readonly kind: 'end in time'; readonly direction: Direction }
	| { readonly kind: 'compare' }
	| { readonly kind: 'trend' }
	| { readonly kind: 'change'; readonly fall: boolean | null }
	| { readonly kind: 'comparison'; readonly op: Comparison; readonly time: boolean }
	| { readonly kind: 'or more'; readonly op: Comparison }
	| { readonly kind: 'between' }
	| { readonly kind: 'not' }
	| { readonly kind: 'order'; readonly direction: Direction | null }
	| { readonly kind: 'text'; readonly how: 'contains' | 'starts' | 'ends' }
	| { readonly kind: 'ask'; readonly word: 'which' | 'who' | 'when' | 'where' | 'list' }
	| { readonly kind: 'unit'; readonly unit: TimeUnit; readonly adverb: boolean }
	| { readonly kind: 'unclear' };

type Rule = readonly [pattern: string, phrase: Phrase];

const aggregate = (fn: Aggregate): Phrase => ({ kind: 'aggregate', fn });
const unit = (unit: TimeUnit, adverb = false): Phrase => ({ kind: 'unit', unit: unit, adverb });
const end = (direction: Direction | null, word = ''): Phrase => ({ kind: 'end', direction, word });
const compare = (op: Comparison, time = false): Phrase => ({ kind: 'comparison', op, time });

/** If one begins with another, the longer one first. */
const rules: readonly Rule[] = [
	[
		'(?:how many|how often|(?:total |overall )?(?:number|count|nr) of|count of|count|are there any|is there any|is there an?)',
		{ kind: 'count' },
	],
	['how much', { kind: 'how much' }],
	['(?:day|days) of (?:the )?week|weekdays?', unit('weekday')],
	['(?:month|months) of (?:the )?year|calendar months?', unit('month of the year')],
	['(?:hour|hours) of (?:the )?day', unit('hour of the day')],
	[
		'(?:sorted|ordered|sort|order|ranked|rank|arranged) (?:by|from(?! [a-z]+(?! to| \\w+ to)\\b)|in(?! (?:[a-z]+ )?\\d{4}))',
		{ kind: 'order', direction: null },
	],
	[
		'most (?:\\w+ )?first|(?:highest|largest|biggest|latest|newest) (?:(?:total|average|sum|number|count) )?first|(?:in )?(?:descending|decreasing)(?: order)?|desc',
		{ kind: 'order', direction: 'desc' },
	],
	[
		'least (?:\\w+ )?first|(?:lowest|smallest|fewest|earliest|oldest) first|(?:in )?(?:ascending|increasing|alphabetical|chronological)(?: order)?|alphabetically|asc',
		{ kind: 'order', direction: 'asc' },
	],
	['(?:on )?average|mean|avg|typical|typically', aggregate('avg')],
	['median', aggregate('median')],
	['highest minus lowest', aggregate('range')],
	['(?:in )?total|sum of|sum|overall|combined|altogether', aggregate('sum')],
	['maximum|maximal|max', aggregate('max')],
	['minimum|minimal|min', aggregate('min')],
	['different|distinct|unique', { kind: 'different' }],
	['(?:what )?(?:share|percentage|percent|proportion|fraction)(?: of)?|what part of', { kind: 'share' }],
	['(?:grouped|broken down|split|breakdown) by', { kind: 'by' }],
	[
		'(?:for|in|at|of|on|from|under|within|with) (?:each|every)(?: one)?(?: of)?|by (?:each|every)?|per|by|each|every|across(?: all)?',
		{ kind: 'by' },
	],
	['(?:not |no )(?:more|greater|higher|larger|later) than|at most|up to|within(?= \\d)|<=|≤|maximum of', compare('<=')],
	['(?:not |no )(?:less|fewer|lower|smaller|earlier) than|at least|>=|≥|minimum of', compare('>=')],
	[
		'(?:more|greater|higher|larger|bigger|better) than|over|above|exceeding|exceeds?|exceeded|in excess of|beyond|>',
		compare('>'),
	],
	['(?:less|fewer|lower|smaller) than|under|below|<', compare('<')],
	['exactly|equal(?:s|ling)?(?: to)?|=', compare('=')],
	['(?:earlier than|before|prior to)', compare('<', true)],
	['(?:later than|after)', compare('>', true)],
	['(?:since|starting|from) (?=\\d|[a-z]+ \\d)(?![^,]*? (?:to|until|till|through) )|since', compare('>=', true)],
	['until|till', compare('<=', true)],
	[
		'(?:or|and) (?:more|higher|above|over|greater|larger|later|after|up|stronger|older|longer)(?! (?:\\d|a|one|two|three|four|five|six|seven|eight|nine|ten))',
		{ kind: 'or more', op: '>=' },
	],
	[
		'(?:or|and) (?:less|fewer|below|lower|under|smaller|earlier|before|weaker|younger|shorter)(?! (?:\\d|a|one|two|three|four|five|six|seven|eight|nine|ten))',
		{ kind: 'or more', op: '<=' },
	],
	['between', { kind: 'between' }],
	[
		'(?:excluding|except for|except|other than|apart from|outside of|outside|without|not counting|not including|not|non|but not|never|no|neither|nor|unknown|missing|nobody|no one)',
		{ kind: 'not' },
	],
	[
		'(?:over|through|across) (?:the )?(?:time|years|months|weeks|days)|trends?(?: of| in| for)?|timeline|evolution|evolved?|development',
		{ kind: 'trend' },
	],
	['(?:compared? (?:to|with)|compare|comparison|versus|vs)', { kind: 'compare' }],
	[
		'gain(?:s|ed)?|increase(?:s|d)?|grow(?:s|n|th)?|grew|rise(?:s|n)?|rose|improve(?:s|d|ment)?|jump(?:ed)?',
		{ kind: 'change', fall: false },
	],
	[
		'lost(?! (?:to|by|due|at|on|in|during))|loses?|losing|decreases?|decreased|declines?|declined|drop(?:s|ped)?|fall(?:s|en)?|fell|reductions?|shr(?:a|u|i)nk',
		{ kind: 'change', fall: true },
	],
	['changed?|changes', { kind: 'change', fall: null }],
	['contain(?:s|ing)?|include(?:s)? the (?:word|text)|with the (?:word|text)', { kind: 'text', how: 'contains' }],
	['(?:start|begin)(?:s|ning|ing)? (?:with|in)', { kind: 'text', how: 'starts' }],
	['end(?:s|ing)? (?:with|in)', { kind: 'text', how: 'ends' }],
	['most (?:common|frequent|popular|often|frequently|commonly)', { kind: 'end', direction: 'desc', word: 'often' }],
	['least (?:common|frequent|popular|often|frequently)', { kind: 'end', direction: 'asc', word: 'often' }],
	[
		'most recent(?:ly)?|latest|newest|last(?! (?:an?|at|more|less|fewer|longer|shorter|for|between|under|over) )',
		{ kind: 'end in time', direction: 'desc' },
	],
	['earliest|first', { kind: 'end in time', direction: 'asc' }],
	['most|highest|largest|biggest|greatest|top|peak', end('desc')],
	['least|fewest|lowest|smallest|tiniest|bottom', end('asc')],
	['busiest', end('desc', 'often')],
	['worst|best', end(null)],
	['which|what|whose', { kind: 'ask', word: 'which' }],
	['who|whom', { kind: 'ask', word: 'who' }],
	['when', { kind: 'ask', word: 'when' }],
	['where', { kind: 'ask', word: 'where' }],
	['list|show|display|names? of|give me|find', { kind: 'ask', word: 'list' }],
	['hourly', unit('hour', true)],
	['daily', unit('day', true)],
	['weekly', unit('week', true)],
	['monthly', unit('month', true)],
	['quarterly', unit('quarter', true)],
	['yearly|annual|annually', unit('year', true)],
	['hours?', unit('hour')],
	['days?|dates?', unit('day')],
	['weeks?', unit('week')],
	['months?', unit('month')],
	['quarters?', unit('quarter')],
	['years?', unit('year')],
	['decades?', unit('decade')],
	[
		'(?:next|coming|upcoming) (?:year|month|week|day|quarter)|tomorrow|forecast|predict(?:ion)?|in the future',
		{ kind: 'unclear' },
	],
	[
		'(?:this|last|past|previous|current) (?:year|month|week|day|quarter)|today|yesterday|recently|nowadays',
		{ kind: 'unclear' },
	],
	['why|correlat(?:e|es|ed|ion)|relationship|because', { kind: 'unclear' }],
	['difference', { kind: 'unclear' }],
];

const compiled = rules.map(([pattern, phrase]) => ({ pattern: new RegExp(`^(?:${pattern})(?= |$)`), phrase }));

/** The phrase at the start of a text, and its number of words. "most recent" is longer than "most". */
export function readPhrase(rest: string): { phrase: Phrase; length: number } | null {
	let best: { phrase: Phrase; length: number } | null = null;
	for (const { pattern, phrase } of compiled) {
		const length = pattern.exec(rest)?.[0].trim().split(' ').length ?? 0;
		if (length > (best?.length ?? 0)) best = { phrase, length };
	}
	return best;
}
