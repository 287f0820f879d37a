import { isDeepStrictEqual } from 'node:util';
import { planOf } from '../offline/offline-writer.ts';
import type { SchemaContext, Turn } from '../query/types.ts';
import { understoodIn } from './narrowed.ts';

const both =
	/^\W*(?:(?:and|but|now|then|so|please)\b\W*)*compare (?:both|them|the two|these two|those two|both of them|the two of them)\W*$/i;

/** "compare both" after the same figure for New York and for Seattle: "and compared with New York". Unchanged if the last two answers differ otherwise. */
export function comparingBoth(question: string, earlier: readonly Turn[], context: SchemaContext): string {
	if (!both.test(question)) return question;
	const [before, last] = earlier
		.filter(({ sql }) => sql !== null)
		.slice(-2)
		.map((turn) => planOf(understoodIn(turn).inner, context));
	if (before == null || last == null) return question;
	const apart = before.where.filter((item) => !last.where.some((other) => isDeepStrictEqual(item, other)));
	const [other] = apart;
	const isOne = apart.length === 1 && before.where.length === last.where.length && other?.kind === 'is' && !other.not;
	const isSame = last.where.some(({ kind, column }) => kind === 'is' && column === other?.column);
	const [value] = other?.kind === 'is' ? other.values : [];
	return isOne && isSame && value !== undefined ? `and compared with ${value}` : question;
}
