import * as z from 'zod/mini';
import { DatasetPath, NamedDatasetCoordinate } from './dataset.ts';
import { cleaningRules, FileCleaning } from './file-cleaning.ts';
import { label, maxKeyColumns } from './file-start.ts';
import { DescriptionText, Id, integer, Timestamp, Uuid, withoutNul } from './ids.ts';
import {
	columnTypePattern,
	IngestionDetail,
	ingestionModes,
	maxChunks,
	maxRecordFields,
	ReceivedChunk,
	sha256Pattern,
} from './ingest.ts';
import type { Operation } from './operation.ts';

/** Default maximum of listed misfits per column, rejected lines and duplicate keys. */
export const maxListed = 100;
/** Maximum a review lists on request. */
export const mostListed = 10_000;
export const maxSampleRows = 50;

const TimeZone = z.string().check(z.minLength(1), z.maxLength(64)).register(z.globalRegistry, withoutNul);

/** Text encodings of files, by their names in the WHATWG standard. */
export const fileEncodings = [
	'utf-8',
	'utf-16le',
	'utf-16be',
	'windows-1252',
	'windows-1250',
	'windows-1251',
	'windows-1253',
	'windows-1254',
	'windows-1255',
	'windows-1256',
	'windows-1257',
	'windows-1258',
	'windows-874',
	'iso-8859-2',
	'iso-8859-5',
	'iso-8859-6',
	'iso-8859-7',
	'iso-8859-8',
	'iso-8859-15',
	'koi8-r',
	'ibm866',
	'macintosh',
	'shift_jis',
	'euc-jp',
	'gbk',
	'big5',
	'euc-kr',
] as const;

const SheetRows = z.string().check(z.regex(/^[1-9]\d{0,6}-[1-9]\d{0,6}$/));

/** What to do with rows of a file that may not be data. */
export const otherRowActions = ['keep', 'skip'] as const;

/** How to read a file. Absent options are detected. */
export const FileOptions = z.object({
	/** Character between values. Empty: one value per line. */
	delimiter: z.optional(z.string().check(z.maxLength(1))),
	/** Character around values. Empty: no quoting. */
	quote: z.optional(z.enum(['"', "'", ''])),
	encoding: z.optional(z.enum(fileEncodings)),
	/** Lines before the table. */
	preamble: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
	headerRows: z.optional(z.int().check(z.minimum(0), z.maximum(10))),
	/** File within a zip archive. */
	entry: z.optional(label),
	sheet: z.optional(label),
	/** Rows of the sheet to read, such as `1-12`. */
	sheetRows: z.optional(SheetRows),
	/** Whether missing values at the end of a short line are empty. Otherwise such lines are rejected. */
	fillShort: z.optional(z.boolean()),
	/** Whether to save rows that may not be data: a total below the rows, units below the names, and repeated header rows. */
	otherRows: z.optional(z.enum(otherRowActions)),
	/** Decimal separator. */
	decimal: z.optional(z.enum(['.', ','])),
	/** What comes first in dates such as 03/04/2024. */
	dateOrder: z.optional(z.enum(['day', 'month'])),
	/** IANA name of the time zone of times without one. Default: they stay local times. */
	timeZone: z.optional(TimeZone),
});
export type FileOptions = z.infer<typeof FileOptions>;

/** What to do with a value that doesn't fit its column: store null, or skip its row. */
export const misfitActions = ['null', 'skip'] as const;

/** What to do with columns of a file that the dataset doesn't have. */
export const newColumnActions = ['add', 'skip'] as const;

/** What to do with rows of a file that share a key: save nothing, keep the first or last one, or skip them all. */
export const duplicateActions = ['refuse', 'first', 'last', 'skip'] as const;
export type DuplicateAction = (typeof duplicateActions)[number];

/** What to do with rows of a file without a value in a key column: save nothing, or skip them. */
export const emptyKeyActions = ['refuse', 'skip'] as const;
export type EmptyKeyAction = (typeof emptyKeyActions)[number];

/** What to do with rows of a file that are already in the dataset, with the same value in each column: add them again, or skip them. */
export const existingRowActions = ['add', 'skip'] as const;
export type ExistingRowAction = (typeof existingRowActions)[number];

export const PlannedColumn = z.object({
	/** Name in the file. */
	from: label,
	/** Name in the dataset. Empty: skip the column. */
	column: z.string().check(z.maxLength(1_000)).register(z.globalRegistry, withoutNul),
	/** Whether to add `column` to an existing dataset. Existing rows get no value in it. */
	isNew: z.optional(z.boolean()),
	/** For a new column. Default: detected from all values. */
	type: z.optional(z.string().check(z.maxLength(10_000))),
	/** A format name from the review, for converting text to the type. Default: detected. */
	format: z.optional(z.string().check(z.maxLength(40))),
	misfits: z.optional(z.enum(misfitActions)),
	/** What the values are, in words such as "weight in kg, number". Guides cleaning. */
	holds: z.optional(z.string().check(z.maxLength(1_000)).register(z.globalRegistry, withoutNul)),
	/** Replaces the description of the column in the dataset. */
	description: z.optional(DescriptionText),
	/** Cleaning rules that were found but shouldn't be applied. */
	withoutRules: z.optional(z.array(z.enum(cleaningRules)).check(z.maxLength(cleaningRules.length))),
	/** Values to replace before reading. */
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

/** Changes to a review. Absent members keep their previous value or are detected. */
export const ReviewRequest = z.object({
	target: z.optional(NamedDatasetCoordinate),
	mode: z.optional(z.enum(ingestionModes)),
	/** For `upsert`. An empty list clears an earlier choice. */
	key: z.optional(z.array(label).check(z.maxLength(maxKeyColumns))),
	options: z.optional(FileOptions),
	columns: z.optional(z.array(PlannedColumn).check(z.maxLength(maxRecordFields))),
	/** For `upsert`: what happens to rows of the file with the same key. Default: `refuse`. */
	duplicates: z.optional(z.enum(duplicateActions)),
	/** For `upsert`: what happens to rows of the file without a value in a key column. Default: `refuse`. */
	emptyKeys: z.optional(z.enum(emptyKeyActions)),
	/** The user's name for these decisions, kept with the ingestion. */
	recipe: z.optional(z.string().check(z.maxLength(1_000)).register(z.globalRegistry, withoutNul)),
	/** For `append`. Default: `add`. */
	existingRows: z.optional(z.enum(existingRowActions)),
	/** For columns the dataset doesn't have, unless `columns` or its last file decide otherwise. Default: `skip`. */
	newColumns: z.optional(z.enum(newColumnActions)),
	/** Whether to leave out lines that couldn't be parsed. Otherwise nothing is written while there are any. */
	skipLines: z.optional(z.boolean()),
	/** Replacement text for lines that couldn't be parsed. Empty: leave the line out. */
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
	/** Maximum misfits and rejected lines to list in this review. */
	listed: z.optional(z.int().check(z.minimum(1), z.maximum(mostListed))),
	/** Whether to drop the cleaning and save values as they are in the file. */
	withoutCleaning: z.optional(z.boolean()),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;

const Misfit = z.looseObject({
	value: z.string(),
	/** Occurrences, and the 1-based row of the first. */
	count: z.int(),
	row: z.int(),
	/** The 1-based line where that row begins in delimited text, or its row in the sheet. */
	line: z.optional(z.int()),
});

export const ReviewedColumn = z.looseObject({
	from: z.string(),
	column: z.string(),
	/** Whether it's added to the dataset's columns. */
	isNew: z.optional(z.boolean()),
	/** The type it's saved as. */
	type: z.string(),
	format: z.nullable(z.string()),
	/** Number of non-empty values, and how many of them don't fit the type. */
	values: z.int(),
	misfits: z.int(),
	/** Distinct misfits, in order of occurrence. */
	firstMisfits: z.array(Misfit),
	/** Null: undecided. */
	action: z.nullable(z.string()),
	/** Whether several readings fit all values. The column then stays text unless someone chooses one. */
	ambiguous: z.boolean(),
	/** Other types that fit most values. */
	choices: z.array(z.looseObject({ type: z.string(), format: z.nullable(z.string()), misfits: z.int() })),
	/** Numbers of values that fixes replace with another value, and with none. Absent if there are no fixes. */
	corrected: z.optional(z.int()),
	cleared: z.optional(z.int()),
	/** Remarks for users about how its values are read. */
	remarks: z.optional(z.array(z.string())),
});
export type ReviewedColumn = z.infer<typeof ReviewedColumn>;

export const RejectedLine = z.looseObject({
	/** 1-based. For JSON and workbooks, the record number. */
	line: z.int(),
	problem: z.string(),
	text: z.string(),
});
export type RejectedLine = z.infer<typeof RejectedLine>;

export const FileReview = z.looseObject({
	format: z.string(),
	/** How the file is read, detected or chosen. */
	options: FileOptions,
	/** Files of a zip archive, if it has several. */
	entries: z.optional(z.array(z.string())),
	sheets: z.array(z.string()),
	/** Remarks about the whole file. Remarks about one column are in `columns`. */
	remarks: z.array(z.string()),
	/** What is uncertain about the reading: the option that resolves it (null: none does), and its likely values. */
	doubts: z.optional(
		z.array(z.looseObject({ option: z.nullable(z.string()), values: z.array(z.string()), remark: z.string() })),
	),
	/** For each other table in a text file, the `preamble` that selects it instead. */
	otherTables: z.optional(z.array(z.int())),
	rows: z.int(),
	columns: z.array(ReviewedColumn),
	/** Null or absent unless cleaning was requested. */
	cleaning: z.optional(z.nullable(FileCleaning)),
	/** Lines that couldn't be parsed, with the first ones listed. */
	rejectedLines: z.looseObject({ total: z.int(), first: z.array(RejectedLine) }),
	skippedRows: z.int(),
	/** The first rows, as text in the order of `columns`. */
	sample: z.array(z.array(z.nullable(z.string()))),
	/** How saving would change the dataset's rows. */
	effect: z.looseObject({ added: z.int(), changed: z.int(), unchanged: z.int(), removed: z.int() }),
	/** For `upsert`: keys that occur in several rows of the file. */
	duplicateKeys: z.looseObject({
		total: z.int(),
		/** Keys of the file that occur in several rows of the dataset, so they can't identify one. */
		inDataset: z.optional(z.int()),
		first: z.array(
			z.looseObject({
				key: z.array(z.nullable(z.string())),
				rows: z.array(z.int()),
				/** Where these rows begin, if the file is text. */
				lines: z.optional(z.array(z.int())),
			}),
		),
	}),
	/** For `upsert`: rows of the file without a value in a key column, with the first ones listed. */
	emptyKeys: z.optional(
		z.looseObject({ total: z.int(), first: z.array(z.looseObject({ row: z.int(), line: z.optional(z.int()) })) }),
	),
	/** Columns of the dataset that lose values: matching rows of the file are empty there, or the replacing file has no values for them. */
	emptied: z.optional(z.array(z.looseObject({ column: z.string(), values: z.int() }))),
	/** For `append`: how many rows of the file are already in the dataset. Absent if the dataset is too large to compare. */
	existingRows: z.optional(z.looseObject({ total: z.int() })),
	/** The last time that the same file was saved to this dataset and not undone. */
	savedBefore: z.optional(z.looseObject({ ingestionId: Id, at: Timestamp })),
	/** Whether the dataset's last file was cleaned and had the same columns, so this one will be cleaned too. */
	cleansAsBefore: z.optional(z.boolean()),
	/** How the dataset's last file was saved, if nothing has been chosen for this file's columns. */
	before: z.optional(z.looseObject({ mode: z.enum(ingestionModes), key: z.array(z.string()) })),
	/** Decisions from this and earlier reviews, so another client can continue. */
	decided: z.optional(ReviewRequest),
	/** Identifies what this review is based on: the dataset's version, and how the file is saved. A commit can require it. */
	basis: z.optional(z.string()),
	/** Messages about what must be decided before saving. */
	problems: z.array(z.string()),
});
export type FileReview = z.infer<typeof FileReview>;

const IngestionId = z.object({ ingestionId: Uuid });

/** Pieces are numbered from 1, may arrive in any order, and may be resent. */
export const putFilePiece = {
	id: 'putFilePiece',
	summary: 'Upload a piece of a file (safe to repeat)',
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
	query: z.object({ sha256: z.string().check(z.regex(sha256Pattern)) }),
	body: z.file(),
	bodyFormat: 'bytes',
	status: 200,
	result: ReceivedChunk,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

/** Reads every value of the file. The commit applies the latest review. */
export const reviewFile = {
	id: 'reviewFile',
	summary: 'Review an uploaded file: set how it’s saved, and get the expected result',
	tier: 'file-ingestions/1',
	method: 'POST',
	path: '/ingestions/{ingestionId}/review',
	params: IngestionId,
	body: ReviewRequest,
	status: 200,
	result: FileReview,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT'],
} as const satisfies Operation;

/** If values don't fit, lines can't be parsed, or the reading is uncertain, nothing is saved unless the query specifies what to do. */
export const uploadFile = {
	id: 'uploadFile',
	summary: 'Save a file to a dataset with one request, for example with curl',
	tier: 'file-ingestions/1',
	method: 'PUT',
	path: '/file-ingestions/{username}/{namespace}/{datasetName}/{fileName}',
	params: z.extend(DatasetPath, { fileName: label }),
	// Strict, because a misspelled option would otherwise be ignored and the file saved without it.
	query: z.strictObject({
		/** Default: `create`. */
		mode: z.optional(z.enum(ingestionModes)),
		/** For `upsert`: comma-separated key columns. A name that contains a comma is in double quotes. */
		key: z.optional(label),
		/** What to do with values that don't fit their column's type. */
		misfits: z.optional(z.enum(misfitActions)),
		skipLines: z.optional(z.enum(['true', 'false'])),
		/** For `upsert`: what to do with rows of the file that have the same key. */
		duplicates: z.optional(z.enum(duplicateActions)),
		/** For `upsert`: what to do with rows of the file without a value in a key column. */
		emptyKeys: z.optional(z.enum(emptyKeyActions)),
		/** For `append`: what to do with rows that are already in the dataset. */
		existingRows: z.optional(z.enum(existingRowActions)),
		/** File within a zip archive. */
		entry: z.optional(label),
		timeZone: z.optional(TimeZone),
		encoding: z.optional(z.enum(fileEncodings)),
		/** Character between values. Empty: one value per line. */
		delimiter: z.optional(z.string().check(z.maxLength(1))),
		/** Character around values. Empty: no quoting. */
		quote: z.optional(z.enum(['"', "'", ''])),
		sheet: z.optional(label),
		/** Rows of the sheet to read, such as `1-12`. */
		sheetRows: z.optional(SheetRows),
		/** Lines before the table. */
		preamble: z.optional(
			z
				.string()
				.check(z.regex(/^(\d{1,4}|10000)$/))
				.register(z.globalRegistry, integer(0, 10_000)),
		),
		headerRows: z.optional(
			z
				.string()
				.check(z.regex(/^(\d|10)$/))
				.register(z.globalRegistry, integer(0, 10)),
		),
		/** What to do with rows that may not be data, such as totals. */
		otherRows: z.optional(z.enum(otherRowActions)),
		decimal: z.optional(z.enum(['.', ','])),
		dateOrder: z.optional(z.enum(['day', 'month'])),
		/** What to do with columns the dataset doesn't have. */
		newColumns: z.optional(z.enum(newColumnActions)),
		/** Whether to clean values before reading them. Default: as for the dataset's last file. */
		clean: z.optional(z.enum(['true', 'false'])),
	}),
	body: z.file(),
	bodyFormat: 'stream',
	status: 201,
	result: IngestionDetail,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT'],
} as const satisfies Operation;

/** Whether a new column can have this type. */
export function isNewType(type: string): boolean {
	const [, precision = '1', scale = '0'] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
	return columnTypePattern.test(type) && Number(precision) >= Math.max(1, Number(scale));
}
