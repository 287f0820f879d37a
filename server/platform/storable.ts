import type { SubError } from '#contract/error.ts';
import { invalid } from './service-error.ts';

/** Where a text holds what the catalogue cannot, neither as text nor within JSON: NUL, or half of a surrogate pair. -1: nowhere. */
export const unstorableAt = (text: string): number => text.search(/\0|\p{Surrogate}/u);

/** What the service itself writes down, with U+FFFD for each character that the catalogue cannot hold, in names of members too. */
export function storable<T>(value: T): T;
export function storable(value: unknown): unknown {
	if (typeof value === 'string') return value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
	if (Array.isArray(value)) return value.map((it) => storable(it));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, it]) => [storable(name), storable(it)]));
}

/** What of a value that a person sent cannot be stored, with its place below `code`. It is refused rather than changed. */
export function unstorable(code: string, value: unknown): SubError[] {
	const problems: SubError[] = [];
	const refuse = (place: string) =>
		problems.push({
			code: place,
			message: `The text of ${place} holds a character that cannot be stored: NUL, or half of a pair. Remove it.`,
		});
	const all: { readonly place: string; readonly it: unknown }[] = [{ place: code, it: value }];
	for (const { place, it } of all) {
		if (typeof it === 'string' && unstorableAt(it) >= 0) refuse(place);
		if (typeof it !== 'object' || it === null) continue;
		for (const [name, inner] of Object.entries(it)) {
			if (unstorableAt(name) >= 0) refuse(`${place}.${storable(name)}`);
			all.push({ place: `${place}.${storable(name)}`, it: inner });
		}
	}
	return problems;
}

/** @throws ServiceError VALIDATION_FAILED with the places of what cannot be stored */
export function assertStorable(code: string, value: unknown): void {
	const problems = unstorable(code, value);
	if (problems.length > 0) throw invalid(problems);
}
