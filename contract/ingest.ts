import * as z from 'zod/mini';
import { Column, DatasetCoordinate, NamedDatasetCoordinate } from './dataset.ts';
import { flag, Id, integer, ScopedQuery, Timestamp, Uuid, withoutNul } from './ids.ts';
import { MatchType } from './link.ts';
import type { Operation } from './operation.ts';

/** Longest description and instructions of a preview, in Unicode code points (interface, "Limits"). */
export const maxIngestText = 10_000;
/** Most records of one preview. */
export const maxPreviewRecords = 10_000;
/** Most fields of one record, and of a schema. */
export const maxRecordFields = 500;
/** Longest text in a field of a record, in UTF-16 code units. */
export const maxFieldText = 100_000;

/** Length as the interface counts it: in Unicode code points. */
export function countCharacters(text: string): number {
	let count = 0;
	for (const _ of text) count += 1;
	return count;
}

const LimitedText = z
	.string()
	.check(
		z.refine((value) => countCharacters(value) <= maxIngestText, {
			params: { code: 'TOO_LONG' },
			error: ({ input }) =>
				`it has ${countCharacters(String(input)).toLocaleString('en')} characters, and at most ${maxIngestText.toLocaleString('en')} are allowed`,
		}),
	)
	.register(z.globalRegistry, { maxLength: maxIngestText });

/** A record with arbitrary field names. The interface shows texts and numbers; other values pass through. */
export const IngestRecord = z
	.record(z.string(), z.unknown())
	.register(z.globalRegistry, { maxProperties: maxRecordFields });
export type IngestRecord = z.infer<typeof IngestRecord>;

/** The names of `description`, `schema` and `instructions` are decided in docs/decisions/0003. */
export const PreviewRequest = z.object({
	data: z.array(IngestRecord).check(z.maxLength(maxPreviewRecords)),
	/** By match type; `{ExactMatch: null}` compares each field with equally named columns, `{ExactMatch: {columns: {<field>: LinkEnd}}}` with the named ones; `{GeoMatch: null}` compares fields that are named as latitude and longitude with places. */
	link: z.optional(
		z.nullable(z.record(z.string().register(z.globalRegistry, { enum: [...MatchType.options] }), z.unknown())),
	),
	description: z.optional(LimitedText),
	/** What each field holds, by its name. */
	schema: z.optional(z.record(z.string(), z.string()).register(z.globalRegistry, { maxProperties: maxRecordFields })),
	instructions: z.optional(LimitedText),
});
export type PreviewRequest = z.infer<typeof PreviewRequest>;

/** A record as it would be saved. Members that begin with `__metadata_` are notes; a record that was not touched has none. */
export const PreviewRow = z.record(z.string(), z.unknown());
export type PreviewRow = z.infer<typeof PreviewRow>;

/** The notes that the embedded service writes. Others may come from other services: each is a text. */
export const metadataPrefix = '__metadata_';
export const normalizeNote = '__metadata_normalize';
export const textToTableNote = '__metadata_textToTable';
export const linkNote = '__metadata_link';
/** In the first row: what concerns all records, such as what was asked for but not done. */
export const previewNote = '__metadata_preview';

/** What a line of a note is about (docs/ingestion.md): after the first line, which says who did it, each is `<field>: <kind>: <words>`. */
export const noteKinds = [
	'spaces',
	'unicode',
	'number',
	'date',
	'time',
	'boolean',
	'phone',
	'country',
	'found',
	'missing',
	'link',
	'model',
	'refused',
	'unsure',
	'instruction',
] as const;
export type NoteKind = (typeof noteKinds)[number];

/** Nothing is saved. Row n of the answer comes from record n of the data. */
export const previewIngest = {
	id: 'previewIngest',
	summary: 'Preview how an ingestion would process records, without saving them',
	tier: 'core',
	method: 'POST',
	stores: false,
	path: '/infer/preview',
	body: PreviewRequest,
	exactNumbers: true,
	status: 200,
	result: z.array(PreviewRow),
	errors: ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

/** What a preview of this service works with. */
export const PreviewFacts = z.looseObject({
	/** The language model that records are sent to; null: rules alone, nothing leaves the service. */
	model: z.nullable(z.looseObject({ provider: z.string(), name: z.string(), host: z.string() })),
	limits: z.looseObject({
		/** Of a request, and so of a chunk. */
		bodyBytes: z.int(),
		records: z.int(),
		fields: z.int(),
		fieldText: z.int(),
		text: z.int(),
	}),
});
export type PreviewFacts = z.infer<typeof PreviewFacts>;

export const getPreviewFacts = {
	id: 'getPreviewFacts',
	summary: 'Get the language models and limits of ingestion previews',
	tier: 'preview-facts/1',
	method: 'GET',
	path: '/infer',
	status: 200,
	result: PreviewFacts,
	errors: [],
} as const satisfies Operation;

/** Most rows of one chunk, and most chunks of one ingestion. */
export const maxChunkRows = 50_000;
export const maxChunks = 10_000;
/** Most rejected rows that are kept with their reasons; the others are counted. */
export const maxRejectedKept = 1_000;
/** How long an ingestion that is neither committed nor given up waits for its next chunk. */
export const ingestionIdleHours = 24;

/** Types that a new column may be given; a decimal says its digits, as in `DECIMAL(18,2)`. */
export const columnTypePattern =
	/^(VARCHAR|BOOLEAN|INTEGER|BIGINT|DOUBLE|DATE|TIME|TIMESTAMP|TIMESTAMP WITH TIME ZONE|UUID|DECIMAL\((3[0-8]|[12]?\d),(3[0-8]|[12]?\d)\))$/;

const FieldName = z.string().check(z.minLength(1), z.maxLength(1_000)).register(z.globalRegistry, withoutNul);
const MappedColumn = z.object({
	from: FieldName,
	column: FieldName,
	/** For a new dataset; told from all values where it is absent. An existing dataset's columns keep their types. */
	type: z.optional(z.string().check(z.regex(columnTypePattern))),
});
export type MappedColumn = z.infer<typeof MappedColumn>;

/** `create` makes a dataset that does not exist; the others need one: `append` adds rows, `replace` puts them in place of all, `upsert` in place of those with the same key. */
export const ingestionModes = ['append', 'create', 'replace', 'upsert'] as const;
export type IngestionMode = (typeof ingestionModes)[number];

export const NewIngestion = z.object({
	target: NamedDatasetCoordinate,
	mode: z.enum(ingestionModes),
	/** For `upsert`: the columns that identify a row. */
	key: z.optional(z.array(FieldName).check(z.minLength(1), z.maxLength(20))),
	/** Fields that are not named are left out; columns of the dataset that are not named stay empty. */
	mapping: z.array(MappedColumn).check(z.minLength(1), z.maxLength(maxRecordFields)),
	/** What happens to rows with a value that does not fit: `aside` (default) keeps them aside and writes the others, `refuse` writes nothing. */
	misfits: z.optional(z.enum(['aside', 'refuse'])),
});
export type NewIngestion = z.infer<typeof NewIngestion>;

export const Ingestion = z.looseObject({
	id: Id,
	/** `open` takes chunks, `committing` is being written, `committed` was, `failed` wrote nothing, `cancelled` by a user, `expired` by time. */
	state: z.string(),
	target: DatasetCoordinate,
	mode: z.string(),
	/** Received while it is open; written once it was committed. */
	rows: z.int(),
	rejected: z.int(),
	chunks: z.int(),
	/** Bytes received. */
	bytes: z.int(),
	/** The version of the dataset that it wrote. */
	version: z.nullable(z.int()),
	/** The name of the file that was sent; absent or null where rows were. */
	fileName: z.optional(z.nullable(z.string())),
	/** Bytes of the whole file, as far as its sender said so. */
	fileBytes: z.optional(z.nullable(z.int())),
	/** What it did to the dataset's rows, once it was committed. */
	effect: z.optional(
		z.nullable(z.looseObject({ added: z.int(), changed: z.int(), unchanged: z.int(), removed: z.int() })),
	),
	error: z.nullable(z.looseObject({ code: z.string(), message: z.string() })),
	by: z.string(),
	createdAt: Timestamp,
	/** When the last chunk came or the state changed. */
	updatedAt: Timestamp,
	finishedAt: z.nullable(Timestamp),
	/** Null until somebody marked it as seen. */
	seenAt: z.nullable(Timestamp),
});
export type Ingestion = z.infer<typeof Ingestion>;

/** What is known of an ingestion whose service says no more than the interface does. */
export const SeenIngestion = z.looseObject({ seenAt: z.optional(z.nullable(Timestamp)) });

export const RejectedRow = z.looseObject({
	/** Its place among all rows that were sent, from 1. */
	row: z.int(),
	reasons: z.array(z.looseObject({ column: z.string(), message: z.string() })),
	/** The values that were to be written, by column, as texts. */
	values: z.record(z.string(), z.nullable(z.string())),
});
export type RejectedRow = z.infer<typeof RejectedRow>;

export const ReceivedChunk = z.looseObject({
	chunk: z.int(),
	/** Of the chunk as it was sent, in lower-case hex. */
	sha256: z.string(),
	rows: z.int(),
	bytes: z.int(),
});
export type ReceivedChunk = z.infer<typeof ReceivedChunk>;

export const IngestionDetail = z.extend(Ingestion, {
	mapping: z.array(z.looseObject({ from: z.string(), column: z.string(), type: z.optional(z.string()) })),
	misfits: z.string(),
	/** While it is open: what need not be sent again. */
	received: z.array(ReceivedChunk),
	columns: z.array(Column),
	/** The first of them; `rejected` counts all. */
	rejectedRows: z.array(RejectedRow),
});
export type IngestionDetail = z.infer<typeof IngestionDetail>;

const IngestionId = z.object({ ingestionId: Uuid });

export const startIngestion = {
	id: 'startIngestion',
	summary: 'Start ingesting rows into a dataset. Nothing is written until the commit',
	tier: 'ingestions/1',
	method: 'POST',
	path: '/ingestions',
	body: NewIngestion,
	status: 201,
	result: IngestionDetail,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

/** NDJSON, a JSON object a line, with exact numbers; chunks count from 1, come in any order, and are answered alike when sent again. */
export const putChunk = {
	id: 'putChunk',
	summary: 'Send a chunk of rows. Repeating it is safe',
	tier: 'ingestions/1',
	method: 'PUT',
	path: '/ingestions/{ingestionId}/chunks/{chunk}',
	params: z.object({
		ingestionId: Uuid,
		chunk: z
			.string()
			.check(z.regex(/^[1-9]\d{0,4}$/))
			.register(z.globalRegistry, integer(1, maxChunks)),
	}),
	/** SHA-256 of the body's UTF-8 bytes, in lower-case hex. */
	query: z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
	body: z.string(),
	bodyFormat: 'text',
	status: 200,
	result: ReceivedChunk,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

/** `chunks` is how many were sent: 1 to that number must all be there. A second commit answers as the first did. */
export const commitIngestion = {
	id: 'commitIngestion',
	summary: 'Commit an ingestion: write all of its rows, or none',
	tier: 'ingestions/1',
	method: 'POST',
	path: '/ingestions/{ingestionId}/commit',
	params: IngestionId,
	body: z.object({ chunks: z.int().check(z.minimum(1), z.maximum(maxChunks)) }),
	status: 200,
	result: IngestionDetail,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT'],
} as const satisfies Operation;

export const cancelIngestion = {
	id: 'cancelIngestion',
	summary: 'Cancel an ingestion and remove the rows already sent',
	tier: 'ingestions/1',
	method: 'DELETE',
	path: '/ingestions/{ingestionId}',
	params: IngestionId,
	status: 204,
	errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
} as const satisfies Operation;

export const listIngestions = {
	id: 'listIngestions',
	summary: 'List ingestions by the caller or into its namespaces, newest first',
	tier: 'ingestions/1',
	method: 'GET',
	path: '/ingestionTracking',
	/** `unseen`: with `true` only those that nobody marked as seen, without canceled and expired ones. */
	query: z.extend(ScopedQuery, { unseen: z.optional(z.string().register(z.globalRegistry, flag)) }),
	status: 200,
	items: Ingestion,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
} as const satisfies Operation;

export const getIngestion = {
	id: 'getIngestion',
	summary: 'Get an ingestion with its rejected rows',
	tier: 'ingestions/1',
	method: 'GET',
	path: '/ingestionTracking/{ingestionId}',
	params: IngestionId,
	status: 200,
	result: IngestionDetail,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

/** Marking it again moves the time. The id's format is not shown by the interface, so that any text may be tried. */
export const markIngestionSeen = {
	id: 'markIngestionSeen',
	summary: 'Mark an ingestion as seen',
	tier: 'core',
	method: 'POST',
	stores: false,
	path: '/ingestionTracking/{ingestionId}/seen',
	params: z.object({ ingestionId: z.string().check(z.minLength(1)).register(z.globalRegistry, { format: 'uuid' }) }),
	status: 200,
	result: SeenIngestion,
	resultUnstated: true,
	errors: ['FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;
