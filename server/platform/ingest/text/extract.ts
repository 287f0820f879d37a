import { escapePattern } from '#lib/text/escape-pattern.ts';
import { readNumber } from '../normalize/numbers.ts';
import { readTime } from '../normalize/times.ts';
import { inUnit, unitOf } from '../normalize/units.ts';
import { beforePlace, isCounted, type Journey, journeyOf, journeys } from './cues.ts';
import type { WantedField } from './field.ts';
import { findDates } from './find-dates.ts';

/** What a text says of a field: a value with the words it was read from, several that could be meant, or null. */
export type Extracted =
	| { readonly value: string; readonly from: string }
	| { readonly several: readonly string[] }
	| null;

interface Candidate {
	readonly value: string;
	readonly from: string;
	readonly at: number;
}

/** Reads one field out of a text, as its label or its kind says. Nothing is made up: a value stands in the text, or is one in it written as ISO. */
export function extract(text: string, field: WantedField): Extracted {
	return labeled(text, field) ?? choose(text, field, candidatesOf(text, field));
}

/** `Origin: SFO`, `origin = SFO`, at the beginning of a line or behind a comma. */
function labeled(text: string, field: WantedField): Extracted {
	for (const label of field.labels) {
		const name = escapePattern(label).replaceAll(' ', '[ _-]?');
		const found = new RegExp(
			`(?:^|[\\n,;.|]\\s*)${name}\\s*[:=]\\s*([^\\n;|,]{1,200}?)\\s*(?=$|[\\n;|,]|\\.(?:\\s|$))`,
			'iu',
		).exec(text);
		const value = found?.[1];
		if (value !== undefined && value !== '') {
			const [read] = candidatesOf(value, field);
			return { value: read !== undefined && field.kind !== 'place' ? read.value : value, from: value };
		}
	}
	return null;
}

function candidatesOf(text: string, field: WantedField): Candidate[] {
	switch (field.kind) {
		case 'email':
			return matches(text, /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu);
		case 'url':
			return matches(text, /\bhttps?:\/\/[^\s<>"]{1,500}[^\s<>".,;:!?)]/g);
		case 'choice':
			return field.choices.flatMap((choice) => {
				const at = text
					.toLowerCase()
					.search(new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(choice.toLowerCase())}(?![\\p{L}\\p{N}])`, 'u'));
				return at === -1 ? [] : [{ value: choice, from: text.slice(at, at + choice.length), at }];
			});
		case 'date':
			return findDates(text);
		case 'time':
			return times(text);
		case 'identifier':
			return identifiers(text, field);
		case 'count':
			return counts(text, field);
		case 'quantity':
			return quantities(text, field);
		case 'place':
			return places(text, field);
		case 'other':
			return [];
	}
}

/** Times of one text that are told apart. */
const mostTimes = 50;

/** One candidate is the value. A time or a date of a departure is never taken for that of the arrival. */
function choose(text: string, field: WantedField, all: readonly Candidate[]): Extracted {
	const journey = journeyOf(field.labels[0] ?? '', field.text);
	const timed = journey !== null && (field.kind === 'time' || field.kind === 'date');
	const mine = timed
		? all.slice(0, mostTimes).filter((candidate) => [journey, null].includes(journeyAt(text, candidate)))
		: all;
	const [first, ...others] = [...new Map(mine.map((candidate) => [candidate.value, candidate])).values()];
	if (first === undefined) return null;
	if (others.length === 0) return { value: first.value, from: first.from };
	return { several: [first, ...others].map((other) => other.value) };
}

/** The part of a journey that the nearest verb before a place in a text speaks of, else the nearest behind it. */
function journeyAt(text: string, { at }: Candidate): Journey | null {
	const verbs = journeys.flatMap((journey) =>
		[...text.matchAll(journey.verb)].map((match) => ({ journey, at: match.index })),
	);
	const sorted = verbs.toSorted((a, b) => a.at - b.at);
	return (sorted.findLast((candidate) => candidate.at < at) ?? sorted[0])?.journey ?? null;
}

function matches(text: string, pattern: RegExp): Candidate[] {
	return [...text.matchAll(pattern)].map((match) => ({ value: match[0], from: match[0], at: match.index }));
}

function times(text: string): Candidate[] {
	const pattern =
		/(?<![\d:.])(?:\d{1,2}[:.h]\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?(?![\d:]|\.\d)|\d{1,2}\s*[ap]\.?m\b\.?)/gi;
	return [...text.matchAll(pattern)].flatMap((match) => {
		const from = match[0].trim();
		const value = readTime(from);
		// With a point between them two numbers are a time only where something says so.
		if (value === null || (/^\d+\.\d+$/.test(from) && !/\b(at|um|by|until|from)\s+$/i.test(text.slice(0, match.index))))
			return [];
		return [{ value, from, at: match.index }];
	});
}

/** `Flight UA 12`, `order no. 4711`: what follows the field's noun; without it, a code such as `UA12`. */
function identifiers(text: string, field: WantedField): Candidate[] {
	const nouns = field.words.filter((word) => /^\p{L}{3,}$/u.test(word)).map(escapePattern);
	if (nouns.length > 0) {
		const lead = `(?<![\\p{L}\\p{N}])(?:${nouns.join('|')})(?:\\s+(?:number|no\\.?|nr\\.?|id|code|#))?\\s*[:#]?\\s*`;
		const after = new RegExp(`${lead}((?:[A-Z]{1,4}[ -]?)?\\d[\\p{L}\\d/-]{0,19}|[A-Z0-9]{2,}(?:-[A-Z0-9]+)+)`, 'giu');
		const found = [...text.matchAll(after)].map((match) => {
			const value = match[1] ?? '';
			return { value, from: value, at: match.index };
		});
		if (found.length > 0) return found;
	}
	return matches(text, /\b[A-Z]{2,4}[ -]?\d{1,6}[A-Z]?\b/g);
}

/** `133 people` for a field that counts passengers. */
function counts(text: string, field: WantedField): Candidate[] {
	const pattern = /(?<![\p{L}\d.,:/-])(\d{1,3}(?:[,. ]\d{3})+|\d{1,9})\s+((?:\p{L}+\s+){0,2}?)(\p{L}{2,})/gu;
	return [...text.matchAll(pattern)].flatMap((match) => {
		const [, digits = '', between = '', noun = ''] = match;
		const nouns = [noun, ...between.trim().split(/\s+/)].filter((word) => word !== '');
		if (!nouns.some((word) => isCounted(word, field.words))) return [];
		return [{ value: digits.replaceAll(/[,. ]/g, ''), from: `${digits} ${noun}`, at: match.index }];
	});
}

/** A number with a unit; without the unit where the field says which one it is in. */
function quantities(text: string, field: WantedField): Candidate[] {
	const pattern = /(?<![\p{L}\d.,:])(?:[€$£¥]\s?)?-?\d[\d.,]*\s?(?:°\s?[CFK]|[%‰€$£¥]|[\p{L}²³/]{1,12})?/gu;
	return [...text.matchAll(pattern)].flatMap((match) => {
		const from = match[0].trim().replace(/[.,]$/, '');
		const read = readNumber(from);
		if (read === null || read.unit === null) return [];
		const value = read.values['.'] ?? read.values[','];
		if (value === null || unitOf(read.unit) === null) return [];
		const signed = read.negative ? `-${value}` : value;
		if (field.unit === null) return [{ value: from, from, at: match.index }];
		const converted = inUnit(signed, read.unit, field.unit);
		return converted === null ? [] : [{ value: converted, from, at: match.index }];
	});
}

const placeName =
	/^(?:\p{Lu}[\p{L}\p{M}'’.-]*|\p{Lu}{3,4})(?:\s+(?:(?:de|la|of|am|an|der|do|da|del|los|las|den|upon)\s+)?\p{Lu}[\p{L}\p{M}'’-]*){0,3}/u;

/** A name in capitals behind the words that lead to a place. */
function places(text: string, field: WantedField): Candidate[] {
	const journey = journeyOf(field.labels[0] ?? '', field.text);
	const cues = [journey === null ? beforePlace.at : journey === journeys[0] ? beforePlace.start : beforePlace.end];
	return cues.flatMap((cue) =>
		[...text.matchAll(cue)].flatMap((match) => {
			const at = match.index + match[0].length;
			const [name] = placeName.exec(text.slice(at, at + 80)) ?? [];
			return name === undefined ? [] : [{ value: name.replace(/[.'’-]+$/, ''), from: name, at }];
		}),
	);
}
