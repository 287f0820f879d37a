import * as z from 'zod/mini';
import { Uuid } from './ids.ts';
import type { Operation } from './operation.ts';

/** What cleaning a column may do to its values: at most one of the rules after `unicode`. */
export const cleaningRules = ['spaces', 'unicode', 'boolean', 'phone', 'country', 'date', 'time', 'number'] as const;
export type CleaningRule = (typeof cleaningRules)[number];

/** Maximum examples of a rule, and maximum listed values that were left alone. */
export const maxCleaningExamples = 5;
export const maxUnsureListed = 20;

const Example = z.looseObject({
	before: z.string(),
	after: z.string(),
	why: z.string(),
	count: z.int(),
});
export type CleaningExample = z.infer<typeof Example>;

const Unsure = z.looseObject({ value: z.string(), why: z.string(), count: z.int() });

export const CleanedColumn = z.looseObject({
	/** Name in the file. */
	from: z.string(),
	/** Number of distinct values, and how many have been read. */
	values: z.int(),
	done: z.int(),
	/** The user's description of the column when cleaning began. */
	holds: z.string(),
	/** Rules found, with the number of values each changes in all rows. Applied once all values have been read. */
	rules: z.array(z.looseObject({ rule: z.string(), count: z.int(), examples: z.array(Example) })),
	/** Values left unchanged because they're ambiguous or don't match the column's description. */
	unsure: z.looseObject({ count: z.int(), first: z.array(Unsure) }),
});
export type CleanedColumn = z.infer<typeof CleanedColumn>;

export const FileCleaning = z.looseObject({
	/** Whether all values have been read with the current column descriptions. */
	isDone: z.boolean(),
	/** Distinct values of all columns, and how many have been read. */
	values: z.int(),
	done: z.int(),
	columns: z.array(CleanedColumn),
});
export type FileCleaning = z.infer<typeof FileCleaning>;

/** Clients call this until it's done. Progress is kept if they stop. */
export const cleanFile = {
	id: 'cleanFile',
	summary: 'Clean the next batch of values in an uploaded file',
	tier: 'file-cleaning/1',
	method: 'POST',
	path: '/ingestions/{ingestionId}/cleaning',
	params: z.object({ ingestionId: Uuid }),
	status: 200,
	result: FileCleaning,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'DATA_CORRUPT'],
} as const satisfies Operation;
