import { JsonText } from '#lib/exact-json/exact-json.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { headlineOf, headlineText } from '#lib/text/headline.ts';
import { listText } from '#lib/text/list-text.ts';
import { groupThousands, roundedText } from '#lib/text/rounded-text.ts';
import { cellText, escaped, readRow, rowsTable } from '../query/present.ts';
import type { DoneStep, Plan, PlannerInput } from './plan.ts';

/** Maximum rows of a table in an answer; the step has all of them. */
const shownRows = 10;

/** An answer in Markdown, made only from the steps' rows. Every figure names its step. */
export function composeAnswer(input: PlannerInput, plan: Plan, steps: readonly DoneStep[]): string {
	const isSearch = steps.length > 0 && steps.every((step) => step.step.role === 'find');
	const body = isSearch
		? searchAnswer(plan, steps)
		: [...steps.flatMap((step) => stepAnswer(step, plan, input.takesData)), ...basis(steps)];
	const follows = steps.flatMap(({ query }) => query.follows ?? []).map((asked) => `Follows the answer to "${asked}".`);
	const parts = [...body, ...[...follows, ...onSentContext(input, plan, steps)].map(escaped)];
	return parts.filter((part) => part !== '').join('\n\n');
}

/** Which attached context the answer uses, and which it doesn't. */
function onSentContext(
	{ callerContext, attached: { context, totals, unusable } }: PlannerInput,
	{ reads }: Plan,
	steps: readonly DoneStep[],
): string[] {
	const used = reads === undefined ? [] : steps.flatMap((step) => step.query.datasets.map((of) => of.datasetName));
	const partial = (context?.datasets ?? []).flatMap(({ coordinate: { datasetName }, rows }) => {
		const total = totals.get(datasetName);
		return total === undefined || !used.includes(datasetName)
			? []
			: [
					`Only ${groupThousands(String(rows))} of the ${rowCount(groupThousands(String(total)))} in ${datasetName} ${rows === 1 ? 'was' : 'were'} sent. This answer doesn’t include the others.`,
				];
	});
	return [
		...(reads === undefined ? [] : [['The figures are from the rows sent with the question.', ...partial].join(' ')]),
		...(reads === undefined && context !== null
			? ['The rows sent with the question weren’t used. Say "these rows" to ask about them.']
			: []),
		...unusable,
		...(callerContext.some((item) => item.rows === undefined)
			? ['The text sent with the question wasn’t used, because only a language model can read it.']
			: []),
	];
}

const from = ({ index }: DoneStep): string => `[step ${index}]`;

function stepAnswer(done: DoneStep, plan: Plan, takesData: boolean): string[] {
	switch (done.step.role) {
		case 'answer':
			// Clients that take rows as data show them, and the reading, beside the answer.
			return takesData
				? [headline(done)]
				: [headline(done), ...(done.rows.total > 1 ? [table(done)] : []), `*Read as: ${escaped(done.query.reading)}*`];
		case 'compare':
			return [`Compared ${from(done)}:`, table(done)];
		case 'part':
			return [
				...(done.index === 1 ? [whyLead(plan)] : []),
				`**By ${escaped(done.step.by ?? '')}** ${from(done)}`,
				table(done),
			];
		case 'find':
			return [`${escaped(done.step.instruction)} ${from(done)}:`, table(done)];
		case 'look':
			return [];
	}
}

const whyLead = (plan: Plan): string =>
	`The data doesn’t say why, but here is a breakdown of this result: *${escaped(plan.about ?? '')}*`;

function headline(done: DoneStep): string {
	const { columns, rows, total } = done.rows;
	const shown = columns.filter(({ name }) => !name.startsWith('__'));
	const sentence = headlineOf({
		columns: shown.map(({ name, type }) => ({
			name,
			isNumber: isNumberType(type),
			isTime: /^(DATE|TIMESTAMP)/.test(type),
		})),
		rows: rows.map((text) => {
			const row = readRow(text);
			return shown.map(({ name }) => (row[name] == null ? null : cellText(row[name])));
		}),
		total,
		reading: done.query.reading,
	});
	const [, text, end] = /^([\s\S]*?)(\.?)$/.exec(headlineText(sentence)) ?? [];
	return `**${escaped(text ?? '')}** ${from(done)}${end ?? ''}`;
}

const rowCount = (figures: string): string => `${figures} ${figures === '1' ? 'row' : 'rows'}`;

/** Whole numbers may be years or ids, so their digits aren't grouped. */
const isWhole = /^-?\d+(\.0+)?$/;

const table = ({ rows }: DoneStep): string =>
	rowsTable({ ...rows, total: Math.min(rows.total, shownRows) }, shownRows, (item) =>
		item instanceof JsonText && !isWhole.test(item.text) ? roundedText(item.text) : cellText(item),
	);

/** What the answer is based on: the first exploratory step. */
function basis(steps: readonly DoneStep[]): string[] {
	const look = steps.find((step) => step.step.role === 'look');
	if (look === undefined) return [];
	const rows = look.rows.rows.map(readRow);
	const named = rows.map((row) => cellText(row.dataset));
	const shortOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);
	const lines = rows.map((row, at) => {
		const name = named[at] ?? '';
		const isOne = named.filter((other) => shortOf(other) === shortOf(name)).length === 1;
		return `${rowCount(figure(row.rows))} of ${escaped(isOne ? shortOf(name) : name)}${spanOf(row)}`;
	});
	return lines.length === 0 ? [] : [`Based on ${listText(lines, 'and')} ${from(look)}.`];
}

/** " (2001-01-01 to 2001-03-31)": the dates of a dataset's first and last rows. */
function spanOf({ first, last }: Readonly<Record<string, unknown>>): string {
	const [start, end] = [first, last].map((value) => cellText(value).slice(0, '2001-01-01'.length));
	if (!start || !end) return '';
	return start === end ? ` (${start})` : ` (${start} to ${end})`;
}

function searchAnswer({ about = '' }: Plan, steps: readonly DoneStep[]): string[] {
	const [datasets, values] = steps;
	if (datasets === undefined) return [];
	const isNamed = about !== '';
	const found = [datasets, values].some((step) => step !== undefined && step.rows.total > 0);
	if (!found)
		return [
			`${isNamed ? `Nothing here mentions "${escaped(about)}": no name, description, column or value contains it` : 'Nothing found'} ${steps.map(from).join(' ')}.`,
		];
	const listed = datasets.rows.rows.slice(0, shownRows).map((text) => {
		const row = readRow(text);
		const where = row.found_in ? ` *Found in: ${escaped(cellText(row.found_in))}.*` : '';
		return `- **${escaped(cellText(row.dataset))}** (${rowCount(figure(row.rows))} ${from(datasets)}): ${escaped(cellText(row.description))}${where}`;
	});
	const count = datasets.rows.total;
	const lead =
		count === 0
			? `${isNamed ? `No name, description or column mentions "${escaped(about)}"` : 'No datasets found'} ${from(datasets)}.`
			: `${count} ${count === 1 ? 'dataset' : 'datasets'}${isNamed ? ` ${count === 1 ? 'mentions' : 'mention'} "${escaped(about)}"` : ''} ${from(datasets)}:`;
	const valueLines =
		values === undefined || values.rows.total === 0
			? []
			: [`${isNamed ? `Values that match "${escaped(about)}"` : 'Matching values'} ${from(values)}:`, table(values)];
	return [lead, listed.join('\n'), ...valueLines];
}

/** A value; numbers with thousands separators. */
function figure(value: unknown): string {
	return value instanceof JsonText ? roundedText(value.text) : escaped(cellText(value) || 'no value');
}
