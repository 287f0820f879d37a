import { countryOf } from '../normalize/countries.ts';
import { findDates } from '../text/find-dates.ts';

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const tokens = (text: string): string[] => fold(text).match(/[\p{L}]+|\d+/gu) ?? [];

const months =
	/^(jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]|gen|giu|lug|ago|set|dic|ene|abr|janv|f[eé]v|avr|juin|juil|ao[uû]|d[eé]c)/i;

/** Whether the text supports a model's value, by its words and digits or as another spelling of a date or country; otherwise it's invented. */
export function isSupported(value: string, text: string): boolean {
	const given = new Set(tokens(text));
	const digits = fold(text).replaceAll(/[^\d]/g, '');
	const wanted = tokens(value);
	if (wanted.every((value) => given.has(value))) return true;
	if (isSameNumber(value, text)) return true;
	if (findDates(text).some((date) => date.value === value)) return true;
	if (isSameDate(value, text)) return true;
	const country = countryOf(value);
	if (country !== null && mentions(text, country)) return true;
	return wanted.length === 1 && digits === wanted[0];
}

function isSameNumber(value: string, text: string): boolean {
	if (!/^-?\d+(\.\d+)?$/.test(value)) return false;
	const plain = value.replaceAll(/\D/g, '');
	return (text.match(/\d[\d.,'’ \u00a0\u202f]*/g) ?? []).some((value) => value.replaceAll(/\D/g, '') === plain);
}

/** `2024-03-05` if the text has year, month and day as digits or, for the month, as a name. */
function isSameDate(value: string, text: string): boolean {
	const [, year = '', month = '', day = '', , hour, minute] =
		/^(\d{4})-(\d{2})-(\d{2})([T ](\d{2}):(\d{2}))?/.exec(value) ?? [];
	if (year === '') return false;
	const numbers = (text.match(/\d+/g) ?? []).map(Number);
	const has = (value: string) => numbers.includes(Number(value));
	const named = (text.match(/\p{L}{3,}/gu) ?? []).some((value) => months.test(value));
	const timed = hour === undefined || ((has(hour) || has(String(Number(hour) % 12 || 12))) && has(minute ?? ''));
	return (has(year) || has(year.slice(2))) && has(day) && (has(month) || named) && timed;
}

/** Whether a text is or contains the name of a country, in any language. */
function mentions(text: string, alpha2: string): boolean {
	if (countryOf(text.trim()) === alpha2) return true;
	const words = text
		.split(/[^\p{L}\p{M}'’-]+/u)
		.filter((part) => part !== '')
		.slice(0, 500);
	return words.some((_, at) =>
		[1, 2, 3].some((length) => countryOf(words.slice(at, at + length).join(' ')) === alpha2),
	);
}
