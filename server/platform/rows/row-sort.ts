import type { Column } from '#contract/dataset.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { unknownColumn } from './row-filter.ts';

export interface SortColumn {
	readonly name: string;
	readonly descending: boolean;
}

/** Parses the `sort` of a request for rows: `column` or `-column`, comma-separated. Nulls come last. */
export function readSort(text: string | undefined, columns: readonly Column[]) {
	/** In SQL, without ORDER BY; empty for storage order. */
	const terms: string[] = [];
	/** The primary sort column; null for storage order. */
	let lead: SortColumn | null = null;
	const problems: Problem[] = [];
	const seen = new Set<string>();
	for (const [index, word] of (text ? wordsOf(text) : []).entries()) {
		const path = `sort.${index}`;
		const found = termOf(word, columns);
		if (found === null) problems.push(unknownColumn(path, unquoted(word.replace(/^-/, '')), columns));
		else if (seen.has(found.name))
			problems.push({
				code: 'DUPLICATE',
				path,
				message: `"${found.name}" is listed twice in sort. Remove the duplicate.`,
			});
		else terms.push(`${quoted(found.name)} ${found.descending ? 'DESC' : 'ASC'} NULLS LAST`);
		if (found !== null) seen.add(found.name);
		lead ??= found;
	}
	return { terms, lead, problems };
}

function termOf(word: string, columns: readonly Column[]): SortColumn | null {
	const has = (name: string): boolean => columns.some((column) => column.name === name);
	// A column name may itself begin with a minus.
	if (has(unquoted(word))) return { name: unquoted(word), descending: false };
	const rest = unquoted(word.slice(1));
	return word.startsWith('-') && has(rest) ? { name: rest, descending: true } : null;
}

/** Comma-separated names; a name with a comma is in double quotes. */
export const namesIn = (text: string): string[] => wordsOf(text).map(unquoted);

/** Splits at commas outside double quotes. */
const wordsOf = (text: string): string[] => text.match(/(?:-?"(?:[^"]|"")*"|[^,"]|")+|(?<=^|,)(?=,|$)/g) ?? [];

const unquoted = (word: string): string =>
	/^"(?:[^"]|"")*"$/.test(word) ? word.slice(1, -1).replaceAll('""', '"') : word;
