import {
	countCharacters,
	type IngestRecord,
	maxIngestText,
	metadataPrefix,
	type PreviewRow,
} from '#contract/ingest.ts';
import type { LinkEnd } from '#contract/link.ts';
import { countOf } from '../../lib/format.ts';
import { type FoundColumn, textOf } from '../../rows/index.ts';
import type { IngestDraft } from '../../storage/ingest-drafts.ts';
import { readCoordinate } from '../names/model.ts';

/** Records as a table; undefined where a record lacks a field. */
export interface Records {
	readonly names: readonly string[];
	readonly rows: readonly (readonly unknown[])[];
	/** Column types by field, if the source file has them. */
	readonly types: Readonly<Record<string, string>>;
}

export const typesOf = (columns: readonly FoundColumn[]): Record<string, string> =>
	Object.fromEntries(columns.flatMap((column) => (column.declared === null ? [] : [[column.name, column.declared]])));

export const noRecords: Records = { names: [], rows: [], types: {} };

/** Whether both have equal values and types under the same names. */
export function sameRecords(one: Records, other: Records): boolean {
	if (one === other) return true;
	const areSame = (a: readonly unknown[], b: readonly unknown[]) =>
		a.length === b.length &&
		a.every(
			(value, index) =>
				value === b[index] || (isObject(value) && isObject(b[index]) && textOf(value) === textOf(b[index])),
		);
	return (
		areSame(one.names, other.names) &&
		one.names.every((name) => one.types[name] === other.types[name]) &&
		one.rows.length === other.rows.length &&
		one.rows.every((row, index) => areSame(row, other.rows[index] ?? []))
	);
}

const isObject = (item: unknown): item is object => typeof item === 'object' && item !== null;

/** What is sent with the records. */
export type Instructions = IngestDraft['instructions'];
export type SchemaRow = Instructions['schema'][number];
/** A field, and the column to look up its values in. `dataset` is as typed. */
export type LinkedColumn = NonNullable<Instructions['linked']>[number];

export const noInstructions: Instructions = {
	description: '',
	schema: [],
	instructions: '',
	link: false,
	linked: null,
};

export const toRecords = ({ names, rows }: Records): IngestRecord[] =>
	rows.map((row) =>
		Object.fromEntries(names.flatMap((name, index) => (row[index] === undefined ? [] : [[name, row[index]]]))),
	);

/** The nonempty members of a request. @param me owner of datasets without one */
export function bodyOf(data: IngestRecord[], given: Instructions, me: string) {
	const { description, schema, instructions } = given;
	const link = linkOf(given, me);
	const fields = schema
		.filter((row) => row.field.trim() !== '')
		.map((row) => [row.field.trim(), row.description] as const);
	return {
		data,
		...(description.trim() === '' ? {} : { description }),
		...(fields.length === 0 ? {} : { schema: Object.fromEntries(fields) }),
		...(instructions.trim() === '' ? {} : { instructions }),
		...(link === null ? {} : { link: { ExactMatch: link.columns === null ? null : { columns: link.columns } } }),
	};
}

/** What to compare. Null: nothing; `columns` null: columns of the same name. Incomplete lines are dropped. */
function linkOf({ link, linked }: Instructions, me: string): { columns: Record<string, LinkEnd> | null } | null {
	if (!link || linked === null) return link ? { columns: null } : null;
	const ends = linked.flatMap(({ field, dataset, column }) => {
		const { coordinate } = readCoordinate(dataset, me);
		if (field === '' || column === '' || coordinate === null) return [];
		const { owner, namespace, datasetName } = coordinate;
		return [[field, { username: owner, namespace, dataset: datasetName, columnName: column }] as const];
	});
	return ends.length === 0 ? null : { columns: Object.fromEntries(ends) };
}

/** Why the chosen columns can't be sent, or null. */
export function linkProblem({ link, linked }: Instructions): string | null {
	if (!link || linked === null) return null;
	const fields = linked.map((column) => column.field).filter((value) => value !== '');
	const twice = fields.find((field, index) => fields.indexOf(field) !== index);
	return twice === undefined
		? null
		: `The field "${twice}" is matched with more than one column. Choose only one column.`;
}

export const textLabel = { description: 'Description', instructions: 'Additional instructions' } as const;

/** @param label of its field */
export function tooLong(label: string, text: string): string | null {
	const count = countCharacters(text);
	if (count <= maxIngestText) return null;
	return `"${label}" has ${count.toLocaleString('en')} characters, but the limit is ${maxIngestText.toLocaleString('en')}. Remove ${countOf(count - maxIngestText, 'character')}.`;
}

export interface Note {
	/** Null for notes about the whole record. */
	readonly field: string | null;
	readonly kind: string;
	readonly words: string;
}

/** Parses a row's notes: lines of "field: kind: words", or any text from other services. */
export const notesOf = (row: PreviewRow): Note[] =>
	Object.entries(row).flatMap(([name, value]) => {
		if (!name.startsWith(metadataPrefix)) return [];
		const step = name.slice(metadataPrefix.length);
		return textOf(value)
			.split('\n')
			.filter((line) => line.trim() !== '')
			.map((line) => noteOf(line, step));
	});

function noteOf(line: string, step: string): Note {
	const [, field, kind, words] = /^(.+?): ([a-z]+): (.*)$/s.exec(line) ?? [];
	if (field === undefined || kind === undefined || words === undefined) return { field: null, kind: step, words: line };
	return { field, kind, words };
}

/** Whether a note is about all records, whichever row has it (docs/ingestion.md). */
const isGeneral = ({ kind }: Note): boolean => kind === 'instruction';

export const ownNotesOf = (row: PreviewRow): Note[] => notesOf(row).filter((note) => !isGeneral(note));

/** Instructions that weren't followed or had no effect, without duplicates: many rows may repeat them. */
const generalNotesOf = (rows: readonly PreviewRow[]): string[] => [
	...new Set(rows.flatMap((row) => notesOf(row).filter(isGeneral)).map((note) => note.words)),
];

interface Pair {
	/** Index of the record; null for an unexplained row. */
	readonly input: number | null;
	/** Index of the row; null if the record has none. */
	readonly output: number | null;
}

/** Matches rows to records: by index if the counts are equal, otherwise by most shared values, in order. */
export function align(inputs: readonly IngestRecord[], outputs: readonly PreviewRow[]): Pair[] {
	if (inputs.length === outputs.length) return inputs.map((_, index) => ({ input: index, output: index }));
	const values = inputs.map((item) => new Set(Object.values(item).map(textOf)));
	const pairs: Pair[] = [];
	let at = 0;
	let used = -1;
	for (const [output, row] of outputs.entries()) {
		const texts = Object.entries(row).flatMap(([name, value]) =>
			name.startsWith(metadataPrefix) ? [] : [textOf(value)],
		);
		let [best, score] = [-1, 0];
		for (let input = Math.max(0, at); input < Math.min(inputs.length, at + 200); input += 1) {
			const shared = texts.filter((text) => text !== '' && values[input]?.has(text)).length;
			if (shared > score) [best, score] = [input, shared];
		}
		if (best === -1) pairs.push({ input: null, output });
		else {
			for (let skipped = used + 1; skipped < best; skipped += 1) pairs.push({ input: skipped, output: null });
			pairs.push({ input: best, output });
			[at, used] = [best, Math.max(used, best)];
		}
	}
	for (let input = used + 1; input < inputs.length; input += 1) pairs.push({ input, output: null });
	return pairs;
}

export interface ResultRow extends Pair {
	readonly before: IngestRecord | undefined;
	readonly after: PreviewRow | undefined;
	readonly isChanged: boolean;
}

export function outcomeOf(inputs: readonly IngestRecord[], outputs: readonly PreviewRow[]) {
	const namesBefore = namesOf(inputs);
	const namesAfter = namesOf(outputs).filter((value) => !value.startsWith(metadataPrefix));
	const kinds = new Map<string, number>();
	for (const row of outputs) {
		for (const kind of new Set(ownNotesOf(row).flatMap((note) => (note.field === null ? [] : [note.kind]))))
			kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
	}
	const fields = [...new Set([...namesBefore, ...namesAfter])];
	const rows = align(inputs, outputs).map((pair): ResultRow => {
		const [before, after] = [inputs[pair.input ?? -1], outputs[pair.output ?? -1]];
		const isChanged =
			before === undefined || after === undefined || fields.some((field) => isOther(before, after, field));
		return { ...pair, before, after, isChanged };
	});
	const kept = rows.filter((row) => row.output !== null);
	return {
		rows,
		/** Fields of both sides, those of the records first. */
		fields,
		appeared: namesAfter.filter((field) => !namesBefore.includes(field)),
		vanished: namesBefore.filter((field) => !namesAfter.includes(field)),
		changed: rows.filter((row) => row.isChanged).length,
		dropped: rows.length - kept.length,
		/** Rows without a record, or beyond a record's first. */
		added: kept.length - new Set(kept.flatMap(({ input }) => input ?? [])).size,
		/** Number of rows with a note of each kind. */
		kinds,
		general: generalNotesOf(outputs),
	};
}

/** Fields of records, in order of occurrence. */
export const namesOf = (records: readonly Readonly<Record<string, unknown>>[]): string[] => [
	...new Set(records.flatMap((record) => Object.keys(record))),
];

/** Whether a field's value differs. A missing field equals an empty one. */
export const isOther = (before: IngestRecord | undefined, after: PreviewRow | undefined, field: string): boolean =>
	textIn(before, field) !== textIn(after, field);

const textIn = (values: Readonly<Record<string, unknown>> | undefined, field: string): string =>
	values !== undefined && Object.hasOwn(values, field) ? textOf(values[field]) : '';
