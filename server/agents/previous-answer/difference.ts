import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { planOf } from '../offline/offline-writer.ts';
import { spoken } from '../query/present.ts';
import type { SchemaContext, Turn } from '../query/types.ts';
import type { Query } from './as-pointed.ts';
import { type Pointed, understoodIn } from './narrowed.ts';
import { isOfTime, measureOf, statement } from './ranked-rows.ts';

/** "in which year was the gap between them largest?", "show the difference between them" */
const gaps =
	/^\W*(?:(?:and|but|now|so)\b\W*)*(?:(?:(?:in |on |at )?(?:which|what) \w+|when|what|how \w+) (?:is|was|were|are) |(?:show|give)(?: me)? )?(?:the )?(?:gap|difference)s? between (?:them|those|these|the two|both)(?: (?:two|both))?(?: (?:at its |the )?(largest|biggest|highest|widest|greatest|smallest|lowest|narrowest))?(?: (?:per|by|for each|in each) \w+| over (?:time|the years))?\W*$/i;

/** Which end of the differences a question asks for, or all of them; null if it asks for something else. */
export function differenceAsked(question: string): 'asc' | 'desc' | 'all' | null {
	const [all, end] = gaps.exec(question) ?? [];
	return all === undefined
		? null
		: end === undefined
			? 'all'
			: /^(?:smallest|lowest|narrowest)$/i.test(end)
				? 'asc'
				: 'desc';
}

/** The difference between two compared values, such as two countries, for each of the other values of the answer; null if two weren't compared. */
export function differences(
	last: Turn,
	context: SchemaContext,
): { readonly written: Query; readonly turn: Turn } | null {
	const { inner, within } = understoodIn(last);
	const plan = planOf(inner, context);
	const measure = measureOf(last);
	const compared = plan?.where.filter((where) => where.kind === 'is' && !where.not && where.values.length === 2) ?? [];
	const [pair, ...others] = compared;
	if (plan === null || measure === undefined || pair?.kind !== 'is' || others.length > 0) return null;
	const shown = last.columns.filter(({ name }) => !name.startsWith('__'));
	const rest = shown.filter(({ name }) => name !== measure.name && name !== pair.column.name);
	const isKey = (name: string) =>
		isOfTime({ name, type: '' }) || !isNumberType(shown.find((column) => column.name === name)?.type ?? '');
	if (rest.length === shown.length - 1 || !rest.every(({ name }) => isKey(name))) return null;
	const names = rest.map(({ name }) => quoted(name));
	const [a = '', b = ''] = pair.values;
	const of = (value: string) =>
		`max(${quoted(measure.name)}) FILTER (WHERE ${quoted(pair.column.name)} = '${value.replaceAll("'", "''")}')`;
	const sql = [
		`SELECT ${[...names, `abs(${of(a)} - ${of(b)}) AS "difference"`].join(', ')}`,
		`FROM (\n${statement(last)}\n)`,
		...(names.length === 0 ? [] : [`GROUP BY ${names.join(', ')}`]),
		// With several values for one of the two, there is no single difference.
		`HAVING count(*) = 2 AND "difference" IS NOT NULL`,
		...(names.length === 0 ? [] : [`ORDER BY ${names.join(', ')}`]),
	].join('\n');
	const each = rest.length === 0 ? '' : `, for each ${rest.map(({ name }) => spoken(name)).join(' and ')}`;
	const written: Query = {
		...{ kind: 'query', sql, datasets: last.datasets ?? [] },
		reading: `The difference in ${spoken(measure.name)} between "${a}" and "${b}"${each}.`,
		understood: { inner, within: [...within], isRows: true } satisfies Pointed,
	};
	return { written, turn: { ...last, ...written, columns: [...rest, { name: 'difference', type: 'DOUBLE' }] } };
}
