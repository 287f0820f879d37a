import type * as z from 'zod/mini';
import { explainName, namePattern } from '#contract/ids.ts';
import { columnTypePattern, columnTypes, sha256Pattern } from '#contract/ingest.ts';
import type { Problem, ProblemCode } from '#contract/service/problem-codes.ts';
import { listText } from '#lib/text/list-text.ts';
import { typeNames } from '#lib/text/type-names.ts';

type Issue = z.core.$ZodIssue;

/** Describes a schema's issues, with code and path, such as `sources.0.namespace`. */
export const explainIssues = (value: unknown, issues: readonly Issue[]): Problem[] =>
	issues.map((issue) => {
		const path = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])]
			.map(String)
			.join('.');
		const found = at(value, issue.path);
		const label = recordLabel(issue.path) ?? memberLabel(issue.path);
		const message = explain(issue, label.replace(/^item (?=\d)/, 'Item ') || 'The request body', found);
		return { code: codeOf(issue, found), path: path === '' ? 'body' : path, message };
	});

function codeOf(issue: Issue, found: unknown): ProblemCode {
	if (found === undefined) return 'REQUIRED';
	switch (issue.code) {
		case 'invalid_type':
			return 'INVALID_TYPE';
		case 'too_big':
			return issue.origin === 'string' ? 'TOO_LONG' : issue.origin === 'array' ? 'TOO_MANY' : 'TOO_LARGE';
		case 'too_small':
			return issue.origin === 'string' ? 'TOO_SHORT' : issue.origin === 'array' ? 'TOO_FEW' : 'TOO_SMALL';
		case 'invalid_format':
			return 'INVALID_FORMAT';
		case 'invalid_union': {
			const [first] = issue.errors.at(-1) ?? [];
			return first?.path.length === 0 ? codeOf(first, found) : 'INVALID_VALUE';
		}
		case 'custom':
			return issue.params?.code ?? 'INVALID_VALUE';
		default:
			return 'INVALID_VALUE';
	}
}

/** A record of `data`, counted from 1, with its field; null for other parts of a request. */
export function recordLabel([part, index, ...fields]: readonly PropertyKey[]): string | null {
	if (part !== 'data' || typeof index !== 'number') return null;
	const field = fields.length === 0 ? '' : `, ${fields.map(String).join('.')}`;
	return `Record ${(index + 1).toLocaleString('en')}${field}`;
}

/** A member of a request, such as "namespace in item 1 of sources"; empty for the whole request. */
export const memberLabel = (path: readonly PropertyKey[]): string =>
	path.reduce<string>((outer, key, index) => {
		if (typeof key === 'number') return `item ${(key + 1).toLocaleString('en')} of ${outer}`;
		if (typeof path[index - 1] === 'number') return `${String(key)} in ${outer}`;
		return outer === '' ? String(key) : `${outer}.${String(key)}`;
	}, '');

function explain(issue: Issue, path: string, found: unknown): string {
	switch (issue.code) {
		case 'unrecognized_keys':
			return issue.keys.length === 1
				? `Unknown option: ${issue.keys.map(shown).join('')}. Remove or correct it.`
				: `Unknown options: ${issue.keys.map(shown).join(', ')}. Remove or correct them.`;
		case 'invalid_type':
			if (found === undefined) return `${path} is missing.`;
			return `${path} must be ${typeNames[issue.expected] ?? issue.expected}, not ${kindOf(found)}.`;
		case 'too_big':
			return limit(path, issue.origin, 'at most', issue.maximum);
		case 'too_small':
			return limit(path, issue.origin, 'at least', issue.minimum);
		case 'invalid_format':
			if (typeof found === 'string' && issue.pattern === String(namePattern)) {
				return found === ''
					? `${path} is empty. Enter a name.`
					: (explainName(found, path) ?? `${path} isn’t a valid name.`);
			}
			if (issue.format === 'regex')
				return `${path} must be ${patterns[String(issue.pattern)] ?? 'in the expected format'}, not ${shown(found)}.`;
			return `${path} isn’t a valid ${formats[issue.format] ?? issue.format}.`;
		case 'invalid_value':
			if (found === undefined) return `${path} is missing. Allowed: ${issue.values.map(shown).join(', ')}.`;
			return `${path} must be ${listText(issue.values.map(shown), 'or')}, not ${shown(found)}.`;
		case 'invalid_union': {
			// The last alternative is the most general.
			const [first] = issue.errors.at(-1) ?? [];
			return first?.path.length === 0 ? explain(first, path, found) : `${path} isn’t valid.`;
		}
		default:
			return `${path} isn’t valid: ${issue.message}.`;
	}
}

const formats: Readonly<Record<string, string>> = { uuid: 'UUID' };

/** Descriptions of valid strings, by pattern. */
const patterns: Readonly<Record<string, string>> = {
	[String(columnTypePattern)]: columnTypes,
	[String(sha256Pattern)]: '64 lowercase hex digits',
	[String(/^[1-9]\d{0,9}$/)]: 'a whole number, at least 1',
	[String(/^[1-9]\d{0,6}-[1-9]\d{0,6}$/)]: 'a range of rows, such as 1-12',
	[String(/^(\d|10)$/)]: 'a whole number from 0 to 10',
};

/** A value as JSON, truncated after 100 characters. */
function shown(value: unknown): string {
	const text = typeof value === 'object' && value !== null ? kindOf(value) : String(JSON.stringify(value));
	return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function kindOf(found: unknown): string {
	if (found === null) return 'null';
	if (Array.isArray(found)) return 'a list';
	if (typeof found === 'boolean') return String(found);
	return typeNames[typeof found] ?? typeof found;
}

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

function limit(path: string, origin: string, bound: 'at most' | 'at least', amount: number | bigint): string {
	const unit = units[origin];
	const number = amount.toLocaleString('en');
	if (unit === undefined) return `${path} must be ${bound} ${number}.`;
	return `${path} must have ${bound} ${number} ${unit}${Number(amount) === 1 ? '' : 's'}.`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(found, key) =>
			typeof found === 'object' && found !== null && Object.hasOwn(found, key)
				? (found as Record<PropertyKey, unknown>)[key]
				: undefined,
		value,
	);
}
