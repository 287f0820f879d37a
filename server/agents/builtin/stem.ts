/** No prototype, so that "constructor" is an ordinary word. */
const pairs = (text: string): Record<string, string> =>
	Object.assign(Object.create(null), Object.fromEntries(text.split(' ').map((pair) => pair.split(':'))));
const irregularPlurals = pairs(
	'geese:goose men:man women:woman children:child people:people feet:foot teeth:tooth mice:mouse oxen:ox wolves:wolf ' +
		'wives:wife lives:life knives:knife leaves:leave halves:half shelves:shelf thieves:thief dice:die indices:index movies:movie cookies:cookie calories:calorie menus:menu rating:rating rated:rating',
);
const irregularVerbs = pairs(
	'left:leave flew:fly flown:fly went:go gone:go sold:sell bought:buy paid:pay spent:spend lent:lend struck:strike ' +
		'stricken:strike took:take taken:take came:come rose:rise risen:rise fell:fall fallen:fall grew:grow grown:grow won:win ' +
		'lost:lose made:make brought:bring held:hold ran:run began:begin wrote:write written:write drove:drive driven:drive ' +
		'felt:feel kept:keep built:build sent:send met:meet saw:see seen:see gave:give given:give got:get found:find ' +
		'born:bear worn:wear wore:wear shot:shoot rode:ride ridden:ride chose:choose chosen:choose taught:teach caught:catch spoke:speak spoken:speak sang:sing sung:sing swam:swim swum:swim threw:throw thrown:throw led:lead said:say shown:show died:die dies:die dying:die lying:lie',
);
const irregular: Record<string, string> = Object.assign(Object.create(null), irregularPlurals, irregularVerbs);
/** "flown", "struck": the past of a verb, not a noun. */
export const isIrregularVerb = (word: string): boolean => irregularVerbs[word] !== undefined;
const unchanging = new Set(
	'species series news means always less lens bus gas plus status this was has does its is us sale fare'.split(' '),
);

const stems = new Map<string, string>();
const mostStems = 50_000;

/** The word without inflection: plural, past, -ing. Not a dictionary form; only equal for related words. */
export function stem(word: string): string {
	const known = stems.get(word);
	if (known !== undefined) return known;
	const found = stemOf(word);
	if (stems.size >= mostStems) stems.clear();
	stems.set(word, found);
	return found;
}

function stemOf(word: string): string {
	const known = irregular[word];
	if (known !== undefined) return withoutE(known);
	if (word.length < 4 || unchanging.has(word)) return word;
	if (/(ss|us|is)$/.test(word)) return word;
	if (/ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -2);
	if (/(ches|shes|sses|xes|zes|oes)$/.test(word)) return withoutE(word.slice(0, -2));
	if (/s$/.test(word)) return stem(word.slice(0, -1));
	if (/ied$/.test(word)) return `${word.slice(0, -3)}y`;
	if (/[aeiouy].*ed$/.test(word) && word.length > 4 && !/eed$/.test(word)) return withoutE(single(word.slice(0, -2)));
	if (/[aeiouy].*ing$/.test(word) && word.length > 5) return withoutE(single(word.slice(0, -3)));
	return withoutE(word);
}

const withoutE = (word: string): string => (word.length > 3 && /[^aeiou]e$/.test(word) ? word.slice(0, -1) : word);
/** "stopped" → "stop", but "called" → "call". */
const single = (word: string): string => (/([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word);

const suffixes = new Set([
	'',
	...'y ly al ial ual ure ance ence ancy ency ant ent ion ation ition ment ity ness er or ive ative ous ious ic ical able ible ful ist ian ary ery th iness iest ier'.split(
		' ',
	),
]);

/** Whether one word is derived from the other: "depart" and "departure", "rainy" and "rain", "expectancy" and "expect". */
export function related(a: string, b: string): boolean {
	if (a === b) return true;
	if (noun(a) === b || noun(b) === a || isActOf(a, b) || isActOf(b, a)) return true;
	// A doer isn't the deed: "operator" and "operation".
	if ([a, b].some((word) => /[eo]r$/.test(word)) && [a, b].some((word) => /(?:[ts]ion|ment)$/.test(word))) return false;
	let shared = 0;
	while (shared < a.length && a[shared] === b[shared]) shared++;
	if (shared >= 4 && [a, b].every((word) => /^(ur)?$/.test(word.slice(shared)))) return true;
	for (let at = shared; at >= 5; at--) if (suffixes.has(a.slice(at)) && suffixes.has(b.slice(at))) return true;
	// "acquit" and "acquittal"
	const [short = '', long = ''] = a.length < b.length ? [a, b] : [b, a];
	if (short.length >= 5 && long.startsWith(short + short.at(-1)) && suffixes.has(long.slice(short.length + 1)))
		return true;
	return false;
}

/** Whether a noun is for those who do something: "swimmer" and "swim". */
export const isDoerOf = (doer: string, verb: string): boolean => {
	const [, base] = /^(.{3,})[eo]r$/.exec(doer) ?? [];
	return base !== undefined && (base === verb || single(base) === verb || `${base}e` === verb);
};

/** Ends of verbs, and of the nouns for what they do: "admit" and "admission", "enter" and "entry". */
const acts = Object.entries(
	pairs('mit:mission er:ry cid:cision clud:clusion ceiv:ception scrib:scription duc:duction pos:position vid:vision'),
);
const isActOf = (act: string, verb: string): boolean =>
	acts.some(
		([end, other]) => verb.endsWith(end) && verb.length > end.length + 1 && act === verb.slice(0, -end.length) + other,
	);

/** "foggy" → "fog", "windy" → "wind"; null for other words. */
function noun(adjective: string): string | null {
	const base = /^(.{3,})y$/.exec(adjective)?.[1];
	if (base === undefined) return null;
	return /([bdgmnpt])\1$/.test(base) ? base.slice(0, -1) : base;
}
