import * as z from 'zod/mini';
import { Uuid } from './ids.ts';
import type { Operation } from './operation.ts';

/** What the cleaning of a column may do to its values: at most one of those behind `unicode`. */
export const cleaningRules = ['spaces', 'unicode', 'boolean', 'phone', 'country', 'date', 'time', 'number'] as const;
export type CleaningRule = (typeof cleaningRules)[number];

/** Most examples of a rule, and most values that are listed as left alone. */
export const maxCleaningExamples = 5;
export const maxUnsureListed = 20;

const Example = z.looseObject({
	before: z.string(),
	after: z.string(),
	/** In words. */
	why: z.string(),
	count: z.int(),
});
export type CleaningExample = z.infer<typeof Example>;

const Unsure = z.looseObject({ value: z.string(), why: z.string(), count: z.int() });

export const CleanedColumn = z.looseObject({
	/** Name in the file. */
	from: z.string(),
	/** Different values, and how many of them were read. */
	values: z.int(),
	done: z.int(),
	/** What was said of the column when its cleaning began. */
	holds: z.string(),
	/** What was found, with the number of values that each changes in all rows. They are applied once all values were read. */
	rules: z.array(z.looseObject({ rule: z.string(), count: z.int(), examples: z.array(Example) })),
	/** Values that stay as they are because they can be read in several ways, or not as what the column holds. */
	unsure: z.looseObject({ count: z.int(), first: z.array(Unsure) }),
});
export type CleanedColumn = z.infer<typeof CleanedColumn>;

export const FileCleaning = z.looseObject({
	/** Whether all values were read, by what is said of the columns now. */
	isDone: z.boolean(),
	/** Different values of all columns, and how many of them were read. */
	values: z.int(),
	done: z.int(),
	columns: z.array(CleanedColumn),
});
export type FileCleaning = z.infer<typeof FileCleaning>;

/** Who wants a file cleaned calls it until it is done; what is done is kept when nobody calls any more. */
export const cleanFile = {
	id: 'cleanFile',
	summary: 'Clean the next values of an uploaded file, for about a second',
	tier: 'file-cleaning/1',
	method: 'POST',
	path: '/ingestions/{ingestionId}/cleaning',
	params: z.object({ ingestionId: Uuid }),
	status: 200,
	result: FileCleaning,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'DATA_CORRUPT'],
} as const satisfies Operation;
