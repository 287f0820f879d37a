import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { goesOn } from '../builtin/follow-up.ts';
import { graphOf } from '../offline/graph.ts';
import { counted, spoken } from '../query/present.ts';
import type { QueryWriter, SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { columnsAsked, listed } from './asked-of.ts';
import { conditionsOf } from './conditions.ts';
import { isPointed, type Narrowed, narrow, narrowedTo, type Pointed, understoodIn } from './narrowed.ts';
import { countThem, named, type Pointer, pointerOf } from './pointers.ts';
import { areGroups, endOfMeasure, isFirst, listOf, measureOf, rowSql, rowText, statement } from './ranked-rows.ts';

type Query = Extract<Written, { kind: 'query' }>;

/** A writer that also reads what points at the answer before: "the second one", "which of those …?", "what is its …?". */
export const withPointing = (writer: QueryWriter): QueryWriter => ({
	async write(asked, context, options): Promise<Written> {
		const question = withoutSame(asked);
		const last = options.earlier?.findLast(({ sql }) => sql !== null);
		if (last === undefined || options.repair !== undefined) return writer.write(question, context, options);
		const pointer = last.columns.length === 0 ? null : pointerOf(question);
		if (pointer === null) return goOn(writer, question, last, context, options);
		if (pointer.kind === 'end') return endOf(writer, question, pointer, context, options);
		// "How many of those were there?" of one group: of its rows.
		const isOneGroup = listOf(last) !== last && /\bGROUP BY\b/.test(last.sql ?? '');
		if (pointer.kind === 'count' && isOneGroup) {
			const them = { kind: 'about', text: countThem, row: null, isOne: false } as const;
			const about = await readAbout(writer, them, last, context, options);
			if (about !== null) return about;
		}
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

/** "same for 2021", "the same with DELTA": says what is different, and nothing else. */
const withoutSame = (question: string): string =>
	question.replace(
		/^\W*(?:(?:and|but|now|then|ok(?:ay)?)\b\W*)*(?:(?:do|show|give) (?:me )?)?(?:the )?same (?:thing |figures? |question )?(?=(?:for|in|with|at|on|of|from|to|by)\b)/i,
		'and ',
	);

/** Reads on within what the question before pointed at, where this one leans on it. */
async function goOn(
	writer: QueryWriter,
	question: string,
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written> {
	const { understood } = last;
	if (!isPointed(understood)) {
		const written = await writer.write(question, context, options);
		return written.kind === 'query' ? written : (firstRows(question, last) ?? written);
	}
	const { inner } = understood;
	const pointed = understood.isRows ? narrowedTo(last, context, statement(last)) : pointedBefore(understood);
	const { within } = pointed;
	const readOn = async () => {
		const earlier = [{ ...last, understood: inner }];
		const written = await writer.write(question, context, { ...options, earlier });
		if (written.kind !== 'query') return null;
		const before = pointedBefore(understood);
		const identifying = new Set([...pointed.identifying, ...before.identifying]);
		if (!/^\W*(?:only|just)\b/i.test(question) && isAboutOthers(written, inner, identifying, context)) {
			// The question before says all that its rows stand for; of a narrowed one only what it was narrowed from.
			const isOutside = isAboutOthers(written, inner, before.identifying, context, true);
			const rest = understood.isRows && !isOutside ? before.within : understood.isRows ? before.around : pointed.around;
			return reads(written, rest) ? asPointed(written, context, { ...nothingPointed, within: rest }) : written;
		}
		return reads(written, within) ? asPointed(written, context, pointed) : null;
	};
	const leans = goesOn(question) || /^\W*(?:by|per|in|for|from|with|only|and|as)\b/i.test(question);
	const on = leans ? await readOn() : null;
	if (on !== null) return on;
	const alone = await writer.write(question, context, { ...options, earlier: [] });
	return alone.kind === 'query' || leans
		? alone.kind === 'query'
			? alone
			: (firstRows(question, last) ?? alone)
		: ((await readOn()) ?? alone);
}

type Meant = Omit<ReturnType<typeof narrowedTo>, 'main'>;

const nothingPointed: Meant = { within: new Map(), around: new Map(), identifying: new Set() };

const pointedBefore = ({ within, around = [], identifying = [] }: Pointed): Meant => ({
	within: new Map(within),
	around: new Map(around),
	identifying: new Set(identifying),
});

/** Whether a question asks of other rows than the answer before: it has another value where these are identified by theirs. */
function isAboutOthers(
	{ understood }: Query,
	before: unknown,
	identifying: ReadonlySet<string>,
	context: SchemaContext,
	isOnlyIdentified = false,
): boolean {
	const earlier = conditionsOf(before, context);
	return [...conditionsOf(understood, context)].some(
		([column, condition]) =>
			earlier.get(column) !== condition && (identifying.has(column) || (!isOnlyIdentified && earlier.has(column))),
	);
}

const counts = 'two three four five six seven eight nine ten'.split(' ');
const ends = new RegExp(
	`^\\W*(?:(?:and|but|now|only|just|show|give|me)\\b\\W*)*(?:the )?(top|bottom|highest|lowest) (\\d{1,3}|${counts.join('|')})\\W*$`,
	'i',
);

/** "top 3": of the answer before as it stands, by its measure; null where it has none. */
function firstRows(question: string, last: Turn): Query | null {
	const [, end = '', number = ''] = ends.exec(question) ?? [];
	const measure = measureOf(last);
	if (end === '' || measure === undefined) return null;
	const count = counts.includes(number.toLowerCase()) ? counts.indexOf(number.toLowerCase()) + 2 : Number(number);
	if (count < 1) return null;
	const isTop = /top|highest/i.test(end);
	const { inner, within } = understoodIn(last);
	return {
		kind: 'query',
		sql: `SELECT * FROM (\n${statement(last)}\n) ORDER BY ${quoted(measure.name)} ${isTop ? 'DESC' : 'ASC'} NULLS LAST LIMIT ${count}`,
		reading: `The ${isTop ? 'highest' : 'lowest'} ${count} by ${spoken(measure.name)} of the previous answer.`,
		datasets: last.datasets ?? [],
		understood: { inner, within: [...within], isRows: true } satisfies Pointed,
	};
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
	const meant = narrowedTo(last, context, sql);
	const { within, main } = meant;
	if (within.size === 0) return null;
	const isOfLast = ({ coordinate }: SchemaContext['datasets'][number]) =>
		last.datasets?.some((of) => coordinateKey(of) === coordinateKey(coordinate)) ?? false;
	const graph = graphOf(context);
	const table = graph.tables.find(
		({ dataset }) => main !== null && coordinateKey(dataset.coordinate) === coordinateKey(main),
	);
	const asked = table === undefined ? null : columnsAsked(pointer.text, table, graph);
	if (table !== undefined && asked?.length === 0)
		return { kind: 'refused', message: `No column of ${table.name} answers that. Name the column to show.` };
	// What the answer was about says more than what else there is.
	const near = { ...context, datasets: context.datasets.filter(isOfLast) };
	// Who somebody is is told by a name, which another dataset may have.
	const isElsewhere = /^who\b/i.test(pointer.text) || asked?.some((column) => column.table !== table) === true;
	const isNear = near.datasets.length < context.datasets.length && !isElsewhere;
	for (const noun of nouns(main, last)) {
		for (const from of isNear ? [near, context] : [context]) {
			const labels = noun.columns.filter((name) => !asked?.some((column) => spoken(column.name) === name));
			const texts =
				asked === null || table === undefined
					? named(pointer, noun.name, noun.columns)
					: [
							`show the ${[...labels, listed(asked)].join(' and ')} of the ${spoken(table.name)}`,
							`show the ${listed(asked)} of the ${spoken(table.name)}`,
						];
			for (const text of texts) {
				const written = await writer.write(text, from, { ...options, earlier: [] });
				if (written.kind !== 'query' || !reads(written, within)) continue;
				if (from === near && (await passesOver(text, writer, near, context, options))) continue;
				return asPointed(written, context, meant, pointer.isOne);
			}
		}
	}
	return null;
}

/** Whether a word was passed over because a single dataset was read: of one, any noun may be what its rows are. */
async function passesOver(
	text: string,
	writer: QueryWriter,
	near: SchemaContext,
	context: SchemaContext,
	options: WriteOptions,
): Promise<boolean> {
	if (near.datasets.length > 1) return false;
	const first = { ...options, earlier: [] };
	const whole = await writer.write(text, context, first);
	if (whole.kind !== 'refused' || whole.about === undefined) return false;
	return (await writer.write(`show the ${whole.about}`, near, first)).kind === 'refused';
}

/** What the rows may be called, with the columns that tell them apart: the dataset that was listed, then others that were read. */
function nouns(main: DatasetCoordinate | null, { datasets = [], columns }: Turn) {
	const of = [...(main === null ? [] : [main]), ...datasets];
	const names = [...new Set(of.map(({ datasetName }) => datasetName))];
	const labels = columns.filter(({ name, type }) => /^(VARCHAR|ENUM)/.test(type) && !name.startsWith('__'));
	return names.map((name) => ({ name: spoken(name), columns: labels.map((label) => spoken(label.name)).slice(0, 1) }));
}

const reads = ({ datasets }: Query, within: Narrowed): boolean =>
	datasets.some((dataset) => within.has(coordinateKey(dataset)));

function asPointed(written: Query, context: SchemaContext, meant: Meant, isOne = false): Query {
	const { within, around, identifying } = meant;
	const understood: Pointed = {
		...{ inner: written.understood ?? null, isRows: false, isOne },
		...{ within: [...within], around: [...around], identifying: [...identifying] },
	};
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

/** "the lowest", "richest": of the rows of the answer, else what is asked instead of the end that was asked for before. */
async function endOf(
	writer: QueryWriter,
	question: string,
	pointer: Extract<Pointer, { kind: 'end' }>,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written> {
	const { earlier = [] } = options;
	const last = earlier.findLast(({ sql }) => sql !== null);
	if (last === undefined) return writer.write(question, context, options);
	const list = listOf(last);
	const by = endOfMeasure(pointer, list);
	const isChosen = list !== last && isFirst(last);
	const rows =
		by !== null && (isChosen || areGroups(last)) ? pointedRows({ kind: 'row', row: { by } }, last, context) : null;
	if (rows !== null) return rows;
	// "its population" of the row that came first is no list: what came first is asked again.
	const at = earlier.lastIndexOf(last);
	const isOfOne = isPointed(last.understood) && last.understood.isOne === true;
	if (isOfOne && at > 0)
		return endOf(writer, question, pointer, context, { ...options, earlier: earlier.slice(0, at) });
	const asksAgain = isFirst(last) || /^\W*(?:and|but)\b/i.test(question);
	const again = asksAgain ? await goOn(writer, question, last, context, options) : null;
	if (again?.kind === 'query') return again;
	const about = { kind: 'about', text: `which of them is the ${pointer.word}`, row: null, isOne: false } as const;
	const found = pointer.by === null ? await readAbout(writer, about, last, context, options) : null;
	return found ?? again ?? goOn(writer, question, last, context, options);
}

/** Rows of the answer before, or their number; null where it has none to point at. */
function pointedRows(
	pointer: Extract<Pointer, { kind: 'row' | 'count' }>,
	last: Turn,
	context: SchemaContext,
): Query | null {
	const { inner, within } = understoodIn(last);
	const base = { kind: 'query', datasets: last.datasets ?? [] } as const;
	const list = statement(listOf(last));
	const { around = [], identifying = [] } = isPointed(last.understood) ? last.understood : {};
	const understood: Pointed = { inner, within: [...within], around, identifying, isRows: true, list };
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
