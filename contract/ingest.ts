import * as z from 'zod/mini';
import { Column, DatasetCoordinate, NamedDatasetCoordinate } from './dataset.ts';
import { flag, Id, integer, ScopedQuery, Timestamp, Uuid, withoutNul } from './ids.ts';
import { MatchType } from './link.ts';
import type { Operation } from './operation.ts';

/** Maximum length of a preview's description and instructions, in Unicode code points (interface, "Limits"). */
export const maxIngestText = 10_000;
export const maxPreviewRecords = 10_000;
/** Maximum fields of a record and of a schema. */
export const maxRecordFields = 500;
/** Maximum text length in a field, in UTF-16 code units. */
export const maxFieldText = 100_000;

/** Length in Unicode code points, as the interface counts it. */
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
				`it has ${countCharacters(String(input)).toLocaleString('en')} characters, but the limit is ${maxIngestText.toLocaleString('en')}`,
		}),
	)
	.register(z.globalRegistry, { maxLength: maxIngestText });

/** A record with arbitrary field names. The interface shows text and numbers; other values pass through. */
export const IngestRecord = z
	.record(z.string(), z.unknown())
	.register(z.globalRegistry, { maxProperties: maxRecordFields });
export type IngestRecord = z.infer<typeof IngestRecord>;

/** The names of `description`, `schema` and `instructions` are decided in docs/decisions/0003. */
export const PreviewRequest = z.object({
	data: z.array(IngestRecord).check(z.maxLength(maxPreviewRecords)),
	/**
	 * By match type. `{ExactMatch: null}` compares each field with columns of the same name; `{ExactMatch: {columns:
	 * {<field>: LinkEnd}}}` with the given ones. `{GeoMatch: null}` compares latitude and longitude fields, found by
	 * name, with locations.
	 */
	link: z.optional(
		z.nullable(z.record(z.string().register(z.globalRegistry, { enum: [...MatchType.options] }), z.unknown())),
	),
	description: z.optional(LimitedText),
	/** Description of each field, by name. */
	schema: z.optional(z.record(z.string(), z.string()).register(z.globalRegistry, { maxProperties: maxRecordFields })),
	instructions: z.optional(LimitedText),
});
export type PreviewRequest = z.infer<typeof PreviewRequest>;

/** A record as it would be saved. Members that begin with `__metadata_` are notes; an unchanged record has none. */
export const PreviewRow = z.record(z.string(), z.unknown());
export type PreviewRow = z.infer<typeof PreviewRow>;

/** Prefix of notes. Each note is a string; other services may send more kinds than the embedded one. */
export const metadataPrefix = '__metadata_';
export const normalizeNote = '__metadata_normalize';
export const textToTableNote = '__metadata_textToTable';
export const linkNote = '__metadata_link';
/** In the first row: notes about all records, such as instructions that weren't followed. */
export const previewNote = '__metadata_preview';

/**
 * Kinds of note lines (docs/ingestion.md). The first line names who made the changes; each other line is `<field>:
 * <kind>: <words>`.
 */
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

/** Saves nothing. Row n of the response comes from record n of the data. */
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

export const PreviewFacts = z.looseObject({
	/** The language model records are sent to. Null: rules only, nothing leaves the service. */
	model: z.nullable(z.looseObject({ provider: z.string(), name: z.string(), host: z.string() })),
	limits: z.looseObject({
		/** Maximum size of a request, and so of a chunk. */
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
	summary: 'Get the language model and limits for ingestion previews',
	tier: 'preview-facts/1',
	method: 'GET',
	path: '/infer',
	status: 200,
	result: PreviewFacts,
	errors: [],
} as const satisfies Operation;

/** Maximum rows per chunk, and maximum chunks per ingestion. */
export const maxChunkRows = 50_000;
export const maxChunks = 10_000;
/** Maximum rejected rows kept with their reasons; the rest are only counted. */
export const maxRejectedKept = 1_000;
/** An open ingestion expires after this time without a chunk. */
export const ingestionIdleHours = 24;

/** A SHA-256 hash in lowercase hex. */
export const sha256Pattern = /^[0-9a-f]{64}$/;

/** Types for new columns. A decimal states its digits, as in `DECIMAL(18,2)`. */
export const columnTypePattern =
	/^(VARCHAR|BOOLEAN|INTEGER|BIGINT|DOUBLE|DATE|TIME|TIMESTAMP|TIMESTAMP WITH TIME ZONE|UUID|DECIMAL\((3[0-8]|[12]?\d),(3[0-8]|[12]?\d)\))$/;

/** Description of these types for messages. */
export const columnTypes =
	'VARCHAR, BOOLEAN, INTEGER, BIGINT, DOUBLE, DECIMAL(precision,scale), DATE, TIME, TIMESTAMP, TIMESTAMP WITH TIME ZONE or UUID';

const FieldName = z.string().check(z.minLength(1), z.maxLength(1_000)).register(z.globalRegistry, withoutNul);
const MappedColumn = z.object({
	from: FieldName,
	column: FieldName,
	/** For a new dataset. Default: detected from all values. Columns of existing datasets keep their types. */
	type: z.optional(z.string().check(z.regex(columnTypePattern))),
});
export type MappedColumn = z.infer<typeof MappedColumn>;

/**
 * `create` makes a new dataset. The others need an existing one: `append` adds rows, `replace` replaces all rows,
 * `upsert` replaces rows with the same key.
 */
export const ingestionModes = ['append', 'create', 'replace', 'upsert'] as const;
export type IngestionMode = (typeof ingestionModes)[number];

export const NewIngestion = z.object({
	target: NamedDatasetCoordinate,
	mode: z.enum(ingestionModes),
	/** For `upsert`: the key columns. */
	key: z.optional(z.array(FieldName).check(z.minLength(1), z.maxLength(20))),
	/** Fields that aren't listed are left out; dataset columns that aren't listed stay empty. */
	mapping: z.array(MappedColumn).check(z.minLength(1), z.maxLength(maxRecordFields)),
	/** For rows with a value that doesn't fit: `aside` (default) sets them aside and writes the others, `refuse` writes nothing. */
	misfits: z.optional(z.enum(['aside', 'refuse'])),
});
export type NewIngestion = z.infer<typeof NewIngestion>;

export const Ingestion = z.looseObject({
	id: Id,
	/**
	 * `open`: accepts chunks. `committing`: being written. `committed`: written. `failed`: nothing written. `cancelled`:
	 * by a user. `expired`: timed out.
	 */
	state: z.string(),
	target: DatasetCoordinate,
	mode: z.string(),
	/** Rows received while open; rows written after the commit. */
	rows: z.int(),
	rejected: z.int(),
	chunks: z.int(),
	bytes: z.int(),
	version: z.nullable(z.int()),
	/** Absent or null if rows were sent instead of a file. */
	fileName: z.optional(z.nullable(z.string())),
	/** Size of the whole file, if the client gave it. */
	fileBytes: z.optional(z.nullable(z.int())),
	/** Whether the file was uploaded and saved with one request. */
	isOneRequest: z.optional(z.boolean()),
	/** Whether the dataset no longer has what it wrote, because an earlier version was restored. */
	isUndone: z.optional(z.boolean()),
	/** How the commit changed the dataset's rows. */
	effect: z.optional(
		z.nullable(z.looseObject({ added: z.int(), changed: z.int(), unchanged: z.int(), removed: z.int() })),
	),
	error: z.nullable(z.looseObject({ code: z.string(), message: z.string() })),
	by: z.string(),
	createdAt: Timestamp,
	/** When the last chunk arrived or the state changed. */
	updatedAt: Timestamp,
	finishedAt: z.nullable(Timestamp),
	/** Null until someone marks it as seen. */
	seenAt: z.nullable(Timestamp),
});
export type Ingestion = z.infer<typeof Ingestion>;

/** The part of an ingestion returned by services that implement only the core interface. */
export const SeenIngestion = z.looseObject({ seenAt: z.optional(z.nullable(Timestamp)) });

export const RejectedRow = z.looseObject({
	/** 1-based, among all rows sent. */
	row: z.int(),
	/** The 1-based line where the row begins, in files of lines. */
	line: z.optional(z.int()),
	reasons: z.array(z.looseObject({ column: z.string(), message: z.string() })),
	/** The values to write, as text, by column. Empty for a line of a file that couldn't be parsed. */
	values: z.record(z.string(), z.nullable(z.string())),
	/** The text of that line. `row` is then the line number. */
	text: z.optional(z.string()),
});
export type RejectedRow = z.infer<typeof RejectedRow>;

export const ReceivedChunk = z.looseObject({
	chunk: z.int(),
	/** Hash of the chunk as sent, in lowercase hex. */
	sha256: z.string(),
	rows: z.int(),
	bytes: z.int(),
});
export type ReceivedChunk = z.infer<typeof ReceivedChunk>;

/** Progress of reading a file. */
export const FileReading = z.looseObject({
	/** `unpacking`: decompressing it. `reading`: reading its rows. `checking`: detecting types and checking values against them. */
	step: z.string(),
	/** Percentage of bytes processed in this step. Null for steps that can't be measured. */
	percent: z.nullable(z.int()),
});
export type FileReading = z.infer<typeof FileReading>;

/** How what was saved differs from the file. */
export const SavedChanges = z.looseObject({
	/** Columns with changed values. */
	columns: z.array(
		z.looseObject({
			column: z.string(),
			/** Numbers of values that were saved as null, and that a user corrected. */
			emptied: z.int(),
			corrected: z.int(),
			/** Number of values changed by each rule. */
			cleaned: z.array(z.looseObject({ rule: z.string(), count: z.int() })),
		}),
	),
	skippedRows: z.int(),
	skippedLines: z.int(),
	correctedLines: z.int(),
	/** Rows that were skipped because the dataset already had them. */
	existingRows: z.int(),
});
export type SavedChanges = z.infer<typeof SavedChanges>;

export const IngestionDetail = z.extend(Ingestion, {
	mapping: z.array(z.looseObject({ from: z.string(), column: z.string(), type: z.optional(z.string()) })),
	misfits: z.string(),
	/** How the rows were read and saved: the mode, key, options and columns, as in a `ReviewRequest`. */
	decided: z.optional(z.unknown()),
	/** While open: chunks that needn't be resent. */
	received: z.array(ReceivedChunk),
	columns: z.array(Column),
	/** The first ones; `rejected` counts all. */
	rejectedRows: z.array(RejectedRow),
	/** Absent unless its file is being read. */
	reading: z.optional(FileReading),
	/** Absent if rows were sent instead of a file, and before the commit. */
	changes: z.optional(SavedChanges),
	/** Remarks for users about how the file was read. */
	remarks: z.optional(z.array(z.string())),
});
export type IngestionDetail = z.infer<typeof IngestionDetail>;

const IngestionId = z.object({ ingestionId: Uuid });

export const startIngestion = {
	id: 'startIngestion',
	summary: 'Start ingesting rows into a dataset',
	tier: 'ingestions/1',
	method: 'POST',
	path: '/ingestions',
	body: NewIngestion,
	status: 201,
	result: IngestionDetail,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

/** NDJSON with exact numbers. Chunks are numbered from 1, may arrive in any order, and may be resent with the same result. */
export const putChunk = {
	id: 'putChunk',
	summary: 'Send a chunk of rows (safe to repeat)',
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
	query: z.object({ sha256: z.string().check(z.regex(sha256Pattern)) }),
	body: z.string(),
	bodyFormat: 'text',
	status: 200,
	result: ReceivedChunk,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

/**
 * `chunks`: number of chunks sent; chunks 1 to that number must all have arrived. `basis`: from the review that the user saw; if the dataset or
 * the decisions have changed since then, nothing is written. Repeating a commit returns the same response.
 */
export const commitIngestion = {
	id: 'commitIngestion',
	summary: 'Commit an ingestion: write all of its rows, or none',
	tier: 'ingestions/1',
	method: 'POST',
	path: '/ingestions/{ingestionId}/commit',
	params: IngestionId,
	body: z.object({
		chunks: z.int().check(z.minimum(1), z.maximum(maxChunks)),
		basis: z.optional(z.string().check(z.maxLength(200)).register(z.globalRegistry, withoutNul)),
	}),
	status: 200,
	result: IngestionDetail,
	errors: [
		'VALIDATION_FAILED',
		'FORBIDDEN',
		'NOT_FOUND',
		'CONFLICT',
		'VERSION_CONFLICT',
		'PAYLOAD_TOO_LARGE',
		'DATA_CORRUPT',
	],
} as const satisfies Operation;

export const cancelIngestion = {
	id: 'cancelIngestion',
	summary: 'Cancel an ingestion and remove the data already sent',
	tier: 'ingestions/1',
	method: 'DELETE',
	path: '/ingestions/{ingestionId}',
	params: IngestionId,
	status: 204,
	errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
} as const satisfies Operation;

export const listIngestions = {
	id: 'listIngestions',
	summary: 'List ingestions that the caller started or that save to the caller’s namespaces, newest first',
	tier: 'ingestions/1',
	method: 'GET',
	path: '/ingestionTracking',
	/** `unseen`: `true` returns only those not marked as seen, without canceled and expired ones. */
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

/** Marking it again updates the time. The interface doesn't define the id's format, so any string is accepted. */
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
