import * as z from 'zod/mini';
import { Timestamp } from './ids.ts';

/** Which build wrote the rows that a dataset holds. */
export const BuiltBy = z.looseObject({
	runId: z.string(),
	/** Null where the BuildSpec was not known to the run. */
	buildSpecId: z.nullable(z.string()),
	/** The BuildSpec's version that was built. */
	version: z.nullable(z.int()),
	at: Timestamp,
	/** The user who built it. */
	by: z.string(),
});
export type BuiltBy = z.infer<typeof BuiltBy>;
