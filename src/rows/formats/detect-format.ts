import { type Dialect, detectColumn, detectDialect, dialectFor } from '#lib/delimited/dialect.ts';
import type { ReadAs } from '../source/content.ts';
import { JsonProblem, skipBlank, skipValue } from './json/json-scan.ts';

export type TextShape =
	| { readonly kind: 'json' | 'ndjson' }
	| { readonly kind: 'delimited'; readonly dialect: Dialect }
	/** Plain text; `warning` explains what is probably wrong. */
	| { readonly kind: 'plain'; readonly what: string; readonly extension: string; readonly warning: string | null };

const comparedLines = 20;

/**
 * @param sample the first 64 KB
 * @param isWhole whether that's the whole text
 * @param as the user's choice, if any
 */
export function detectFormat(sample: string, isWhole: boolean, as: ReadAs | null): TextShape {
	if (as !== null) return { kind: 'delimited', dialect: dialectFor(as.delimiter, sample, isWhole) };
	const start = sample.trimStart();
	if (start === '') return plain('Only whitespace');
	if (/^<!doctype html|^<html[\s>]/i.test(start)) {
		const title = /<title[^>]*>\s*([^<]*?)\s*<\/title>/i.exec(sample)?.[1] ?? '';
		const named = title === '' ? '' : ` Its title is "${title.slice(0, 200)}".`;
		return plain(
			'Web page (HTML)',
			'html',
			`The object store returned a web page instead of the output. It’s probably an error page.${named} Reload the page, or contact your admin.`,
		);
	}
	if (/^<\?xml|^<Error>/.test(start)) return xml(start);
	if (/^[[{]/.test(start)) {
		if (isNdjson(sample, isWhole)) return { kind: 'ndjson' };
		if (/^(\{\s*("|\}|$)|\[\s*([[{"\]\d-]|true|false|null|$))/.test(start)) return { kind: 'json' };
	}
	const dialect = detectDialect(sample, isWhole) ?? detectColumn(sample, isWhole);
	return dialect === null ? plain('Plain text') : { kind: 'delimited', dialect };
}

const plain = (what: string, extension = 'txt', warning: string | null = null): TextShape => ({
	kind: 'plain',
	what,
	extension,
	warning,
});

function xml(text: string): TextShape {
	const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1];
	if (!/<Error>/.test(text) || code === undefined) return plain('XML', 'xml');
	const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? '';
	return plain(
		'Object store error (XML)',
		'xml',
		`The object store returned an error instead of the output. Reload the page, or contact your admin. Details: ${[code, message].filter((part) => part !== '').join('. ')}`,
	);
}

/** Whether each line is a JSON value: most of the first ones, and more than one. */
function isNdjson(sample: string, isWhole: boolean): boolean {
	const all = sample.split('\n');
	const lines = (isWhole ? all : all.slice(0, -1)).filter((line) => line.trim() !== '').slice(0, comparedLines);
	const values = lines.filter(isValueOfRows).length;
	return lines.length > 1 && values * 2 >= lines.length;
}

function isValueOfRows(line: string): boolean {
	const start = skipBlank(line, 0);
	if (line[start] !== '{' && line[start] !== '[') return false;
	try {
		return skipBlank(line, skipValue(line, start)) >= line.length;
	} catch (error) {
		if (error instanceof JsonProblem) return false;
		throw error;
	}
}
