import * as z from 'zod/mini';
import { DatasetPath, NamedDatasetCoordinate } from './dataset.ts';
import { cleaningRules, FileCleaning } from './file-cleaning.ts';
import { label, maxKeyColumns } from './file-start.ts';
import { integer, Uuid, withoutNul } from './ids.ts';
import {
	columnTypePattern,
	IngestionDetail,
	ingestionModes,
	maxChunks,
	maxRecordFields,
	ReceivedChunk,
} from './ingest.ts';
import type { Operation } from './operation.ts';

/** Most values of a column that don't fit and are listed, and most rejected lines and duplicate keys. */
export const maxListed = 100;
/** As many are listed where a review asks for them. */
export const mostListed = 10_000;
/** Rows of a file that a review shows. */
export const maxSampleRows = 50;

/** How a file is read. What is absent is detected. */
export const FileOptions = z.object({
	/** One character between values; an empty text: a value on each line. */
	delimiter: z.optional(z.string().check(z.maxLength(1))),
	/** Around values; an empty text: quotes are characters like others. */
	quote: z.optional(z.enum(['"', "'", ''])),
	encoding: z.optional(
		z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-2', 'windows-1251', 'shift_jis', 'gbk']),
	),
	/** Lines before the table. */
	preamble: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
	/** Lines of names. */
	headerRows: z.optional(z.int().check(z.minimum(0), z.maximum(10))),
	/** Of a zip archive with several files. */
	entry: z.optional(label),
	/** Of a workbook. */
	sheet: z.optional(label),
	/** Whether values are empty that a short line lacks; such lines are rejected otherwise. */
	fillShort: z.optional(z.boolean()),
	/** Between the digits of numbers. */
	decimal: z.optional(z.enum(['.', ','])),
	/** Of dates such as 03/04/2024: what comes first. */
	dateOrder: z.optional(z.enum(['day', 'month'])),
});
export type FileOptions = z.infer<typeof FileOptions>;

/** What happens to a value that doesn't fit its column: the value is left empty, or its row is left out. */
export const misfitActions = ['null', 'skip'] as const;

/** What happens to columns of a file that the dataset lacks. */
export const newColumnActions = ['add', 'skip'] as const;

export const PlannedColumn = z.object({
	/** Name in the file. */
	from: label,
	/** Name in the dataset; an empty text leaves the column out. */
	column: z.string().check(z.maxLength(1_000)).register(z.globalRegistry, withoutNul),
	/** Whether `column` is added to the columns of an existing dataset; rows that are there have no value in it. */
	isNew: z.optional(z.boolean()),
	/** Of a new column; detected from all values where it is absent. */
	type: z.optional(z.string().check(z.maxLength(10_000))),
	/** How texts are read as values of the type, as a review calls it; detected where it is absent. */
	format: z.optional(z.string().check(z.maxLength(40))),
	misfits: z.optional(z.enum(misfitActions)),
	/** What its values are, in words such as "weight in kg, number"; cleaning reads them so. */
	holds: z.optional(z.string().check(z.maxLength(1_000)).register(z.globalRegistry, withoutNul)),
	/** What cleaning found and is not to do. */
	withoutRules: z.optional(z.array(z.enum(cleaningRules)).check(z.maxLength(cleaningRules.length))),
	/** Values that are replaced before they are read. */
	fixes: z.optional(
		z
			.array(
				z.object({
					value: z.string().check(z.maxLength(10_000)).register(z.globalRegistry, withoutNul),
					to: z.string().check(z.maxLength(10_000)).register(z.globalRegistry, withoutNul),
				}),
			)
			.check(z.maxLength(1_000)),
	),
});
export type PlannedColumn = z.infer<typeof PlannedColumn>;

/** What is wanted of a file that was sent. What is absent is as it was before, or detected. */
export const ReviewRequest = z.object({
	target: z.optional(NamedDatasetCoordinate),
	mode: z.optional(z.enum(ingestionModes)),
	/** For `upsert`; an empty list takes back what was chosen before. */
	key: z.optional(z.array(label).check(z.maxLength(maxKeyColumns))),
	options: z.optional(FileOptions),
	columns: z.optional(z.array(PlannedColumn).check(z.maxLength(maxRecordFields))),
	/** Whether lines that aren't rows are left out; otherwise nothing is written while there are any. */
	skipLines: z.optional(z.boolean()),
	/** Lines that are read as another text, because they aren't rows as they are; an empty text leaves the line out. */
	fixedLines: z.optional(
		z
			.array(
				z.object({
					line: z.int().check(z.minimum(1)),
					text: z.string().check(z.maxLength(10_000)).register(z.globalRegistry, withoutNul),
				}),
			)
			.check(z.maxLength(1_000)),
	),
	/** How many values that don't fit, and rejected lines, this review lists at most. */
	listed: z.optional(z.int().check(z.minimum(1), z.maximum(mostListed))),
	/** Whether what was cleaned is dropped, so that values are saved as the file has them. */
	withoutCleaning: z.optional(z.boolean()),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;

const Misfit = z.looseObject({
	value: z.string(),
	/** How often it occurs, and the first row in which it does, from 1. */
	count: z.int(),
	row: z.int(),
});

export const ReviewedColumn = z.looseObject({
	from: z.string(),
	column: z.string(),
	/** Whether it is added to the columns of the dataset. */
	isNew: z.optional(z.boolean()),
	/** The type that it is saved as. */
	type: z.string(),
	format: z.nullable(z.string()),
	/** How many values are not empty, and how many of them don't fit the type. */
	values: z.int(),
	misfits: z.int(),
	/** Different values that don't fit, in the order in which they occur. */
	firstMisfits: z.array(Misfit),
	/** What happens to them; null while nobody decided. */
	action: z.nullable(z.string()),
	/** Whether several readings fit all values, so that it is kept as text unless somebody chooses. */
	ambiguous: z.boolean(),
	/** Other types that most values fit. */
	choices: z.array(z.looseObject({ type: z.string(), format: z.nullable(z.string()), misfits: z.int() })),
});
export type ReviewedColumn = z.infer<typeof ReviewedColumn>;

export const RejectedLine = z.looseObject({
	/** From 1; of JSON and workbooks the number of the record. */
	line: z.int(),
	problem: z.string(),
	text: z.string(),
});
export type RejectedLine = z.infer<typeof RejectedLine>;

export const FileReview = z.looseObject({
	/** In words. */
	format: z.string(),
	/** How it is read, detected or chosen. */
	options: FileOptions,
	/** Files of a zip archive, where it has several. */
	entries: z.optional(z.array(z.string())),
	sheets: z.array(z.string()),
	/** What was noticed while it was read, in words. */
	remarks: z.array(z.string()),
	rows: z.int(),
	columns: z.array(ReviewedColumn),
	/** What was found to be cleaned; null or absent while nobody asked for it. */
	cleaning: z.optional(z.nullable(FileCleaning)),
	/** Lines that aren't rows; the first of them are listed. */
	rejectedLines: z.looseObject({ total: z.int(), first: z.array(RejectedLine) }),
	/** Rows that are left out because of a value. */
	skippedRows: z.int(),
	/** The first rows, as texts in the order of `columns`. */
	sample: z.array(z.array(z.nullable(z.string()))),
	/** What saving does to the dataset's rows. */
	effect: z.looseObject({ added: z.int(), changed: z.int(), unchanged: z.int(), removed: z.int() }),
	/** Keys that several rows of the file have; for `upsert`. */
	duplicateKeys: z.looseObject({
		total: z.int(),
		first: z.array(z.looseObject({ key: z.array(z.nullable(z.string())), rows: z.array(z.int()) })),
	}),
	/** Whether the last file of the dataset was cleaned and had the same columns, so that this one is to be cleaned alike. */
	cleansAsBefore: z.optional(z.boolean()),
	/** How the last file of the dataset was saved, where nothing is said of the columns of this one. */
	before: z.optional(z.looseObject({ mode: z.enum(ingestionModes), key: z.array(z.string()) })),
	/** What this and earlier reviews were told, so that another client can go on. */
	decided: z.optional(ReviewRequest),
	/** What has to be decided before anything can be saved, in words. */
	problems: z.array(z.string()),
});
export type FileReview = z.infer<typeof FileReview>;

const IngestionId = z.object({ ingestionId: Uuid });

/** Pieces follow each other from 1 on, come in any order, and may be sent again. */
export const putFilePiece = {
	id: 'putFilePiece',
	summary: 'Upload a piece of a file. Repeating it is safe',
	tier: 'file-ingestions/1',
	method: 'PUT',
	path: '/ingestions/{ingestionId}/pieces/{piece}',
	params: z.object({
		ingestionId: Uuid,
		piece: z
			.string()
			.check(z.regex(/^[1-9]\d{0,4}$/))
			.register(z.globalRegistry, integer(1, maxChunks)),
	}),
	query: z.object({ sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
	body: z.file(),
	bodyFormat: 'bytes',
	status: 200,
	result: ReceivedChunk,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

/** Every value of the file is read. The commit does what the last review says. */
export const reviewFile = {
	id: 'reviewFile',
	summary: 'Set how an uploaded file is saved, and get the outcome',
	tier: 'file-ingestions/1',
	method: 'POST',
	path: '/ingestions/{ingestionId}/review',
	params: IngestionId,
	body: ReviewRequest,
	status: 200,
	result: FileReview,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT'],
} as const satisfies Operation;

/** Where values or lines stay unread, nothing is saved unless the query says what becomes of them. */
export const uploadFile = {
	id: 'uploadFile',
	summary: 'Save a file into a dataset with one request, for example with curl',
	tier: 'file-ingestions/1',
	method: 'PUT',
	path: '/file-ingestions/{username}/{namespace}/{datasetName}/{fileName}',
	params: z.extend(DatasetPath, { fileName: label }),
	query: z.object({
		/** Default: `create`. */
		mode: z.optional(z.enum(ingestionModes)),
		/** For `upsert`: the columns that identify a row, with commas between them; a name with a comma is in double quotes. */
		key: z.optional(label),
		/** What becomes of values that don't fit the type of their column. */
		misfits: z.optional(z.enum(misfitActions)),
		skipLines: z.optional(z.enum(['true', 'false'])),
		/** What becomes of columns that the dataset lacks: they are added to it, or left out. */
		newColumns: z.optional(z.enum(newColumnActions)),
		/** Whether values are cleaned before they are read. Default: as the last file of the dataset was. */
		clean: z.optional(z.enum(['true', 'false'])),
	}),
	body: z.file(),
	bodyFormat: 'stream',
	status: 201,
	result: IngestionDetail,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT'],
} as const satisfies Operation;

/** Whether a type may be given to a new column. */
export function isNewType(type: string): boolean {
	const [, precision = '1', scale = '0'] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
	return columnTypePattern.test(type) && Number(precision) >= Math.max(1, Number(scale));
}
