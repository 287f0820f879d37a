import { isDeepStrictEqual } from 'node:util';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { listText } from '#lib/text/list-text.ts';
import { capital } from '../builtin/english.ts';
import { figuresOf } from '../builtin/offer.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { keyOfTable, namesOf } from '../offline/columns.ts';
import { type Graph, graphOf, peopleIn } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import { selectsMore } from '../offline/plan.ts';
import { counted, spoken } from '../query/present.ts';
import { tableOf } from '../query/profile.ts';
import type { QueryWriter, SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { asPointed, contradictsBefore, otherRows, reads } from './as-pointed.ts';
import { asksWhoThere, columnsAsked, countsByWay, isOfPeople, listed } from './asked-of.ts';
import { isPointed, narrowedTo, understoodIn } from './narrowed.ts';
import { named, type Pointer } from './pointers.ts';
import { areGroups, listOf, rowSql, statement } from './ranked-rows.ts';

/** Reads a question about the rows of the previous answer, using only those rows. */
export async function readAbout(
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
	const [, one] = /\b(it|its|he|she|him|his|her|hers)\b/i.exec(pointer.text) ?? [];
	if (one !== undefined && pointer.row === null && countsMany(last, context))
		return {
			kind: 'refused',
			asks: true,
			message: `I can’t tell which one you mean by "${one}". Ask the full question.`,
			about: one,
		};
	// "what share of it came from musicals?" about revenue isn't a share of the rows.
	const figures = planOf(understoodIn(last).inner, context)?.figures ?? [];
	if (
		/^(?:what|which|how large a) (?:share|part|percentage|proportion|fraction) of (?:it|that)\b/i.test(pointer.text) &&
		figures.some(({ column }) => column !== null)
	)
		return {
			kind: 'refused',
			asks: true,
			message: 'I can’t tell what the share should be of. Ask the full question.',
			about: 'share',
		};
	const isOfLast = ({ coordinate }: SchemaContext['datasets'][number]) =>
		last.datasets?.some((of) => coordinateKey(of) === coordinateKey(coordinate)) ?? false;
	// "how many books has he written?" about a single book: its author is unclear.
	const [, what] = /^how many ([\w ]+?) (?:do|does|did|have|has|had) (?:it|he|she)\b/i.exec(pointer.text) ?? [];
	if (
		what !== undefined &&
		main !== null &&
		!/\bGROUP BY\b/.test(listOf(last).sql ?? '') &&
		isSame(what, main.datasetName)
	)
		return {
			kind: 'refused',
			message: `The previous answer is about ${spoken(main.datasetName)}. Whose ${what} do you mean?`,
		};
	const graph = graphOf(context);
	const table = graph.tables.find(
		({ dataset }) => main !== null && coordinateKey(dataset.coordinate) === coordinateKey(main),
	);
	const asked = table === undefined ? null : columnsAsked(pointer.text, table, graph);
	if (table !== undefined && asked?.length === 0)
		return { kind: 'refused', message: `No column in ${table.name} answers that. Which column do you want to see?` };
	const [end, ...ends] = asked ?? [];
	if (table !== undefined && end !== undefined && ends.length === 0 && countsByWay(pointer.text)) {
		const text = `how many ${counted(spoken(table.name))} by ${spoken(end.name)}`;
		const written = await writer.write(text, context, { ...options, earlier: [] });
		return written.kind === 'query' && reads(written, within) ? asPointed(written, context, meant) : null;
	}
	// "how many people live there?" about the regions of countries: the total in each.
	if (
		/^how (?:many|much)\b/i.test(pointer.text) &&
		areGroups(last) &&
		!isPointed(last.understood) &&
		end !== undefined
	) {
		const total = await writer.write(`now total ${spoken(end.name)}`, context, { ...options, earlier: [last] });
		const plan = total.kind === 'query' ? planOf(total.understood, context) : null;
		const isSameGroups = isDeepStrictEqual(plan?.groups, planOf(last.understood, context)?.groups);
		return isSameGroups && ends.length === 0 ? total : { kind: 'refused', asks: true, message: whichFigure };
	}
	if (table !== undefined && main !== null && asked?.every((column) => column.table === table)) {
		const isName = ({ name, kind }: (typeof asked)[number]) =>
			kind === 'text' && last.columns.some((column) => column.name === name);
		const shown = [...new Set([...table.columns.filter(isName).slice(0, 1), ...asked])];
		// "only those hired in 2020" goes on from this list, not from the number of its rows.
		const list = await writer.write(`show the ${listed(shown, table)} of the ${spoken(table.name)}`, context, {
			...options,
			earlier: [],
		});
		return asPointed(
			{
				...{ kind: 'query', datasets: [main] },
				understood: list.kind === 'query' && isCount(last, context) ? list.understood : understoodIn(last).inner,
				sql: `SELECT ${shown.map(({ name }) => quoted(name)).join(', ')}\nFROM ${tableOf(main)} AS d`,
				reading: `${capital(
					listText(
						shown.map(({ name }) => spoken(name)),
						'and',
					),
				)} of ${spoken(table.name)}.`,
			},
			context,
			meant,
			pointer.isOne,
		);
	}
	// The subject of the answer takes priority over other datasets.
	const called = wordsOf(pointer.text).map(stem);
	const isNamed = ({ coordinate }: SchemaContext['datasets'][number]) =>
		wordsOf(coordinate.datasetName)
			.map(stem)
			.every((word) => called.includes(word));
	const near = { ...context, datasets: context.datasets.filter((of) => isOfLast(of) || isNamed(of)) };
	// A person is identified by name, which may be in another dataset.
	const isElsewhere = /^who\b/i.test(pointer.text) || asked?.some((column) => column.table !== table) === true;
	const isNear = near.datasets.length < context.datasets.length && !isElsewhere;
	const [there, thing] = asksWhoThere.exec(pointer.text) ?? [];
	if (table !== undefined && there !== undefined) {
		const found: Written[] = [];
		const named = peopleIn(graph);
		const people = named.filter(isOfPeople);
		const who = people.length > 0 ? people : named;
		const called = thing === undefined ? who : graph.tables.filter(({ name }) => isSame(name, thing));
		for (const of of called.filter((other) => other !== table)) {
			const names = listed(namesOf(of), of);
			const text = `show the distinct ${names} of the ${spoken(of.name)} of the ${spoken(table.name)}`;
			const written = await writer.write(text, context, { ...options, earlier: [] });
			if (written.kind === 'query' && reads(written, within)) found.push(asPointed(written, context, meant));
		}
		const shown = thing === undefined ? [] : table.columns.filter(({ name }) => isSame(name, thing));
		for (const { name } of shown) {
			const text = `show the distinct ${spoken(name)} of the ${spoken(table.name)}`;
			const written = await writer.write(text, near, { ...options, earlier: [] });
			if (written.kind === 'query' && reads(written, within)) found.push(asPointed(written, context, meant));
		}
		return found.length === 1 ? (found[0] ?? null) : null;
	}
	let ofOther: Written | null = null;
	for (const noun of nouns(main, last, graph)) {
		for (const from of isNear ? [near, context] : [context]) {
			const labels = noun.columns.filter((name) => !asked?.some((column) => spoken(column.name) === name));
			const texts =
				asked === null || table === undefined
					? named(pointer, noun.name, noun.columns)
					: [
							`show the ${[...labels, listed(asked, table)].join(' and ')} of the ${spoken(table.name)}`,
							`show the ${listed(asked, table)} of the ${spoken(table.name)}`,
						];
			for (const wording of texts) {
				const text = isOfValues(noun.name, last, context)
					? wording.replace(/^show the (?!distinct)/, '$&distinct ')
					: wording;
				const first = await writer.write(text, from, { ...options, earlier: [] });
				const total = totalAsked(text, first);
				const written =
					total === null ? first : await writer.write(`${total} of ${noun.name}`, from, { ...options, earlier: [] });
				const figures = written.kind === 'refused' ? figuresOf(pointer.text, written) : [];
				if (written.kind === 'refused' && figures.length > 0) return { ...written, suggestions: figures };
				if (written.kind !== 'query' || !reads(written, within)) continue;
				if (contradictsBefore(written, meant, context)) return { kind: 'refused', message: otherRows };
				if (listsGroups(text, written.understood, context)) return { kind: 'refused', message: whichFigure };
				const stated = selects.exec(pointer.text)?.[1];
				if (stated !== undefined && !(await narrows(written, noun.name, from, writer, options)))
					return {
						kind: 'refused',
						message: `I can’t tell which of them you mean by "${stated}". Ask the full question.`,
						about: stated,
					};
				if (from === near && (await passesOver(text, writer, near, context, options))) continue;
				const found = asPointed(written, context, meant, pointer.isOne);
				if (stated === undefined || !isOfOther(written, context)) return found;
				ofOther ??= found;
			}
		}
	}
	return ofOther;
}

/** "what states are they in?" about the origins of flights with their delays: of each origin once, not of each flight. */
function isOfValues(noun: string, last: Turn, context: SchemaContext): boolean {
	const { groups = [], main } = planOf(understoodIn(last).inner, context) ?? {};
	return (
		main !== undefined && isSame(main.name, noun) && groups.length > 0 && groups.every((group) => !('key' in group))
	);
}

/** "how many engineers are there" about some states, each with a number of them: the total. Null if the question says more. */
function totalAsked(text: string, written: Written): string | null {
	if (written.kind !== 'refused' || !written.message.startsWith('Do you mean the total of ')) return null;
	const [, what] = /^how many ([\w ]+?) (?:are|were|is|was) there$/i.exec(text) ?? [];
	return what === undefined || what !== written.about ? null : `total ${what}`;
}

/** "how many of those are gondolas?" after lifts per resort: whether resorts were counted, by a condition on their lifts. */
function isOfOther({ understood }: Extract<Written, { kind: 'query' }>, context: SchemaContext): boolean {
	const plan = planOf(understood, context);
	return plan?.where.some(({ column }) => column.table !== plan.main) === true;
}

/** "how many of those were felt?": means some of them. */
const selects =
	/^(?:how many|which|what|who)(?: ones?)? of (?:those|these|them) (?!(?:[\w ]+ )?(?:are|were|is|was) (?:there|they)$)(?:(?:are|were|is|was) )?(.+)$/i;

/** Whether a query selects some of the rows that a noun means. */
async function narrows(
	{ understood }: Extract<Written, { kind: 'query' }>,
	noun: string,
	context: SchemaContext,
	writer: QueryWriter,
	options: WriteOptions,
): Promise<boolean> {
	const all = await writer.write(`how many ${noun} are there`, context, { ...options, earlier: [] });
	const [plan, whole] = [understood, all.kind === 'query' ? all.understood : null].map((of) => planOf(of, context));
	return plan == null || whole == null || selectsMore(plan, whole);
}

/** "how deep was it?" after the number of earthquakes: none of them was singled out. */
function countsMany(last: Turn, context: SchemaContext): boolean {
	const plan = planOf(understoodIn(last).inner, context);
	const [figure, ...others] = plan?.figures ?? [];
	return figure?.fn === 'count' && others.length === 0 && plan?.groups.length === 0;
}

const isCount = (last: Turn, context: SchemaContext): boolean =>
	planOf(understoodIn(last).inner, context)?.figures.some(({ fn }) => fn === 'count') === true;

const whichFigure = 'Which figure should I show for each group? Ask for a total or a count, for example.';

/** "what was harvested on them, by crop?", read as a list that shows the crops: no figure of each was found. */
function listsGroups(text: string, understood: unknown, context: SchemaContext): boolean {
	const word = /,? by (?:the )?(\w+)$/i.exec(text)?.[1]?.toLowerCase();
	const plan = word === undefined ? null : planOf(understood, context);
	if (word === undefined || plan === null || plan.groups.length > 0) return false;
	return plan.shown.some(({ nameStems, table }) => [...nameStems, ...table.nameStems].includes(stem(word)));
}

/** Whether a word was skipped only because a single dataset was read, where any noun may mean its rows. */
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

/** Possible nouns for the rows, with the columns that identify them: the dataset that was grouped by, the one that was listed, then others. */
function nouns(main: DatasetCoordinate | null, last: Turn, graph: Graph) {
	const { datasets = [], columns } = last;
	const isOfGroups = /\bGROUP BY\b/.test(listOf(last).sql ?? '');
	const named = datasets.filter(({ datasetName }) =>
		graph.tables.some(
			(table) =>
				isOfGroups &&
				table.name === datasetName &&
				namesOf(table).some(({ name }) => columns.some((column) => column.name === name)),
		),
	);
	const of = [...named, ...(main === null ? [] : [main]), ...datasets];
	const names = [...new Set(of.map(({ datasetName }) => datasetName))];
	const texts = columns.filter(({ name, type }) => /^(VARCHAR|ENUM)/.test(type) && !name.startsWith('__'));
	return names.map((name) => {
		const table = graph.tables.find((other) => other.name === name);
		const key = table === undefined ? null : keyOfTable(table);
		// Rows are known by their names or else by their keys, not by just any text.
		const own = table === undefined ? [] : [...namesOf(table), ...(key === null ? [] : [key])];
		const isHere = (label: { name: string }) => columns.some((column) => column.name === label.name);
		const label = own.find(isHere) ?? texts[0];
		return { name: spoken(name), columns: label === undefined ? [] : [wordsOf(label.name).join(' ')] };
	});
}

/** Whether two names are equivalent: "home_port" and "home ports". */
export const isSame = (a: string, b: string): boolean =>
	wordsOf(a).map(stem).join(' ') === wordsOf(b).map(stem).join(' ');
