import type { Assumption } from '#contract/agents/artifacts.ts';
import { coordinateKey } from '#contract/dataset.ts';
import { singular } from '#lib/text/plural.ts';
import { readTime } from '../builtin/dates.ts';
import { readGradedAdjective } from '../builtin/english.ts';
import { readPhrase } from '../builtin/phrases.ts';
import type { Column } from '../builtin/schema.ts';
import { nameInWords, wordsOf } from '../builtin/tokenize.ts';
import { isIdentifier } from '../offline/columns.ts';
import { graphOf, partsOf } from '../offline/graph.ts';
import { type Mention, mentionsOf } from '../offline/link.ts';
import type { QueryWriter, SchemaContext, Written } from '../query/types.ts';
import { tokensIn } from './definitions.ts';
import { hasName } from './word-marks.ts';

type Query = Extract<Written, { kind: 'query' }>;

/** An ambiguity of a question, how it was resolved, and the columns it may also mean. */
interface Open {
	/** The words and their interpretation: `"largest" by area`. */
	readonly text: string;
	readonly others: readonly Column[];
	/** What another column is called, if not by its name. */
	readonly label?: (column: Column) => string;
	/** Phrasings of the question with another column. */
	readonly ask: (column: Column) => readonly string[];
}

/** Maximum number of alternatives per assumption, and time limit for trying questions, ms. */
const [most, patience] = [5, 400];

/** The assumptions made for an ambiguous question. Alternatives are read before they are offered. */
export async function assumptionsOf(
	question: string,
	query: Query,
	context: SchemaContext,
	writer: QueryWriter,
	signal: AbortSignal,
): Promise<Assumption[]> {
	const until = performance.now() + patience;
	const found: Assumption[] = [];
	for (const { text, others, label = spoken, ask } of openIn(question, query, context)) {
		const alternatives: Assumption['alternatives'] = [];
		for (const column of others) {
			if (alternatives.length === most || performance.now() > until) break;
			for (const candidate of ask(column)) {
				const written = await writer.write(candidate, context, { signal });
				const isOther = written.kind === 'query' && written.sql !== query.sql && hasName(written.sql, column.name);
				if (!isOther) continue;
				alternatives.push({ label: label(column), question: candidate });
				break;
			}
		}
		if (alternatives.length > 0) found.push({ text, alternatives });
	}
	return found;
}

const spoken = ({ name }: Column): string => nameInWords(name);
const whose = ({ table, name }: Column): string => `${singular(nameInWords(table.name))} ${nameInWords(name)}`;
const isQuantity = (column: Column): boolean =>
	column.kind === 'number' &&
	!column.isYear &&
	!column.unique &&
	!isIdentifier(column) &&
	!/(^|_)(latitude|longitude|lat|lon|lng)$/i.test(column.name);

function openIn(question: string, { sql, reading, datasets }: Query, context: SchemaContext): Open[] {
	const tokens = tokensIn(question);
	const graph = graphOf(context);
	const { schema } = graph;
	const read = new Set(datasets.map(coordinateKey));
	const columns = schema.tables
		.filter(({ dataset }) => read.has(coordinateKey(dataset.coordinate)))
		.flatMap((table) => table.columns);
	const used = columns.filter(({ name }) => hasName(sql, name));
	const raw = (from: number, to: number) => question.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
	const mentions = partsOf(graph).flatMap((part) => mentionsOf(tokens, raw, part));
	// "orders" names the dataset, not the day on which something was ordered.
	const namesDataset = ({ tables, score }: Mention) => tables.length > 0 && score >= 0.7;
	const named = new Set(mentions.filter((one) => !namesDataset(one) && one.score >= 0.7).flatMap((one) => one.columns));
	const text = question.trim().replace(/[\s?.!]+$/, '');
	const open: Open[] = [];
	for (const [at, token] of tokens.entries()) {
		const phrase = readPhrase(
			tokens
				.slice(at)
				.map(({ word }) => word)
				.join(' '),
		)?.phrase;
		const isEnd = readGradedAdjective(token.word)?.form === 'superlative' || phrase?.kind === 'end';
		const by = isEnd
			? used.find((column) => isQuantity(column) && !named.has(column) && isRankedBy(reading, column))
			: undefined;
		if (by !== undefined && open.length === 0) {
			open.push({
				text: `"${token.text}" by ${spoken(by)}`,
				others: columns.filter((column) => column !== by && column.table === by.table && isQuantity(column)),
				ask: (column) => [`${text} by ${spoken(column)}?`],
			});
		}
		const time = readTime(tokens, at);
		const dates = columns.filter(({ kind }) => kind === 'time');
		const when = time === null ? undefined : used.find((column) => column.kind === 'time' && !named.has(column));
		if (
			time !== null &&
			when !== undefined &&
			dates.length > 1 &&
			!open.some(({ others }) => others.includes(dates[0] as Column))
		) {
			const last = tokens[at + time.length - 1];
			const lead =
				/\b(in|on|since|before|after|from|between|during|until|by)\s+$/i.exec(question.slice(0, token.start))?.[0] ??
				'';
			const from = token.start - lead.length;
			open.push({
				text: `"${question.slice(token.start, last?.end)}" of ${spoken(when)}`,
				others: dates.filter((column) => column !== when && column.table === when.table),
				ask: (column) => [
					`${question.slice(0, from)}with ${spoken(column)} ${question.slice(from)}`,
					`${question.slice(0, from)}${spoken(column)} ${question.slice(from)}`,
				],
			});
		}
	}
	for (const { from, to, columns: meant, score } of mentions) {
		const taken = meant.find((column) => used.includes(column));
		const [start, end] = [tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0];
		const others = meant.filter(
			(column) => !used.includes(column) && columns.includes(column) && column.kind === taken?.kind,
		);
		// "bookings by city": of the members who booked, or of the cinemas?
		const elsewhere = schema.tables
			.flatMap((table) => table.columns)
			.filter((column) => !columns.includes(column) && column.name === taken?.name && column.kind === taken.kind);
		// "bookings by member city" says whose.
		const isOwned =
			taken !== undefined &&
			(to - from > wordsOf(taken.name).length || mentions.some(({ tables }) => tables.includes(taken.table)));
		if (taken !== undefined && read.size > 1 && !isOwned && !isIdentifier(taken) && elsewhere.length > 0)
			open.push({
				text: `"${question.slice(start, end)}" as ${whose(taken)}`,
				others: elsewhere,
				label: whose,
				ask: (column) => [`${question.slice(0, start)}${whose(column)}${question.slice(end)}`],
			});
		if (taken === undefined || score === 1 || others.length === 0) continue;
		open.push({
			text: `"${question.slice(start, end)}" as ${spoken(taken)}`,
			others,
			ask: (column) => [`${question.slice(0, start)}${spoken(column)}${question.slice(end)}`],
		});
	}
	return open.filter(({ text }, at) => open.findIndex((other) => other.text === text) === at);
}

const isRankedBy = (reading: string, { name }: Column): boolean => {
	const plain = reading.replaceAll('"', '').replaceAll('_', ' ').toLowerCase();
	return new RegExp(
		`(?:highest|lowest) (?:average |total |lowest |highest )?${name
			.replaceAll('_', ' ')
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} ]/gu, '.')}`,
		'u',
	).test(plain);
};
