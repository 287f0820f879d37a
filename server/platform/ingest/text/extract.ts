import { escapePattern } from '#lib/text/escape-pattern.ts';
import { readNumber } from '../normalize/numbers.ts';
import { readTime } from '../normalize/times.ts';
import { inUnit, unitOf } from '../normalize/units.ts';
import { beforePlace, isCounted, type Journey, journeyOf, journeys } from './cues.ts';
import type { WantedField } from './field.ts';
import { findDates } from './find-dates.ts';

/** A field's value in a text: a value with the words it was read from, several candidates, or null. */
export type Extracted =
	| { readonly value: string; readonly from: string }
	| { readonly several: readonly string[] }
	| null;

interface Candidate {
	readonly value: string;
	readonly from: string;
	readonly at: number;
}

/** Extracts one field from a text, by its label or kind. Nothing is invented: a value is in the text, or is the ISO form of one that is. */
export function extract(text: string, field: WantedField): Extracted {
	return labeled(text, field) ?? choose(text, field, candidatesOf(text, field));
}

/** `Origin: SFO`, `origin = SFO`, at the start of a line or after a comma. */
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

const mostTimes = 50;

/** Picks the value if there is a single candidate. A departure's time or date is never used for the arrival. */
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

/** The part of a journey that the nearest verb before a position refers to, or else the nearest after it. */
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
		// Two numbers separated by a dot are a time only if the context says so.
		if (value === null || (/^\d+\.\d+$/.test(from) && !/\b(at|um|by|until|from)\s+$/i.test(text.slice(0, match.index))))
			return [];
		return [{ value, from, at: match.index }];
	});
}

/** `Flight UA 12`, `order no. 4711`: what follows the field's noun; otherwise, a code such as `UA12`. */
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

/** A number with a unit; the unit may be missing if the field names it. */
function quantities(text: string, field: WantedField): Candidate[] {
	const pattern = /(?<![\p{L}\d.,:])(?:[€$£¥]\s?)?-?\d[\d.,]*\s?(?:°\s?[CFK]|[%‰€$£¥]|[\p{L}²³/]{1,12})?/gu;
	return [...text.matchAll(pattern)].flatMap((match) => {
		const from = match[0].trim().replace(/[.,]$/, '');
		const read = readNumber(from, field.unit);
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

/** A capitalized name after words that introduce a place. */
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
