import { stem } from './stem.ts';

/** Abbreviations in names, in data of any kind. */
const abbreviated = new Map(
	`acct:account actv:active addr:address amt:amount appt:appointment bal:balance bldg:building cap:capacity cd:code cncl:cancel cnt:count crd:credit
	ctg:category cust:customer dept:department desc:description dest:destination discont:discontinued dob:birthdate dt:date dur:duration
	emp:employee flg:flag fname:firstname freq:frequency fst:first frght:freight grp:group hrs:hours hgt:height ht:height inv:invoice lang:language len:length lmt:limit
	lname:lastname lnch:launch lst:last loc:location lvl:level max:maximum mbr:member mfr:manufacturer mgr:manager min:minimum mkt:market
	mnth:month mth:month nbr:number nm:name no:number nr:number num:number odo:odometer ofc:office onbrd:onboarded ord:order org:organization
	orig:origin pct:percentage pkg:package pmt:payment prc:price prd:product prod:product proj:project qtr:quarter qty:quantity rgn:region
	rsn:reason rte:route rtn:return sal:salary sec:second seq:sequence shp:ship sls:sales src:source std:standard sts:status svc:service
	tel:telephone temp:temperature tot:total txn:transaction usr:user val:value veh:vehicle whse:warehouse wgt:weight wk:week wt:weight yr:year`
		.split(/\s+/)
		.map((pair) => pair.split(':') as [string, string]),
);

export const inFull = (word: string): string => abbreviated.get(word) ?? word;
/** The stem of a word, with abbreviations written out. */
export const writtenOut = (word: string): string => (abbreviated.has(word) ? stem(inFull(word)) : word);

const formsWord = /^([aeo]rs?|ists?|m[ae]n|makers?|ing|ship|hood|ness)$/;

const isVowel = /[aeiou]/;

/** Whether part of a name may be short for a word: its first letters, or its consonants: "cat" for category, "prc" for price, "takr" for taker. */
export function abbreviates(short: string, word: string): boolean {
	if (short.length < 3 || short.length > 6 || word.length <= short.length || short[0] !== word[0]) return false;
	// "wine" isn't short for "winemaker", nor "farm" for "farmer".
	if (word.startsWith(short))
		return (
			short.length < 6 &&
			word.length > short.length + 1 &&
			(!isVowel.test(short.at(-1) ?? '') || (short.length > 3 && /[io]$/.test(short))) &&
			!formsWord.test(word.slice(short.length))
		);
	if (!isWithin(short, word)) return false;
	// "act" isn't short for "attachment": the first consonant is missing.
	const next = word
		.slice(1)
		.replaceAll('ck', 'k')
		.replace(/^[aeiouhy]+/, '')[0];
	if (short.length === 3 && !isVowel.test(short[1] ?? '') && short[1] !== next && !'hy'.includes(short[1] ?? ''))
		return false;
	const hasVowels = isVowel.test(short.slice(1));
	return hasVowels ? isWithin(short, word, isVowel) : word.slice(-3).includes(short.at(-1) ?? '');
}

/** Whether a word has these letters in this order. @param mayLack which letters may be missing between them */
function isWithin(letters: string, word: string, mayLack = /./): boolean {
	let at = 0;
	for (const letter of word)
		if (letter === letters[at]) at += 1;
		else if (!mayLack.test(letter)) return false;
	return at === letters.length;
}
