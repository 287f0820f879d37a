import { related, stem } from './stem.ts';

/**
 * General English, not specific to any domain: words without a meaning of their own in a question, synonyms, and what adjectives measure. The subject
 * of a question comes from the data's names and values.
 */

const list = (text: string): string[] => text.trim().split(/\s+/);

/** Words that can be skipped. */
const empty = new Set(
	list(`a an the is are was were be been being am do does did done has have had having will would could can may might
	of in on at for to from with into onto within among amongst than then that this these those there here it its they
	them their he she his her as so such which what who whom whose where when how please me i we you us our my your
	tell give show list display get find see look want need know like let s and or but also if any some all each every
	up out off about over under again only just very quite really ever never yet still already both own same too
	during while after before since until through via by per across
	happen occur take place go come make involve include record report register observe note exist belong locate
	situate call live cause sit lie stand run use give hold contain appear seem become remain stay many much more most
	less least few fewest number count amount value figure data dataset table row record entry entries item result
	question answer information overview summary detail`).map(stem),
);
export const isEmpty = (word: string): boolean => empty.has(stem(word)) || empty.has(word);

const groups = `
depart departure leave takeoff origin
arrive arrival reach land destination
origin source start
bear birth dob
destination target end
delay late lateness tardy overdue
early ahead
cost expense expensive costly charge spend price cheap
price cost
value worth valuable
fee charge fine penalty pay
pay cost price
pay wage salary
population inhabitant people resident citizen populous populate
person people individual
income earn earning
wage salary earn earning
rich wealthy wealth income
poor poverty income
revenue turnover sale income
sale sell sold
profit margin
rain rainfall precipitation
wet precipitation rain moist
dry precipitation rain
humidity moisture
snow snowfall
speed velocity fast slow quick
wind windy breeze
magnitude strength intensity strong weak force power
quake earthquake tremor
size large big small
area large big extent surface
country nation
city town municipality
location place site position venue
state province
region zone district
postal zip postcode
type kind sort category class
species kind breed
make brand manufacturer maker
amount quantity volume
customer client buyer shopper
supplier vendor seller
employee staff worker personnel
company firm business organisation organization
doctor physician clinician
nurse carer
author writer
borrower reader patron member
borrow loan lend checkout
return back
visit appointment consultation attendance
book title volume
student pupil learner
teacher instructor
child kid
woman female
man male
sex gender
duration length long short
distance far length long short near
height tall high elevation altitude
depth deep shallow
weight weigh heavy light mass
age old young
temperature hot warm cold cool temp heat
rating score grade mark review
damage harm damaging
injury hurt wound casualty
death die dead fatal fatality kill
car vehicle automobile
plane aircraft airplane aeroplane jet
flight fly
animal wildlife creature
strike hit collision collide
airline carrier
job profession occupation work
phone telephone
healthy health
important significance significant
busy traffic
happiness happy
wait waiting queue
order purchase
item product article
shop store outlet
hour time
mileage odometer kilometre km
mileage mile
millimetre millimeter mm
centimetre centimeter cm
kilometre kilometer km
metre meter
kilogram kg kilo
date day
begin start
end finish
feel felt
max maximum high highest
min minimum low lowest
`
	.trim()
	.split('\n')
	.map((line) => list(line).map(stem));

/** How close two words are: 1 for the same, less for a synonym or a derived word, 0 for unrelated words. */
export function closeness(a: string, b: string): number {
	if (a === b) return 1;
	if (related(a, b)) return 0.92;
	if (isAbbreviation(a, b) || isAbbreviation(b, a)) return 0.9;
	return groups.some((group) => group.includes(a) && group.includes(b)) ? 0.8 : 0;
}

/** "temp" for "temperature", "pop" for "population": at least three letters, and much shorter. */
const isAbbreviation = (short: string, long: string): boolean =>
	short.length >= 3 &&
	short.length <= 6 &&
	long.length >= short.length + 3 &&
	long.startsWith(short) &&
	!/(ing|ed|est|er|y|ly)$/.test(long);

export const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

export type Direction = 'asc' | 'desc';

/**
 * What an adjective measures, and which end of it: "deep" measures depth, and the deepest has the most. Adjectives before the slash mean the most,
 * those after it the least.
 */
const measured: Record<string, { direction: Direction; nouns: string[] }> = Object.create(null);
for (const line of `
strong / weak: magnitude strength intensity force power
deep / shallow: depth
long /: length duration distance runtime millisecond page second minute hour day night km mile
/ short: length duration distance height runtime millisecond page second minute hour day night km mile
far / near close: distance km mile
high / low: height elevation altitude
tall /: height
hot warm /: temperature heat
/ cold cool: temperature
heavy / light: weight mass kg
large big / small: area size sqm m2
fast / slow: speed velocity
old / young: age
rich /: income wealth gdp revenue worth
wealthy / poor: income wealth gdp
expensive /: cost price expense fee
costly /: cost price expense
pricey /: price cost
valuable /: value worth price
dear / cheap: cost price fee
wet / dry: precipitation rain humidity
populous /: population inhabitant
crowded /: population density
late /: delay lateness
healthy /: health life
fertile /: fertility
loud /: loudness noise volume
bright /: brightness magnitude
wide / narrow: width
thick / thin: thickness
steep /: slope gradient
happy /: happiness satisfaction
popular /: popularity
profitable /: profit margin
important /: significance importance
significant /: significance
damaging /: damage
deadly /: death fatality
powerful /: power horsepower
`
	.trim()
	.split('\n')) {
	const [adjectives = '', nouns = ''] = line.split(':');
	for (const [index, words] of adjectives.split('/').entries())
		for (const adjective of words.match(/\w+/g) ?? [])
			measured[adjective] = { direction: index === 0 ? 'desc' : 'asc', nouns: list(nouns).map(stem) };
}

export interface Measured {
	readonly direction: Direction;
	/** Stems of nouns for what it measures. */
	readonly nouns: readonly string[];
	readonly form: 'comparative' | 'superlative';
}

/** "deep" for "deeper" and "deepest"; null for other words. */
export function gradedBase(word: string): string | null {
	const cut = word.replace(/(est|er)$/, '');
	const bases = [cut, `${cut}e`, cut.replace(/i$/, 'y'), cut.replace(/(.)\1$/, '$1')];
	return cut === word ? null : (bases.find((base) => measured[base] !== undefined) ?? null);
}

/** "deepest", "stronger", "rainiest"; null for other words. */
export function readGradedAdjective(word: string): Measured | null {
	const form = /est$/.test(word) ? 'superlative' : /er$/.test(word) ? 'comparative' : null;
	if (form === null || word.length < 5) return null;
	const cut = word.replace(/(est|er)$/, '');
	const known = measured[gradedBase(word) ?? ''];
	if (known !== undefined) return { ...known, form };
	// An adjective derived from a noun means the most of that noun: "rainiest", "foggier".
	if (!/i$/.test(cut)) return null;
	const base = cut.slice(0, -1);
	return { direction: 'desc', nouns: [base, base.replace(/(.)\1$/, '$1')], form };
}

export const readAdjective = (word: string): Omit<Measured, 'form'> | null => measured[word] ?? null;

/** Quantities where more is worse, and where more is better: the meaning of "worst" and "best". */
const worse = list(
	'delay cost price expense damage loss error wait fee fine injury death risk crime accident fault complaint earthquake quake strike storm flood fire outage defect bug incident collision failure late delayed cancelled canceled failed rejected overdue missed defective damaged time',
).map(stem);
const better = list('score rating grade profit income revenue health life satisfaction happiness quality').map(stem);
export const badWhenHigh = (stems: readonly string[]): boolean => stems.some((stem) => worse.includes(stem));
export const goodWhenHigh = (stems: readonly string[]): boolean => stems.some((stem) => better.includes(stem));

const additive = list(
	`cost amount quantity count number total revenue turnover sale expense spend profit loss rain rainfall precipitation snowfall
	fee fine payment death injury casualty visitor passenger people inhabitant population many budget volume purchase donation`,
).map(stem);
const notAdditive = list(
	'average mean median rate ratio percent percentage share per highest lowest maximum minimum',
).map(stem);
/** Whether values can be summed: costs and counts can, temperatures and rates can't. */
export const addsUp = (stems: readonly string[]): boolean =>
	stems.some((stem) => additive.includes(stem)) && !stems.some((stem) => notAdditive.includes(stem));

const numberWords = list(
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
);
/** "five" is 5; null for words that aren't numbers. */
export function readNumberWord(word: string): number | null {
	const small = numberWords.indexOf(word);
	if (small >= 0) return small;
	const tens = ['thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].indexOf(word);
	return tens >= 0 ? (tens + 3) * 10 : word === 'dozen' ? 12 : null;
}
export const multiplier: Record<string, number> = {
	hundred: 100,
	thousand: 1e3,
	million: 1e6,
	billion: 1e9,
	trillion: 1e12,
};

export const measureUnits = new Set(
	list(`minute hour second day week month year mile kilometre kilometer km metre meter m knot degree celsius fahrenheit percent dollar euro pound
	usd eur gbp kg kilogram gram tonne ton inch foot feet mm millimetre millimeter cm mph kmh people person time`).map(
		stem,
	),
);
