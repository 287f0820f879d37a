import type * as z from 'zod/mini';
import type { SubError } from '#contract/error.ts';
import { explainName, namePattern } from '#contract/ids.ts';

type Issue = z.core.$ZodIssue;

/** Says in words what a schema found; `code` is the path, such as `sources.0.namespace`. */
export const explainIssues = (value: unknown, issues: readonly Issue[]): SubError[] =>
	issues.map((issue) => {
		const path = issue.path.map(String).join('.');
		const message = explain(issue, recordLabel(issue.path) ?? (path || 'The body'), at(value, issue.path));
		return { code: path === '' ? 'body' : path, message };
	});

/** A record of `data`, as people count, with its field; null for another part of a request. */
export function recordLabel([part, index, ...fields]: readonly PropertyKey[]): string | null {
	if (part !== 'data' || typeof index !== 'number') return null;
	const field = fields.length === 0 ? '' : `, ${fields.map(String).join('.')}`;
	return `Record ${(index + 1).toLocaleString('en')}${field}`;
}

function explain(issue: Issue, path: string, found: unknown): string {
	switch (issue.code) {
		case 'invalid_type':
			if (found === undefined) return `${path} is missing.`;
			return `${path} must be ${kinds[issue.expected] ?? issue.expected}, not ${kindOf(found)}.`;
		case 'too_big':
			return `${path} is too large: at most ${issue.maximum.toLocaleString('en')} ${unitOf(issue.origin)}.`;
		case 'too_small':
			return `${path} is too small: at least ${issue.minimum.toLocaleString('en')} ${unitOf(issue.origin)}.`;
		case 'invalid_format':
			if (typeof found === 'string' && issue.pattern === String(namePattern)) {
				return explainName(found, path) ?? `${path} is not a valid name.`;
			}
			return `${path} is not a valid ${issue.format === 'regex' ? 'value' : issue.format}.`;
		default:
			return `${path} is not valid: ${issue.message}.`;
	}
}

const kinds: Readonly<Record<string, string>> = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	record: 'an object',
};

function kindOf(found: unknown): string {
	if (found === null) return 'null';
	if (Array.isArray(found)) return 'a list';
	return kinds[typeof found] ?? typeof found;
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };
const unitOf = (origin: string): string => units[origin] ?? '';

function at(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(found, key) =>
			typeof found === 'object' && found !== null && Object.hasOwn(found, key)
				? (found as Record<PropertyKey, unknown>)[key]
				: undefined,
		value,
	);
}
