import * as z from 'zod/mini';
import { explainName, namePattern } from './ids.ts';

/** A trimmed `Name` from user input, with its problems explained. @param what the name, for example "The dataset name" */
export const explainedName = (what: string) =>
	z.string().check(
		z.trim(),
		z.refine((name) => namePattern.test(name), {
			error: ({ input }) => (input === '' ? 'Enter a name.' : explainName(String(input), what)),
		}),
	);
