import countries from 'i18n-iso-countries';
import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { type ColumnTexts, isOfKind, type Plan } from './decide.ts';

type Form = 'alpha-2' | 'alpha-3' | `name:${string}`;

interface Known {
	readonly alpha2: string;
	readonly forms: readonly Form[];
}

/** By folded name in any language, and by code. Names of two countries are left out. */
let byName: Map<string, Known | null> | undefined;

const fold = (text: string): string =>
	text
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.replaceAll(/[.'’]/g, '')
		.replaceAll(/[\s-]+/g, ' ')
		.trim()
		.toLowerCase();

/** Reads the names, one language at a time; English has priority if names clash. */
function* readNames(): Iterable<undefined> {
	const found = new Map<string, Known | null>();
	const english = new Map<string, string>();
	const languages = ['en', ...countries.getSupportedLanguages().filter((language) => language !== 'en')];
	for (const language of languages) {
		for (const [alpha2, all] of Object.entries(countries.getNames(language, { select: 'all' }))) {
			for (const name of all) note(found, english, fold(name), alpha2, language);
		}
		yield;
	}
	for (const [alpha3, alpha2] of Object.entries(countries.getAlpha3Codes())) {
		if (!found.has(alpha3.toLowerCase())) found.set(alpha3.toLowerCase(), { alpha2, forms: ['alpha-3'] });
	}
	byName = found;
}

function note(
	found: Map<string, Known | null>,
	english: Map<string, string>,
	key: string,
	alpha2: string,
	language: string,
): void {
	// "Y" and "man" are names somewhere, but mean something else in most columns.
	if (/^[a-z]{1,2}$/.test(key) || (key.length < 4 && /^[a-z]+$/.test(key) && language !== 'en')) return;
	if (language === 'en') english.set(key, alpha2);
	const before = found.get(key);
	if (before === null || (english.has(key) && english.get(key) !== alpha2)) return;
	if (before !== undefined && before.alpha2 !== alpha2) found.set(key, null);
	else found.set(key, { alpha2, forms: [...(before?.forms ?? []), `name:${language}`] });
}

/** Reads the names of countries once, which takes some tens of milliseconds, yielding in between. */
export async function prepareCountries(yieldToEventLoop: YieldToEventLoop): Promise<void> {
	if (byName !== undefined) return;
	for (const _ of readNames()) await yieldToEventLoop();
}

/** Everyday English names that no list has, and that stay as they are. */
const everyday = new Map([
	['laos', 'LA'],
	['syria', 'SY'],
	['moldova', 'MD'],
	['brunei', 'BN'],
	['vatican city', 'VA'],
	['falkland islands', 'FK'],
]);

/** Abbreviations and other common names that no list has. */
const usual = new Map([
	...everyday,
	['uk', 'GB'],
	['great britain', 'GB'],
	['uae', 'AE'],
	['holland', 'NL'],
	['south korea', 'KR'],
]);

function find(text: string): Known | null {
	if (text.length > 80) return null;
	const alias = usual.get(fold(text));
	if (alias !== undefined) return { alpha2: alias, forms: ['name:en'] };
	if (/^[A-Za-z]{2}$/.test(text)) {
		const alpha2 = text.toUpperCase();
		return countries.alpha2ToAlpha3(alpha2) === undefined ? null : { alpha2, forms: ['alpha-2'] };
	}
	if (byName === undefined) Array.from(readNames());
	return byName?.get(fold(text)) ?? null;
}

/** ISO 3166-1 alpha-2 of a country given in any known language or as a code; null if it's unknown or ambiguous. */
export const countryOf = (text: string): string | null => find(text)?.alpha2 ?? null;

const knownIn = (texts: ColumnTexts['texts']) =>
	[...texts].flatMap(([text, times]) => {
		const known = find(text);
		return known === null ? [] : [{ known, times }];
	});

/** Writes countries in a single form: as the field's description says, else as the dataset or most of the column does, else in English. */
export function planCountries({ texts, all, saved, hint }: ColumnTexts, isDescribed: boolean): Plan | null {
	const before = knownIn(new Map(saved.map((text) => [text, 1])));
	const areSaved = isOfKind(before.length, saved.length, true);
	const hinted = isDescribed || areSaved;
	// Two letters alone too often mean something else.
	if (!hinted && [...texts.keys()].every((value) => value.length < 4)) return null;
	const found = knownIn(texts);
	const fitting = found.reduce((sum, { times }) => sum + times, 0);
	if (!isOfKind(fitting, all, hinted)) return null;
	const form = describedForm(hint.words, hint.rules.countryForm) ?? commonForm(areSaved ? before : found);
	return (text) => {
		const country = find(text);
		if (country === null) return hinted ? { unsure: 'unknown country name' } : null;
		const value = write(country.alpha2, form);
		if (value === text || (country.forms.includes(form) && form.startsWith('name:') && sameName(text, country, form)))
			return null;
		return { value, kind: 'country', why: `country ${country.alpha2}` };
	};
}

/** Other names in the same language aren't replaced, except for the shortest forms. */
function sameName(text: string, { alpha2 }: Known, form: Form): boolean {
	const all = countries.getName(alpha2, form.slice(5), { select: 'all' }) ?? [];
	return (all.includes(text) && text.length > 3) || (form === 'name:en' && everyday.has(fold(text)));
}

function describedForm(words: string, rule: 'name' | 'alpha-2' | 'alpha-3' | null): Form | null {
	if (rule !== null) return rule === 'name' ? 'name:en' : rule;
	if (/\b(alpha ?3|iso3|three letters?|3 letters?)\b/.test(words)) return 'alpha-3';
	if (/\b(alpha ?2|iso2|iso|code|two letters?|2 letters?)\b/.test(words)) return 'alpha-2';
	return /\bin english\b|\benglish names?\b/.test(words) ? 'name:en' : null;
}

/** The most common form; a name counts for every language that has it, and English wins ties. */
function commonForm(found: readonly { readonly known: Known; readonly times: number }[]): Form {
	const counts = new Map<Form, number>();
	for (const { known, times } of found)
		for (const form of known.forms) counts.set(form, (counts.get(form) ?? 0) + times);
	const most = Math.max(...counts.values());
	return (counts.get('name:en') ?? 0) === most
		? 'name:en'
		: ([...counts].find(([, n]) => n === most)?.[0] ?? 'name:en');
}

/** For names, the usual short one: `United States` rather than `United States of America`. */
function write(alpha2: string, form: Form): string {
	if (form === 'alpha-2') return alpha2;
	if (form === 'alpha-3') return countries.alpha2ToAlpha3(alpha2) ?? alpha2;
	return countries.getName(alpha2, form.slice(5), { select: 'all' })?.[0] ?? alpha2;
}
