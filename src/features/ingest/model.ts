import {
	countCharacters,
	type IngestRecord,
	maxIngestText,
	metadataPrefix,
	type PreviewRow,
} from '#contract/ingest.ts';
import type { LinkEnd } from '#contract/link.ts';
import { textOf } from '../../rows/index.ts';
import { readCoordinate } from '../names/model.ts';

/** Records as a table: a value a field; undefined where a record lacks the field. */
export interface Records {
	readonly names: readonly string[];
	readonly rows: readonly (readonly unknown[])[];
	/** Types of columns, by the fields that fill them, where the file that the records came from says them. */
	readonly types: Readonly<Record<string, string>>;
}

export const noRecords: Records = { names: [], rows: [], types: {} };

/** Whether both hold the same values, and types, under the same names. */
export function sameRecords(one: Records, other: Records): boolean {
	if (one === other) return true;
	const areSame = (a: readonly unknown[], b: readonly unknown[]) =>
		a.length === b.length &&
		a.every((it, index) => it === b[index] || (isObject(it) && isObject(b[index]) && textOf(it) === textOf(b[index])));
	return (
		areSame(one.names, other.names) &&
		one.names.every((it) => one.types[it] === other.types[it]) &&
		one.rows.length === other.rows.length &&
		one.rows.every((row, index) => areSame(row, other.rows[index] ?? []))
	);
}

const isObject = (it: unknown): it is object => typeof it === 'object' && it !== null;

/** A field and what it holds. */
export interface SchemaRow {
	readonly field: string;
	readonly description: string;
}

/** What goes to the service beside the records. */
export interface Instructions {
	readonly description: string;
	readonly schema: readonly SchemaRow[];
	readonly instructions: string;
	/** Compare values of fields with columns of datasets. */
	readonly link: boolean;
	/** Which with which; null: each with equally named columns of the caller's datasets. */
	readonly linked: readonly LinkedColumn[] | null;
}

/** A field, and the column that its values are looked for in. */
export interface LinkedColumn {
	readonly field: string;
	/** `owner/namespace/dataset`, as it is typed. */
	readonly dataset: string;
	readonly column: string;
}

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

/** The members of a request that are filled in. @param me username that completes datasets without an owner */
export function bodyOf(data: IngestRecord[], told: Instructions, me: string) {
	const { description, schema, instructions } = told;
	const link = linkOf(told, me);
	const fields = schema.filter((it) => it.field.trim() !== '').map((it) => [it.field.trim(), it.description] as const);
	return {
		data,
		...(description.trim() === '' ? {} : { description }),
		...(fields.length === 0 ? {} : { schema: Object.fromEntries(fields) }),
		...(instructions.trim() === '' ? {} : { instructions }),
		...(link === null ? {} : { link: { ExactMatch: link.columns === null ? null : { columns: link.columns } } }),
	};
}

/** What is compared: null for nothing, `columns` null for what is called alike. Lines that are not filled in are left out. */
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

/** Why chosen columns cannot be sent; null where they can. */
export function linkProblem({ link, linked }: Instructions): string | null {
	if (!link || linked === null) return null;
	const fields = linked.map((it) => it.field).filter((it) => it !== '');
	const twice = fields.find((it, index) => fields.indexOf(it) !== index);
	return twice === undefined ? null : `The field ${twice} is compared with two columns. Choose one.`;
}

/** Why a text is too long to be sent, before it is; null where it is not. */
export function tooLong(text: string): string | null {
	const count = countCharacters(text);
	if (count <= maxIngestText) return null;
	return `${count.toLocaleString('en')} characters: at most ${maxIngestText.toLocaleString('en')} can be sent. Take ${(count - maxIngestText).toLocaleString('en')} away.`;
}

/** One line of a note. */
export interface Note {
	/** The field that it is about; null for words about the whole record. */
	readonly field: string | null;
	readonly kind: string;
	readonly words: string;
}

/** The notes of an answered row: lines of "field: kind: words", or any words of another service. */
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

/** A record beside the rows that came of it. */
export interface LensRow {
	/** Place of the record, from 0; null for a row that no record explains. */
	readonly input: number | null;
	/** Place of the row, from 0; null where none came of the record. */
	readonly output: number | null;
}

/** Which row came of which record: the same place where there are as many; otherwise rows that share most values, in order. */
export function align(inputs: readonly IngestRecord[], outputs: readonly PreviewRow[]): LensRow[] {
	if (inputs.length === outputs.length) return inputs.map((_, index) => ({ input: index, output: index }));
	const values = inputs.map((it) => new Set(Object.values(it).map(textOf)));
	const pairs: LensRow[] = [];
	let at = 0;
	let used = -1;
	for (const [output, row] of outputs.entries()) {
		const texts = Object.entries(row).flatMap(([name, it]) => (name.startsWith(metadataPrefix) ? [] : [textOf(it)]));
		let [best, score] = [-1, 0];
		for (let input = Math.max(0, at); input < Math.min(inputs.length, at + 200); input += 1) {
			const shared = texts.filter((it) => it !== '' && values[input]?.has(it)).length;
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

/** What became of records, as a whole. */
export interface Outcome {
	readonly rows: readonly LensRow[];
	/** Fields of both sides, those of the records first. */
	readonly fields: readonly string[];
	readonly appeared: readonly string[];
	readonly vanished: readonly string[];
	readonly changed: number;
	readonly dropped: number;
	/** Rows beyond the first that came of one record, or of none. */
	readonly added: number;
	/** How many rows have a note of a kind. */
	readonly kinds: ReadonlyMap<string, number>;
}

export function outcomeOf(inputs: readonly IngestRecord[], outputs: readonly PreviewRow[]): Outcome {
	const rows = align(inputs, outputs);
	const before = namesOf(inputs);
	const after = namesOf(outputs).filter((it) => !it.startsWith(metadataPrefix));
	const kinds = new Map<string, number>();
	for (const row of outputs) {
		for (const kind of new Set(notesOf(row).flatMap((it) => (it.field === null ? [] : [it.kind]))))
			kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
	}
	const fields = [...new Set([...before, ...after])];
	return {
		rows,
		fields,
		appeared: after.filter((it) => !before.includes(it)),
		vanished: before.filter((it) => !after.includes(it)),
		changed: rows.filter((it) => isChanged(it, inputs, outputs, fields)).length,
		dropped: rows.filter((it) => it.output === null).length,
		added: Math.max(
			0,
			rows.filter((it) => it.output !== null).length -
				new Set(rows.flatMap((it) => (it.output === null || it.input === null ? [] : [it.input]))).size,
		),
		kinds,
	};
}

const namesOf = (records: readonly Readonly<Record<string, unknown>>[]): string[] => [
	...new Set(records.flatMap((it) => Object.keys(it))),
];

export function isChanged(
	{ input, output }: LensRow,
	inputs: readonly IngestRecord[],
	outputs: readonly PreviewRow[],
	fields: readonly string[],
): boolean {
	if (input === null || output === null) return true;
	return fields.some((field) => isOther(inputs[input], outputs[output], field));
}

/** Whether a field is not the same, or not there, on both sides. */
export function isOther(before: IngestRecord | undefined, after: PreviewRow | undefined, field: string): boolean {
	const had = before !== undefined && Object.hasOwn(before, field);
	const has = after !== undefined && Object.hasOwn(after, field);
	return had !== has || (had && textOf(before[field]) !== textOf(after?.[field]));
}

const words = new Map([
	['open', 'Not finished'],
	['committing', 'Being written'],
	['committed', 'Written'],
	['failed', 'Not written'],
	['cancelled', 'Given up'],
	['expired', 'Expired'],
]);

/** The state of an ingestion for people; one of another service stays as it is called there. */
export const ingestionWord = (state: string): string => words.get(state) ?? state;

/** How a state of an ingestion is marked. */
export function ingestionTone(state: string): 'success' | 'error' | 'warning' | 'info' | 'neutral' {
	if (state === 'committed') return 'success';
	if (state === 'failed') return 'error';
	return state === 'open' ? 'warning' : state === 'committing' ? 'info' : 'neutral';
}

/** Why nothing was written, behind a title that says that it was not. */
export function whyNotWritten(message: string): string {
	const why = message.replace(/^Nothing was written[:.] */, '');
	return `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
}
