import { statesUnit, unitIn } from './units.ts';

/** What a field contains according to its name, its description and the instructions. */
export interface Hint {
	/** `other` must not be read as a number or a date, for example an identifier. Null: no hint. */
	readonly kind: Kind | 'other' | null;
	/** Name and description in plain lower-case words. */
	readonly words: string;
	/** The unit that they state. */
	readonly unit: string | null;
	/** Whether numbers with no unit of that kind don't belong there. */
	readonly isUnitStated: boolean;
	readonly rules: Rules;
}

export type Kind = 'number' | 'date' | 'time' | 'boolean' | 'phone' | 'country';

export interface Rules {
	readonly dayFirst: boolean | null;
	readonly decimal: '.' | ',' | null;
	/** ISO 3166-1 alpha-2 of the country of phone numbers. */
	readonly country: string | null;
	readonly countryForm: 'name' | 'alpha-2' | 'alpha-3' | null;
}

export const noRules: Rules = { dayFirst: null, decimal: null, country: null, countryForm: null };

const kindPatterns: readonly (readonly [Kind | 'other', RegExp])[] = [
	[
		'phone',
		/\b(phones?|telephone|tel|mobile|cell ?phone|fax|telefon|handy|mobil|téléphone|telephone|telefono|teléfono)\b/,
	],
	['boolean', /\b(boolean|true or false|yes or no|yes\/no|whether)\b|^(is|has|was|can) /],
	[
		'number',
		/\b(number of|numeric|decimal|integer|whole number|how many|how much)\b|^an? (number|amount|count)\b|^(number|float|double|int|bigint)$/,
	],
	[
		'other',
		/\b(ids?|identifiers?|codes?|zip|postal|postcode|plz|isbn|sku|iban|account|flight|reference|version|number|no|nr)\b/,
	],
	['country', /\b(country|countries|nation|nationality|land|pays|país|pais|paese|staat)\b/],
	['date', /\b(date|day|datum|fecha|data|born|birthday|birthdate|datetime|timestamp|when)\b/],
	['time', /\b(time|hour|uhrzeit|heure|hora)\b/],
	[
		'number',
		/\b(amount|price|cost|fee|weight|mass|height|width|length|depth|distance|quantity|qty|total|sum|percent|percentage|rate|ratio|temperature|speed|age|population|salary|area|volume|count|gewicht|preis|menge|betrag|prix|poids|peso|precio)\b/,
	],
];

/** What part of a description says by itself, as in "weight in kg, number". */
const kindWords: readonly (readonly [Kind | 'other', RegExp])[] = [
	['number', /^(an? )?(number|numeric|integer|decimal|float|double)( number)?$/],
	['date', /^(an? )?(date|timestamp|datetime)$/],
	['time', /^(an? )?(time|time of day)$/],
	['boolean', /^(an? )?boolean$/],
	['phone', /^(an? )?(phone|phone number)$/],
	['country', /^(an? )?country$/],
	['other', /^(an? )?(text|identifier|id|code)$/],
];
const ownRules: readonly (readonly [Partial<Rules>, RegExp])[] = [
	[{ dayFirst: true }, /^(with )?(the )?day( comes| is| stands)? first$|^dd([/ ]|$)/],
	[{ dayFirst: false }, /^(with )?(the )?month( comes| is| stands)? first$|^mm([/ ]|$)/],
	[{ decimal: ',' }, /^(with )?(an? )?decimal comma$/],
	[{ decimal: '.' }, /^(with )?(an? )?decimal point$/],
];

/** The country of phone numbers, in plain words. */
export const statedCountry = /\bcountry (?:is|of phone numbers is) (?:the )?([^,;]+)/;

function statedIn(description: string) {
	const parts = description.split(/[,;]/).map(plainWords);
	const isIn = (pattern: RegExp) => parts.some((part) => pattern.test(part));
	const rules = ownRules.filter(([, pattern]) => isIn(pattern)).map(([rule]) => rule);
	return { kind: kindWords.find(([, pattern]) => isIn(pattern))?.[0], rules };
}

/** Whether a description states how values are written, such as "date, day first", not only what they mean. */
export function statesFormat(description: string): boolean {
	const { kind, rules } = statedIn(description);
	return kind !== undefined || rules.length > 0 || statedCountry.test(plainWords(description));
}

/** A description is more specific than a name, so it's checked first; "country code" still means a country. */
export function hintOf(field: string, description: string | undefined, general: Rules = noRules): Hint {
	const texts = [description ?? '', field].map(plainWords);
	const words = texts.toReversed().join(' ').trim();
	const spaced = `${spacedWords(field)} ${spacedWords(description ?? '')}`.trim();
	const units = { unit: unitIn(spaced), isUnitStated: statesUnit(spaced) };
	const { kind: ownKind, rules: own } = statedIn(description ?? '');
	const rules: Rules = Object.assign({}, general, ...own);
	if (ownKind !== undefined) return { kind: ownKind, words, ...units, rules };
	for (const text of texts.map((text) => text.replace(statedCountry, ''))) {
		if (text.trim() === '') continue;
		if (/\bcountry (codes?|iso)\b|\biso country\b/.test(text)) return { kind: 'country', words, ...units, rules };
		const kind = kindPatterns.find(([, pattern]) => pattern.test(text))?.[0];
		if (kind !== undefined) return { kind, words, ...units, rules };
	}
	return { kind: null, words, ...units, rules };
}

/** `departureTime_kg` → `departure time kg`. */
export const plainWords = (text: string): string =>
	text
		.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.replaceAll(/[_\-.]+/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim()
		.toLowerCase();

/** As `plainWords`, with the capitals that tell units apart: `powerKw in mW`. */
export const spacedWords = (text: string): string =>
	text
		.replaceAll(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2')
		.replaceAll(/[_\-.]+/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim();
