/** Units that differ by a power of ten, with the exponent. */
const scaled: Readonly<Record<string, Readonly<Record<string, number>>>> = {
	mass: { kg: 0, g: -3, mg: -6, t: 3 },
	length: { m: 0, km: 3, cm: -2, mm: -3 },
	volume: { l: 0, ml: -3, cl: -2, dl: -1, hl: 2 },
	area: { 'm²': 0, m2: 0 },
	power: { w: 0, kw: 3 },
	energy: { wh: 0, kwh: 3 },
};

const unscaled: Readonly<Record<string, string>> = {
	mass: 'lb lbs oz',
	length: 'mi ft in yd nm',
	volume: 'gal',
	area: 'km² km2 ha',
	temperature: '°c °f c f k',
	speed: 'km/h kmh mph kt kn m/s',
	time: 's ms min h',
	power: 'mw',
	ratio: '% ‰ percent',
	money: '€ eur $ usd £ gbp ¥ jpy chf kr sek nok dkk zł pln ₹ inr',
	pressure: 'hpa bar mbar pa',
};

const longNames: Readonly<Record<string, string>> = {
	kg: 'kilogram kilograms kilos',
	g: 'gram grams',
	t: 'tonnes tons',
	lb: 'pounds',
	m: 'metres meters',
	km: 'kilometres kilometers',
	cm: 'centimetres centimeters',
	mm: 'millimetres millimeters',
	mi: 'miles',
	ft: 'feet',
	l: 'litres liters',
	eur: 'euros euro €',
	usd: 'dollars $',
	gbp: '£',
	jpy: '¥',
	'%': 'percent prozent',
	'°c': 'degrees',
	min: 'minutes',
	s: 'seconds',
	h: 'hours',
	kt: 'knots',
};

const signs = new Map(
	Object.entries(longNames).flatMap(([sign, words]) => words.split(' ').map((word) => [word, sign] as const)),
);

interface Unit {
	readonly dimension: string;
	readonly power: number | null;
}

const known = new Map<string, Unit>();
for (const [dimension, units] of Object.entries(scaled))
	for (const [unit, power] of Object.entries(units)) known.set(unit, { dimension, power });
for (const [dimension, units] of Object.entries(unscaled))
	for (const unit of units.split(' ')) known.set(unit, { dimension, power: null });

/** In capitals, these aren't metres, grams, tonnes, seconds and hours, but millions, molar, generations, south and so on. */
const otherMeaning = /^([GHMST]|MM|\p{Ll}M)\.?$/u;

/** The usual symbol of a unit, in lower case; null if the text isn't a unit. */
export function unitOf(text: string): string | null {
	if (otherMeaning.test(text.trim())) return null;
	const lower = text.trim().toLowerCase().replace(/\.$/, '');
	const unit = signs.get(lower) ?? lower;
	return known.has(unit) ? unit : null;
}

export const dimensionOf = (unit: string): string | null => known.get(unit)?.dimension ?? null;

/** The unit that a name or description states for its numbers: `weight kg`, `Weight in kilograms`, `price (EUR)`. */
export function unitIn(words: string): string | null {
	const named = /(?:\bin\s|\(|\[)\s*([\p{L}€$£¥₹%‰°/²]+\d?)\s*[)\]]?/giu;
	for (const [, name = ''] of words.matchAll(named)) {
		const unit = unitOf(name);
		if (unit !== null) return unit;
	}
	const [, last = ''] = /\s(\S+)$/.exec(words.split(/[.,;]/)[0] ?? '') ?? [];
	return last.length > 1 ? unitOf(last) : null;
}

/** Whether words are explicit about a unit: `weight in kg`, but not `temp min`. */
export const statesUnit = (words: string): boolean => {
	const [, name = ''] = /\bin\s+(\S+?)[,;.]?(\s|$)/i.exec(words) ?? [];
	return unitOf(name) !== null;
};

/** A number's text converted to another unit if the two differ by a power of ten; otherwise null. Keeps every digit. */
export function inUnit(number: string, from: string, to: string): string | null {
	if (from === to) return number;
	const [a, b] = [known.get(from), known.get(to)];
	if (a === undefined || b === undefined || a.dimension !== b.dimension) return null;
	if (a.power === null || b.power === null) return null;
	return shiftPoint(number, a.power - b.power);
}

/** Moves the decimal point; positive `places` move it right. */
export function shiftPoint(number: string, places: number): string {
	const sign = number.startsWith('-') ? '-' : '';
	const [whole = '', fraction = ''] = number.replace('-', '').split('.');
	const digits = whole + fraction;
	const point = whole.length + places;
	const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
	const at = Math.max(point, 1);
	const left = padded.slice(0, at).replace(/^0+(?=\d)/, '');
	const right = padded.slice(at).replace(/0+$/, '');
	return sign + left + (right === '' ? '' : `.${right}`);
}
