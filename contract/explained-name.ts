import * as z from 'zod/mini';
import { explainName, namePattern } from './ids.ts';

/**
 * A `Name` that somebody types: spaces at its ends are removed, and a problem is said in words.
 * @param what what the text should name, for example "The namespace"
 */
export const explainedName = (what: string) =>
	z.string().check(
		z.trim(),
		z.refine((name) => namePattern.test(name), { error: ({ input }) => explainName(String(input), what) }),
	);
