import { isIrregularVerb, stem } from '../builtin/stem.ts';
import type { Token } from '../builtin/tokenize.ts';

/** General English, and nothing of any domain. */

const list = (text: string): string[] => text.trim().split(/\s+/);

/** Words that only phrase the request and don't affect its meaning. */
const courtesy = new Set(
	list(`a an the of in on at to from for with by is are was were be been being it its their his her hers him himself them themselves they he she i me my we us our
	you your this that these those there here and as so such then than into onto within against along via upon toward towards under around during while whereas
	do does did done has have had having will would can could may might should shall must please kindly
	give gives tell show shows list lists find finds return returns provide get gets display present see look sees want need know like let wonder help fetch retrieve
	extract select identify output report enumerate state
	what which who whom whose where how when if all any every entire full complete whole listed information info details data database table record records row
	rows value values entry entries named called titled used made make makes take takes took held hold holds happened happen occur occurred exist exists
	located based found recorded registered related associated corresponding respective respectively
	belong belongs belonging contain contains include includes including some also only just come comes came became become becomes appear appears going goes go
	went current currently among amongst amount terms ordered sorted sort calculate compute determine particular relevant given whether about chart convert
	caused causing result results answer query following specific specified certain individual available various considering considered consider basis
	overall ever exist wise across throughout according regarding concerning finally actually really still yet already even alone well
	through dr mr mrs ms prof something anything someone anyone somebody
	anywhere somewhere whatsoever compare compared vary varies varied differ differs exactly simply`),
);

const relates = new Set(
	list(`accept accompany achieve acquire add adopt air aim allow announce apply appear appoint approve arrange arrive assign assist associate attend attract author
	award back bear become begin belong bid book bring broadcast build buy carry cast catch cause celebrate choose claim coach collect come command commission
	compete complete compose conduct connect consist construct contain contribute cover create deal defeat deliver depart derive describe design develop die direct
	discover distribute draft draw drink drive earn eat edit elect employ end enrol enroll enter establish expire face feature fight file fill finish flow fly follow found
	gain generate give govern graduate grant grow handle happen hear hit host import improve inhabit inspect install introduce invent invite involve issue join judge
	keep kill know land last lead log learn leave lend lie link live locate lose maintain make manage manufacture marry meet move nominate obtain occupy occur offer operate
	order organise organize originate own participate pass pay perform pick pilot place play portray prefer prepare present preside process produce promote propose
	prove provide publish purchase put rank reach read receive record redeem register relate release remain rent repair reply represent request require reserve reside
	respond retire ride run sail score sell send serve set settle share show sign sing sink sit speak spend sponsor stand start star stay store submit succeed suffer
	supervise supply support take teach test train transfer translate travel undergo use visit volunteer vote walk want watch wear win post upload comment mention borrow charge bill ship hire employ coach rate review answer ask check view work write`).flatMap(
		(word) => [stem(word), stem(`${word.replace(/e$/, '')}ed`)],
	),
);

/** Verbs with a single meaning, and the nouns for it: reserving a book isn’t borrowing it. */
const deeds = new Map(
	`adopt adoption
	approve approval
	attend attendance attendee enrollment enrolment registration visit school college university class course event
	author author
	bid bid auction
	book booking reservation
	borrow loan lend checkout rental borrower
	buy purchase order sale sold invoice buyer sell
	celebrate celebration
	coach coach
	commission commission
	compose composer composition
	conduct conductor
	construct construction built builder
	defeat winner loser match game
	deliver delivery delivered shipment shipping shipped parcel package order
	design designer architect design
	die death dead deceased died fatality casualty mortality
	direct director
	discover discoverer discovery
	draft draft
	drink drink
	eat meal
	edit editor edition
	elect election
	expire expiry expiration end valid until
	fight fight match
	graduate graduation graduate degree alumni
	hire hire hiring hired employee employment staff job rental start joined
	import import
	inspect inspection inspector
	install installation installer
	invent inventor invention
	invite invitation
	judge judge
	kill death casualty
	lend loan borrow checkout lender
	marry marriage wedding spouse
	move move moving relocation transfer removal
	nominate nomination nominee
	occupy occupancy occupant occupied tenant resident
	pay payment fee fine charge fare rent paid amount cost price salary invoice wage earning sale total bonus
	pilot pilot
	prescribe prescription
	promote promotion
	purchase purchase order sale sold invoice buyer
	rate rating rate review score star
	redeem redemption coupon
	rent rental loan lease tenant tenancy
	repair repair maintenance mechanic
	request request ticket
	reserve reservation booking
	retire retirement
	review review rating reviewer critic
	ride ride trip rider
	sell sale sold order invoice seller price purchase
	sign signature contract signing lease agreement
	sponsor sponsor
	supervise supervisor manager
	teach teacher instructor course class lesson section session teaching professor lecturer
	test test trial tester
	train trainer training
	translate translator translation
	treat treatment appointment visit patient
	upload upload uploader video
	visit visit trip tour appointment consultation excursion stay visitor
	vote vote voter election
	watch viewer view watch viewing`
		.split('\n')
		.map(list)
		.map(([verb = '', ...nouns]) => [stem(verb), nouns] as const),
);

/** The nouns for what a verb does; null if the verb can mean several things. */
export const deedOf = (verb: string): readonly string[] | null => deeds.get(verb) ?? null;

const auxiliary = new Set(
	list(`to who whom that which what did do does can could will would may might must should shall has have had having been being be was were is are not never also
	only they he she it we you i and or by when where ever most often`),
);

/** Whether a word only relates the words around it. @param isNamed whether a position in the question names something */
export function isRelation(at: number, tokens: readonly Token[], isNamed: (at: number) => boolean): boolean {
	const token = tokens[at];
	if (token === undefined || token.quoted || token.number !== null) return false;
	const before = tokens[at - 1]?.word ?? '';
	const isAfterVerb = auxiliary.has(before) || /ly$/.test(before) || isNamed(at - 1);
	// "the tallest building" is a noun.
	if (/ing$/.test(token.word) && /(est|^the|^an?|^which|^what|^many)$/.test(before)) return false;
	// "the cause of it": a noun.
	const isOf = /^(?:the|an?|its|their|his|her|any|no)$/.test(before) && tokens[at + 1]?.word === 'of';
	if (isOf && !/(?:ed|ing)$/.test(token.word)) return false;
	// "the flyers' cover": a noun, unless somebody does it.
	const isDone = tokens
		.slice(0, at)
		.some(({ word }) => /^(?:do|does|did|can|could|will|would|to|that|they)$/.test(word));
	const isBare = !/(?:ed|ing|s)$/.test(token.word) && !isIrregularVerb(token.word);
	if (at === tokens.length - 1 && isBare && !isDone) return false;
	// "trucks in repair": a noun, if it ends the question.
	if (at === tokens.length - 1 && /^(in|under|on|of|for|at|without)$/.test(before) && !/(ed|ing)$/.test(token.word))
		return false;
	// "the canceled flights" isn't all flights.
	const isParticiple = /[a-z]{2}ed$/.test(token.word) || isIrregularVerb(token.word);
	if (isParticiple && !relates.has(token.stem) && !isIrregularVerb(token.word)) return false;
	if (isParticiple) return isAfterVerb || !isNamed(at + 1);
	return relates.has(token.stem) && (isAfterVerb || !isNamed(at + 1));
}

export const isRelationVerb = (of: Token | string | undefined): boolean =>
	relates.has(typeof of === 'string' ? of : (of?.stem ?? ''));

export const isCourtesy = (word: string): boolean =>
	courtesy.has(word) ||
	(/[a-z]{3}ly$/.test(word) && !/^(early|daily|weekly|monthly|quarterly|yearly|family|only)$/.test(word));

export const isMeasureUnit = (word: string): boolean => units.has(word);
const units = new Set(
	list(
		'mph kmh kg km miles mile feet foot meters meter metres metre litres liters cm mm dollars dollar usd eur euros minutes seconds hours percent years year pounds lbs points people gb mb tb ghz mhz inch inches ft degree degrees celsius',
	),
);

/** "elapsed time" of elapsed_min */
export const isTimeUnit = /^(?:sec|second|min|minut|hr|hour|day|week|month)$/;
