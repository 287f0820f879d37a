/** The start or end of a journey, which places and times belong to. */
export interface Journey {
	readonly field: RegExp;
	readonly verb: RegExp;
}

export const journeys: readonly Journey[] = [
	{
		field:
			/\b(from|origin|departure|departed|departs|departing|depart|left|leaves|leaving|start|started|source|take ?off|begin|began|pickup)\b/,
		verb: /\b(?:left|leaves|leaving|departed|departs|departing|took off|takes off|started|starts|began|begins|take-?off|departure)\b/gi,
	},
	{
		field:
			/\b(to|destination|arrival|arrived|arrives|arriving|arrive|landed|lands|landing|end|ended|target|dropoff|reached)\b/,
		verb: /\b(?:landed|lands|landing|arrived|arrives|arriving|reached|reaches|ended|ends|arrival)\b/gi,
	},
];

/** The part of a journey that a field is about; its name takes precedence over its description. */
export const journeyOf = (name: string, text: string): Journey | null =>
	journeys.find((journey) => journey.field.test(name)) ?? journeys.find((journey) => journey.field.test(text)) ?? null;

/** Words before a place. */
export const beforePlace = {
	start:
		/\b(?:left|leaves|leaving|departed from|departs from|departed|departing|took off from|takes off from|from|out of)\s+(?:the\s+)?/giu,
	end: /\b(?:to|for|bound for|landed at|landed in|lands at|lands in|arrived at|arrived in|arrives at|arrives in|reached|reaches|into|towards?)\s+(?:the\s+)?/giu,
	at: /\b(?:at|in|near|around|outside|off)\s+(?:the\s+)?/giu,
};

/** Nouns that are equivalent when counting. */
const synonyms = [
	'people person passenger pax traveller traveler guest visitor aboard board soul head',
	'car vehicle automobile',
	'bird animal specimen individual',
	'piece item unit article pc',
	'child children kid',
	'worker employee staff crew',
	'injured injury injuries wounded',
	'dead death killed fatality fatalities',
].map((group) => group.split(' ').map((noun) => stemOf(noun)));

/** `passengers` → `passenger`; sufficient to compare a field's nouns with those of a text. */
export function stemOf(word: string): string {
	return word
		.toLowerCase()
		.replace(/(?<=\p{L}{3})ies$/u, 'y')
		.replace(/(?<=\p{L}{2}(?:s|x|z|ch|sh))es$/u, '')
		.replace(/(?<=\p{L}{2}[^s])s$/u, '');
}

export function isCounted(noun: string, fieldWords: readonly string[]): boolean {
	const stem = stemOf(noun);
	const wanted = new Set(fieldWords.map(stemOf));
	if (wanted.has(stem)) return true;
	return synonyms.some((group) => group.includes(stem) && group.some((noun) => wanted.has(noun)));
}
