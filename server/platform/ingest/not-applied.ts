import { type Change, shown } from './normalize/change.ts';
import { plainWords } from './normalize/hints.ts';
import type { FollowedInstruction } from './normalize/instructions.ts';

/** The fields of a schema that no row has: no record brings them, and none has a text to read them from. */
export function missingFields(schema: Readonly<Record<string, string>>, rows: readonly object[]): Change[] {
	if (rows.length === 0 || Object.keys(schema).length === 0) return [];
	const fields = new Set(rows.flatMap((row) => Object.keys(row)));
	return Object.keys(schema)
		.filter((field) => !fields.has(field))
		.map((field) => {
			const similar = [...fields].find((other) => plainWords(other) === plainWords(field));
			const hint = similar === undefined ? '' : `. Did you mean ${shown(similar)}?`;
			const words = `no record has the field ${shown(field)}, or a text to read it from${hint}`;
			return { field: 'schema', kind: 'instruction', words };
		});
}

/** The instructions that rules follow, but that changed nothing. What a model changed may have followed any of them. */
export function withoutEffect(
	followed: readonly FollowedInstruction[],
	changes: readonly (readonly Change[])[],
): Change[] {
	const kinds = new Set(changes.flatMap((changes) => changes.map((change) => change.kind)));
	if (kinds.has('model')) return [];
	return followed
		.filter(({ kind }) => !kinds.has(kind))
		.map(({ sentence, kind }) => {
			const why = kind === 'spaces' ? ': no text has spaces at its ends' : ' in these records';
			return { field: 'instructions', kind: 'instruction', words: `${shown(sentence)} changed nothing${why}` };
		});
}
