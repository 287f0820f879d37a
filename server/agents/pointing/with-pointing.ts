import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { goesOn } from '../builtin/follow-up.ts';
import { counted } from '../query/present.ts';
import type { QueryWriter, SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { isPointed, type Narrowed, narrow, narrowedTo, type Pointed, understoodIn } from './narrowed.ts';
import { named, type Pointer, pointerOf, type RowChoice } from './pointers.ts';

type Query = Extract<Written, { kind: 'query' }>;

/** A writer that also reads what points at the answer before: "the second one", "which of those …?", "what is its …?". */
export const withPointing = (writer: QueryWriter): QueryWriter => ({
	async write(question, context, options): Promise<Written> {
		const last = options.earlier?.findLast(({ sql }) => sql !== null);
		if (last === undefined || options.repair !== undefined) return writer.write(question, context, options);
		const pointer = last.columns.length === 0 ? null : pointerOf(question);
		if (pointer === null) return goOn(writer, question, last, context, options);
		if (pointer.kind !== 'about') {
			return pointedRows(pointer, last, context) ?? goOn(writer, question, last, context, options);
		}
		// A list may be read on as it is; of groups and of the first rows only these are meant.
		const isPart =
			pointer.row !== null ||
			isPointed(last.understood) ||
			/\b(LIMIT|QUALIFY|GROUP BY)\b/.test(last.sql ?? '') ||
			/\bof (?:those|these|them)\b|\b(?:is|was|are|were) (?:it|that|they|those|these)$/i.test(pointer.text);
		const readOn = isPart ? null : await writer.write(question, context, options);
		if (readOn?.kind === 'query') return readOn;
		const about = await readAbout(writer, pointer, last, context, options);
		return about ?? readOn ?? (await goOn(writer, question, last, context, options));
	},
});

/** Reads on within what the question before pointed at, where this one leans on it. */
async function goOn(
	writer: QueryWriter,
	question: string,
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written> {
	const { understood } = last;
	if (!isPointed(understood)) return writer.write(question, context, options);
	const { inner } = understood;
	const { within } = understood.isRows ? narrowedTo(last, context, statement(last)) : understoodIn(last);
	const readOn = async () => {
		const earlier = [{ ...last, understood: inner }];
		const written = await writer.write(question, context, { ...options, earlier });
		return written.kind === 'query' && reads(written, within) ? asPointed(written, context, within) : null;
	};
	const leans = goesOn(question) || /^\W*(?:by|per|in|for|from|with|only|and|as)\b/i.test(question);
	const on = leans ? await readOn() : null;
	if (on !== null) return on;
	const alone = await writer.write(question, context, { ...options, earlier: [] });
	return alone.kind === 'query' || leans ? alone : ((await readOn()) ?? alone);
}

/** What is asked about the rows of the answer before, read of those rows alone. */
async function readAbout(
	writer: QueryWriter,
	pointer: Extract<Pointer, { kind: 'about' }>,
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written | null> {
	const sql = pointer.row === null ? statement(last) : rowSql(last, pointer.row);
	if (sql === null) return null;
	const { within, main } = narrowedTo(last, context, sql);
	if (within.size === 0) return null;
	const isOfLast = ({ coordinate }: SchemaContext['datasets'][number]) =>
		last.datasets?.some((of) => coordinateKey(of) === coordinateKey(coordinate)) ?? false;
	// What the answer was about says more than what else there is.
	const near = { ...context, datasets: context.datasets.filter(isOfLast) };
	for (const noun of nouns(main, last)) {
		for (const from of near.datasets.length < context.datasets.length ? [near, context] : [context]) {
			for (const text of named(pointer, noun.name, noun.columns)) {
				const written = await writer.write(text, from, { ...options, earlier: [] });
				if (written.kind === 'query' && reads(written, within)) return asPointed(written, context, within);
			}
		}
	}
	return null;
}

const spoken = (name: string): string => name.replaceAll(/[_-]+/g, ' ').toLowerCase();

/** What the rows may be called, with the columns that tell them apart: the dataset that was listed, then others that were read. */
function nouns(main: DatasetCoordinate | null, { datasets = [], columns }: Turn) {
	const of = [...(main === null ? [] : [main]), ...datasets];
	const names = [...new Set(of.map(({ datasetName }) => datasetName))];
	const labels = columns.filter(({ name, type }) => /^(VARCHAR|ENUM)/.test(type) && !name.startsWith('__'));
	return names.map((name) => ({ name: spoken(name), columns: labels.map((label) => spoken(label.name)).slice(0, 1) }));
}

const reads = ({ datasets }: Query, within: Narrowed): boolean =>
	datasets.some((dataset) => within.has(coordinateKey(dataset)));

function asPointed(written: Query, context: SchemaContext, within: Narrowed): Query {
	const understood: Pointed = { inner: written.understood ?? null, within: [...within], isRows: false };
	const read = written.datasets.filter((dataset) => within.has(coordinateKey(dataset)));
	return {
		...written,
		sql: narrow(written.sql, context, within),
		reading: `${written.reading} Only the rows of the previous answer.`,
		datasets: read.length === 0 ? written.datasets : allRead(written, context, within),
		understood,
	};
}

/** The datasets of a query, and those that its narrowed ones are read from. */
function allRead({ datasets }: Query, context: SchemaContext, within: Narrowed): DatasetCoordinate[] {
	const texts = datasets.flatMap((dataset) => within.get(coordinateKey(dataset)) ?? []).join('\n');
	const isRead = (of: DatasetCoordinate) =>
		datasets.some((dataset) => coordinateKey(dataset) === coordinateKey(of)) || texts.includes(quotedName(of));
	return context.datasets.map(({ coordinate }) => coordinate).filter(isRead);
}

const quotedName = ({ owner, namespace, datasetName }: DatasetCoordinate): string =>
	[owner, namespace, datasetName].map(quoted).join('.');

const statement = ({ sql }: Turn): string => (sql ?? '').replace(/;\s*$/, '');

const measureOf = ({ columns }: Turn) =>
	columns.findLast(({ name, type }) => !name.startsWith('__') && isNumberType(type));

function rowSql(last: Turn, row: RowChoice): string | null {
	const from = `SELECT * FROM (\n${statement(last)}\n)`;
	if ('at' in row) {
		if (row.at > 0) return `${from} LIMIT 1 OFFSET ${row.at - 1}`;
		return `SELECT * EXCLUDE (nth) FROM (SELECT *, row_number() OVER () AS nth FROM (\n${statement(last)}\n)) ORDER BY nth DESC LIMIT 1 OFFSET ${-row.at - 1}`;
	}
	const measure = measureOf(last);
	return measure === undefined
		? null
		: `${from} ORDER BY ${quoted(measure.name)} ${row.by.toUpperCase()} NULLS LAST LIMIT 1`;
}

/** Rows of the answer before, or their number; null where it has none to point at. */
function pointedRows(pointer: Exclude<Pointer, { kind: 'about' }>, last: Turn, context: SchemaContext): Query | null {
	const { inner, within } = understoodIn(last);
	const base = { kind: 'query', datasets: last.datasets ?? [] } as const;
	const understood: Pointed = { inner, within: [...within], isRows: true };
	if (pointer.kind === 'count') {
		const isOne = last.columns.every(({ type }) => isNumberType(type)) && !/\bGROUP BY\b/.test(last.sql ?? '');
		if (isOne) return null;
		const { main } = narrowedTo(last, context, statement(last));
		const noun = /\bGROUP BY\b/.test(last.sql ?? '') || main === null ? 'rows' : main.datasetName;
		const sql = `SELECT count(*) AS ${quoted(noun)} FROM (\n${statement(last)}\n)`;
		return {
			...base,
			sql,
			reading: `Number of ${counted(spoken(noun))} in the previous answer.`,
			understood: last.understood,
		};
	}
	const sql = rowSql(last, pointer.row);
	if (sql === null) return null;
	return { ...base, sql, reading: `${rowText(pointer.row, last)} of the previous answer.`, understood };
}

function rowText(row: RowChoice, last: Turn): string {
	if ('by' in row) return `${row.by === 'desc' ? 'Highest' : 'Lowest'} ${spoken(measureOf(last)?.name ?? '')}`;
	return row.at > 0 ? `Row ${row.at}` : 'Last row';
}
