import { coordinateKey } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { singular } from '#lib/text/plural.ts';
import type { Column } from '../builtin/schema.ts';
import { type Graph, graphOf } from '../offline/graph.ts';
import { spoken } from '../query/present.ts';
import { tableOf } from '../query/profile.ts';
import type { Turn } from '../query/types.ts';
import { isSame } from './about.ts';
import type { FollowUp } from './of-groups.ts';
import { statement } from './ranked-rows.ts';
import { sameRows } from './rearranged.ts';

/** "show their addresses too", "add the city", "also include their phone" */
const asksForMore =
	/^\W*(?:(?:and|but|now|please)\b\W*)*(?:(also )?(?:(?:show|list|give|include)(?: me)?|(add)) (also )?)?(?:their|its|his|her|the) ([\w ]+?)(,? (?:too|as well|also))?\W*$/i;

/** "show their cities too": the previous answer with another column of what its rows name; null for other questions. */
export const withMore: FollowUp = async (writer, question, last, context, options) => {
	const [, also, add, more, named, too] = asksForMore.exec(question) ?? [];
	if (named === undefined || (also ?? add ?? more ?? too) === undefined) return null;
	if (last.columns.some(({ name }) => isSame(name, named))) return sameRows(last);
	const found = last.columns.flatMap(({ name }) => knownBy(name, named, last, graphOf(context)));
	const [known, ...others] = found;
	if (known === undefined || others.length > 0)
		return writer.withAnswers.write(`show their ${named}`, context, options);
	const { label, key, column } = known;
	const [own, of] = [label, key.name].map(quoted);
	const { coordinate } = column.table.dataset;
	return {
		...sameRows(last),
		sql: [
			`SELECT e.* EXCLUDE ("nth"), d.${quoted(column.name)}`,
			`FROM (SELECT *, row_number() OVER () AS "nth" FROM (\n${statement(last)}\n)) AS e`,
			`LEFT JOIN ${tableOf(coordinate)} AS d ON d.${of} = e.${own} ORDER BY "nth"`,
		].join('\n'),
		reading: `${last.reading.replace(/\.\s*$/, '')}, with the ${spoken(column.name)} of each ${singular(spoken(column.table.name))}.`,
		datasets: [...(last.datasets ?? []), coordinate].filter(
			(one, at, all) => all.findIndex((other) => coordinateKey(other) === coordinateKey(one)) === at,
		),
	};
};

/** The column that a name asks for, of the rows that a label of the answer identifies: in their own dataset, or in the one that it refers to. */
function knownBy(label: string, named: string, { datasets = [] }: Turn, { tables, edges }: Graph) {
	const isRead = ({ table }: Column) =>
		datasets.some((of) => coordinateKey(of) === coordinateKey(table.dataset.coordinate));
	const labels = tables.flatMap(({ columns }) => columns.filter((column) => column.name === label && isRead(column)));
	const keys = labels.flatMap((column) =>
		column.unique ? column : edges.filter(({ from, to }) => from === column && to.unique).map(({ to }) => to),
	);
	return [...new Set(keys)].flatMap((key) =>
		key.table.columns.filter(({ name }) => isSame(name, named)).map((column) => ({ label, key, column })),
	);
}
