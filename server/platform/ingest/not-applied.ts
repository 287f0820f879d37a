import { Decimal } from '#lib/exact-json/exact-json.ts';
import { type Change, shown } from './normalize/change.ts';
import { hintOf, type Kind, plainWords } from './normalize/hints.ts';
import type { FollowedInstruction } from './normalize/instructions.ts';

/** Fields of a schema that no row has: no record contains them, and there is no text to extract them from. */
export function missingFields(schema: Readonly<Record<string, string>>, rows: readonly object[]): Change[] {
	if (rows.length === 0 || Object.keys(schema).length === 0) return [];
	const fields = new Set(rows.flatMap((row) => Object.keys(row)));
	return Object.keys(schema)
		.filter((field) => !fields.has(field))
		.map((field) => {
			const similar = [...fields].find((other) => plainWords(other) === plainWords(field));
			const hint = similar === undefined ? '' : `. Did you mean ${shown(similar)}?`;
			const words = `no record has the field ${shown(field)} or text that may contain it${hint}`;
			return { field: 'schema', kind: 'instruction', words };
		});
}

const isOfKind: Partial<Record<Kind, (value: unknown) => boolean>> = {
	number: (value) => typeof value === 'number' || value instanceof Decimal,
	date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value),
	boolean: (value) => typeof value === 'boolean',
};
const kindWords: Partial<Record<Kind, readonly [one: string, several: string]>> = {
	number: ['a number', 'numbers'],
	date: ['a date', 'dates'],
	boolean: ['true or false', 'true or false'],
};

/** Fields that a schema describes as numbers, dates or booleans and whose values couldn't be read as such. */
export function unreadFields(schema: Readonly<Record<string, string>>, rows: readonly object[]): Change[] {
	return Object.entries(schema).flatMap(([field, description]) => {
		const { kind } = hintOf('', description);
		const isRead = kind === null || kind === 'other' ? undefined : isOfKind[kind];
		const words = kind === null || kind === 'other' ? undefined : kindWords[kind];
		if (isRead === undefined || words === undefined) return [];
		const values = rows.map((row) => (row as Readonly<Record<string, unknown>>)[field]);
		const unread = values.filter((value) => value !== null && value !== undefined && value !== '' && !isRead(value));
		if (unread.length === 0) return [];
		const count =
			unread.length === 1
				? `1 value in ${shown(field)} isn’t ${words[0]}`
				: `${unread.length} values in ${shown(field)} aren’t ${words[1]}`;
		const stay = unread.length === 1 ? 'wasn’t changed:' : 'weren’t changed, for example';
		return [{ field: 'schema', kind: 'instruction', words: `${count} and ${stay} ${shown(String(unread[0]))}` }];
	});
}

/** Instructions that rules follow but that changed nothing. A model's changes may have followed any of them. */
export function withoutEffect(
	followed: readonly FollowedInstruction[],
	changes: readonly (readonly Change[])[],
): Change[] {
	const kinds = new Set(changes.flatMap((changes) => changes.map((change) => change.kind)));
	if (kinds.has('model')) return [];
	return followed
		.filter(({ kind }) => !kinds.has(kind))
		.map(({ sentence, kind }) => {
			const why = kind === 'spaces' ? ': no text has leading or trailing spaces' : ' in these records';
			return { field: 'instructions', kind: 'instruction', words: `${shown(sentence)} changed nothing${why}` };
		});
}
