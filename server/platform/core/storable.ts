import type { Problem } from '#contract/service/problem-codes.ts';
import { memberLabel } from './issues.ts';
import { invalid } from './service-error.ts';

/** Index of a character that the catalog can't store, in text or JSON: NUL, or a lone surrogate. -1 if there is none. */
export const unstorableAt = (text: string): number => text.search(/\0|\p{Surrogate}/u);

/** For text written by the service: replaces each character that the catalog can't store with U+FFFD, also in member names. */
export function storable<T>(value: T): T;
export function storable(value: unknown): unknown {
	if (typeof value === 'string') return value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD');
	if (Array.isArray(value)) return value.map((item) => storable(item));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [storable(name), storable(item)]));
}

/** What can't be stored in a value from a user, with its path below `base`. Such values are refused rather than changed. */
export function unstorable(base: string, value: unknown): Problem[] {
	const problems: Problem[] = [];
	const refuse = (keys: readonly PropertyKey[]) => {
		const label = memberLabel(keys).replace(/^item (?=\d)/, 'Item ');
		problems.push({
			code: 'INVALID_VALUE',
			path: keys.map(String).join('.'),
			message: `${label} contains a character that can’t be stored: NUL or an unpaired surrogate. Remove it.`,
		});
	};
	const all: { readonly keys: readonly PropertyKey[]; readonly item: unknown }[] = [{ keys: [base], item: value }];
	for (const { keys, item } of all) {
		if (typeof item === 'string' && unstorableAt(item) >= 0) refuse(keys);
		if (typeof item !== 'object' || item === null) continue;
		const isList = Array.isArray(item);
		for (const [name, inner] of Object.entries(item)) {
			const below = [...keys, isList ? Number(name) : storable(name)];
			if (unstorableAt(name) >= 0) refuse(below);
			all.push({ keys: below, item: inner });
		}
	}
	return problems;
}

/** @throws ServiceError VALIDATION_FAILED with the paths of what can't be stored */
export function assertStorable(base: string, value: unknown): void {
	const problems = unstorable(base, value);
	if (problems.length > 0) throw invalid(problems);
}
