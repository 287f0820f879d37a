import { isDeepStrictEqual } from 'node:util';
import { coordinateKey } from '#contract/dataset.ts';
import { readingOf } from '../offline/english.ts';
import { graphOf } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import type { Plan } from '../offline/plan.ts';
import { toSql } from '../offline/to-sql.ts';
import { spoken } from '../query/present.ts';
import { tableOf } from '../query/profile.ts';
import type { SchemaContext, Turn, Written } from '../query/types.ts';
import { asPointed, nothingPointed } from './as-pointed.ts';
import { isPointed, understoodIn } from './narrowed.ts';
import type { FollowUp } from './of-groups.ts';
import { rowsBehind } from './rows-behind.ts';

const asksForOthers =
	/^\W*(?:(?:and|but|so|now|what about|how about|of|for|in|among|with)\b\W*)*(?:the |all (?:the )?)?(?:others?|other ones|rest|remaining ones|remainder|everyone else|everything else)(?: of (?:them|those|these))?\W*$/i;

const unclearOthers: Written = {
	...{ kind: 'refused', asks: true, about: 'others' },
	message: 'I can’t tell which other rows you mean. Ask the full question.',
};

/** "and the others?" after the average of some rows: of all that the last answer wasn't about; null for other questions. */
export const ofTheOthers: FollowUp = async (writer, question, last, context, options) => {
	if (!asksForOthers.test(question)) return null;
	const found = apart(last, context);
	const plan = planOf(understoodIn(last).inner, context);
	if (found === null || plan === null) return unclearOthers;
	const { rows, column } = found;
	let { inner } = understoodIn(last);
	if (column !== null) {
		const whole = await writer.write(`ignore the ${column}`, context, { ...options, earlier: [last] });
		const of = whole.kind === 'query' ? planOf(whole.understood, context) : null;
		if (whole.kind !== 'query' || !isDeepStrictEqual(of, { ...plan, where: [] })) return unclearOthers;
		inner = whole.understood;
	}
	const of = { ...plan, where: [] };
	const within = new Map([[coordinateKey(plan.main.dataset.coordinate), rows]]);
	const { sql, datasets } = toSql(of, graphOf(context));
	const written = { kind: 'query', sql, datasets, reading: readingOf(of), understood: inner } as const;
	return {
		...asPointed(written, context, { ...nothingPointed, within }),
		reading: `${written.reading} Limited to rows that aren’t in the previous answer.`,
	};
};

/** The rows of a dataset that an answer isn't about, and the column of the condition that chose its rows. Null if that's unclear. */
function apart(last: Turn, context: SchemaContext): { readonly rows: string; readonly column: string | null } | null {
	const { inner, within } = understoodIn(last);
	const plan = planOf(inner, context);
	if (plan === null || selects(plan)) return null;
	const { coordinate } = plan.main.dataset;
	const except = (base: string, rows: string) => `SELECT * FROM ${base} AS d EXCEPT ALL (${rows})`;
	if (isPointed(last.understood)) {
		const rows = within.get(coordinateKey(coordinate));
		const around = new Map(last.understood.around).get(coordinateKey(coordinate));
		if (rows === undefined || plan.where.length > 0 || last.understood.isRows) return null;
		// Other than the first 5 of some: the rest of those. Other than all of them: the rest of the dataset.
		const isPart = around !== undefined && /\b(?:LIMIT|QUALIFY)\b/.test(rows);
		return { rows: except(isPart ? `(${around})` : tableOf(coordinate), rows), column: null };
	}
	const [where, ...others] = plan.where;
	const behind = others.length > 0 ? null : rowsBehind(inner, context);
	return where === undefined || behind === null
		? null
		: { rows: except(tableOf(coordinate), behind.sql), column: spoken(where.column.name) };
}

const selects = ({ having, without, with: needed, each, limit, outer }: Plan): boolean =>
	having.length + without.length + needed.length + each.length > 0 || limit !== null || outer !== null;
