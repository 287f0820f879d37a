import { plainWords, spacedWords } from '../normalize/hints.ts';
import { unitIn } from '../normalize/units.ts';

export type FieldKind =
	| 'email'
	| 'url'
	| 'choice'
	| 'date'
	| 'time'
	| 'identifier'
	| 'quantity'
	| 'count'
	| 'place'
	| 'other';

export interface WantedField {
	readonly name: string;
	readonly kind: FieldKind;
	/** From its name and description, lower case. */
	readonly words: readonly string[];
	readonly text: string;
	readonly unit: string | null;
	/** Possible values, if the description lists them. */
	readonly choices: readonly string[];
	/** Possible labels in a text, as in "Origin: SFO". */
	readonly labels: readonly string[];
}

export function wantedField(name: string, description: string): WantedField {
	const text = `${plainWords(name)} ${plainWords(description)}`.trim();
	const choices = choicesOf(description);
	const unit = unitIn(spacedWords(description)) ?? unitIn(spacedWords(name)) ?? unitIn(description);
	const kind = choices.length > 0 ? 'choice' : (kindOf(plainWords(name), text, unit) ?? 'other');
	const words = [...new Set(text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1 && !stopWords.has(part)))];
	return { name, kind, words, text, unit, choices, labels: [...new Set([plainWords(name), name])] };
}

const stopWords = new Set(
	'the of and or number count total it is was in on at as an how many were are with for by'.split(' '),
);

const kinds: readonly (readonly [FieldKind, RegExp])[] = [
	['email', /\b(e ?mail|mail address)\b/],
	['url', /\b(url|web ?site|link|web address|homepage)\b/],
	[
		'count',
		/\b(number of|how many|count of|amount of|headcount)\b|\b(passengers|people|persons|visitors|guests|crew|injured|deaths)\b/,
	],
	[
		'identifier',
		/\b(ids?|identifier|flight|code of|registration|tail|order number|order no|invoice|ticket|reference|ref|tracking|booking|case number|licen[cs]e plate|serial|sku|version)\b|\b(number|no|nr|code)$/,
	],
	['date', /\b(date|day|when)\b(?!.*\btime of day\b)/],
	['time', /\b(time|hour|clock|o clock)\b/],
	[
		'quantity',
		/\b(weight|mass|height|width|length|depth|distance|price|cost|fare|amount|temperature|speed|duration|altitude|volume|area|magnitude|percent|percentage)\b/,
	],
	[
		'place',
		/\b(place|city|town|airport|location|origin|destination|from|to|where|country|port|station|departure|arrival|site|venue)\b/,
	],
	['count', /\bcount\b/],
];

/** The name takes precedence over the description: "departure_time" is a time, whatever the description says. */
function kindOf(name: string, text: string, unit: string | null): FieldKind | null {
	const byName = kinds.find(([, pattern]) => pattern.test(name))?.[0];
	if (byName !== undefined && !(byName === 'place' && /\btime\b/.test(text))) return byName;
	return kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? (unit === null ? null : 'quantity');
}

/** `one of: on time, delayed or cancelled`, `(red|green|blue)`. */
function choicesOf(description: string): string[] {
	const [, listed] =
		/\b(?:one of|either|any of)\b:?\s*(.+?)[.)]?$/i.exec(description) ??
		/\(([^()|]+(?:\|[^()|]+)+)\)/.exec(description) ??
		[];
	if (listed === undefined) return [];
	const parts = listed
		.split(/\s*[,|]\s*(?:or\s+)?|\s+or\s+/i)
		.map((part) => part.trim().replaceAll(/^["'“]|["'”]$/g, ''));
	return parts.length > 1 && parts.every((part) => part !== '' && part.length <= 40) ? parts : [];
}
