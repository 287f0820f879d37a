/** Units by what they measure: the power of ten that leads to the first of their dimension, or null where it is none. */
const dimensions: Readonly<Record<string, Readonly<Record<string, number | null>>>> = {
	mass: { kg: 0, g: -3, mg: -6, t: 3, lb: null, lbs: null, oz: null },
	length: { m: 0, km: 3, cm: -2, mm: -3, mi: null, ft: null, in: null, yd: null, nm: null },
	volume: { l: 0, ml: -3, cl: -2, dl: -1, hl: 2, gal: null },
	area: { 'm²': 0, m2: 0, 'km²': null, km2: null, ha: null },
	temperature: { '°c': null, '°f': null, c: null, f: null, k: null },
	speed: { 'km/h': null, kmh: null, mph: null, kt: null, kn: null, 'm/s': null },
	time: { s: null, ms: null, min: null, h: null },
	power: { w: 0, kw: 3, mw: null },
	energy: { wh: 0, kwh: 3 },
	ratio: { '%': null, '‰': null, percent: null },
	money: {
		'€': null,
		eur: null,
		$: null,
		usd: null,
		'£': null,
		gbp: null,
		'¥': null,
		jpy: null,
		chf: null,
		kr: null,
		sek: null,
		nok: null,
		dkk: null,
		zł: null,
		pln: null,
		'₹': null,
		inr: null,
	},
	pressure: { hpa: null, bar: null, mbar: null, pa: null },
};

const longNames: Readonly<Record<string, string>> = {
	kilogram: 'kg',
	kilograms: 'kg',
	kilos: 'kg',
	gram: 'g',
	grams: 'g',
	tonnes: 't',
	tons: 't',
	pounds: 'lb',
	metres: 'm',
	meters: 'm',
	kilometres: 'km',
	kilometers: 'km',
	centimetres: 'cm',
	centimeters: 'cm',
	millimetres: 'mm',
	millimeters: 'mm',
	miles: 'mi',
	feet: 'ft',
	litres: 'l',
	liters: 'l',
	euros: 'eur',
	euro: 'eur',
	dollars: 'usd',
	percent: '%',
	prozent: '%',
	degrees: '°c',
	minutes: 'min',
	seconds: 's',
	hours: 'h',
	knots: 'kt',
};

const symbols: Readonly<Record<string, string>> = { '€': 'eur', $: 'usd', '£': 'gbp', '¥': 'jpy', percent: '%' };
const known = new Map(
	Object.entries(dimensions).flatMap(([dimension, units]) =>
		Object.entries(units).map(([name, power]) => [name, { dimension, power }] as const),
	),
);

/** A unit by its usual sign, in lower case; null where the text is none. */
export function unitOf(text: string): string | null {
	const lower = text.trim().toLowerCase().replace(/\.$/, '');
	const name = Object.hasOwn(longNames, lower) ? (longNames[lower] ?? lower) : lower;
	if (!known.has(name)) return null;
	return symbols[name] ?? name;
}

export const dimensionOf = (unit: string): string | null => known.get(unit)?.dimension ?? null;

/** The unit that a name or a description says its numbers are in: `weight kg`, `Weight in kilograms`, `price (EUR)`. */
export function unitIn(words: string): string | null {
	const told = /(?:\bin|\(|\[)\s*([\p{L}€$£¥%°/²]+\d?)\s*[)\]]?/gu;
	for (const [, name = ''] of words.matchAll(told)) {
		const unit = unitOf(name);
		if (unit !== null) return unit;
	}
	const [, last = ''] = /\s(\S+)$/.exec(words.split(/[.,;]/)[0] ?? '') ?? [];
	return last.length > 1 ? unitOf(last) : null;
}

/** A number's text in another unit where both differ by a power of ten; null where they do not. Every digit stays. */
export function inUnit(number: string, from: string, to: string): string | null {
	if (from === to) return number;
	const [a, b] = [known.get(from), known.get(to)];
	if (a === undefined || b === undefined || a.dimension !== b.dimension) return null;
	if (a.power === null || b.power === null) return null;
	return shiftPoint(number, a.power - b.power);
}

/** Moves the decimal point: to the right where `places` is positive. */
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
