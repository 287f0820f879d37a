import {
	type CountryCode,
	getCountryCallingCode,
	isSupportedCountry,
	type PhoneNumber,
	parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { countryOf } from './countries.ts';
import { type ColumnTexts, isOfKind, type Plan } from './decide.ts';
import { statedCountry } from './hints.ts';

const mayBePhone = (text: string): boolean =>
	text.length <= 40 && /^[+(]?[\d\s().\-/+]{5,}(\s*(x|ext\.?)\s*\d+)?$/i.test(text);

/** As numbers are written in North America only. */
const northAmerican = /^\(\d{3}\) ?\d{3}-\d{4}$/;

const read = (text: string, country?: CountryCode): PhoneNumber | null => {
	if (!mayBePhone(text)) return null;
	if (northAmerican.test(text) && (country === undefined || getCountryCallingCode(country) !== '1')) return null;
	const found = parsePhoneNumberFromString(text.replace(/^00(?=[1-9])/, '+'), country);
	return found?.isValid() ? found : null;
};

/** Writes phone numbers as +493012345, or with spaces if most of the dataset or the column have them; the country comes from the column's other numbers or the instructions. */
export async function planPhones(
	column: ColumnTexts,
	hinted: boolean,
	yieldToEventLoop: YieldToEventLoop,
): Promise<Plan | null> {
	const { hint, texts, all, saved } = column;
	if (!hinted && ![...texts.keys()].some((text) => /^(\+|00)/.test(text))) return null;
	const international: PhoneNumber[] = [];
	let [spacedAlready, withCode, withoutCode] = [0, 0, 0];
	for (const [text, times] of texts) {
		await yieldToEventLoop();
		const found = /^(\+|00)/.test(text) ? read(text) : null;
		if (found === null) {
			if (mayBePhone(text)) withoutCode += times;
			continue;
		}
		withCode += times;
		international.push(found);
		if (found.formatInternational() === text) spacedAlready += times;
	}
	const countries = new Set(international.map((phoneNumber) => phoneNumber.country));
	const [only] = countries;
	const [, stated] = statedCountry.exec(hint.words) ?? [];
	const ruled = (stated === undefined ? null : countryOf(stated.trim())) ?? hint.rules.country;
	// A few numbers don't decide for the rest.
	const agreed = countries.size === 1 && withCode >= withoutCode ? only : undefined;
	const country = ruled !== null && isSupportedCountry(ruled) ? ruled : agreed;
	let fitting = 0;
	for (const [text, times] of texts) {
		await yieldToEventLoop();
		if (hinted ? mayBePhone(text) : read(text, country) !== null) fitting += times;
	}
	if (!isOfKind(fitting, all, hinted)) return null;
	const savedNumbers = saved.filter((text) => text.startsWith('+') && read(text) !== null);
	const spaced =
		savedNumbers.length > 0
			? savedNumbers.filter((text) => read(text)?.formatInternational() === text).length * 2 > savedNumbers.length
			: spacedAlready > all / 2;
	return (text) => {
		const found = read(text, country);
		if (found === null) {
			if (!mayBePhone(text)) return null;
			return {
				unsure:
					country === undefined
						? 'the country of this phone number is unclear'
						: `not a valid phone number for country ${country}`,
			};
		}
		const value = spaced
			? found.formatInternational()
			: found.format('E.164') + (found.ext ? ` ext. ${found.ext}` : '');
		return value === text
			? null
			: {
					value,
					kind: 'phone',
					why: found.country === undefined ? 'international phone number' : `phone number, country ${found.country}`,
				};
	};
}
