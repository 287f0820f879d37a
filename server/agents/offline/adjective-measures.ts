import { closeness, gradedBase, readAdjective, readGradedAdjective } from '../builtin/english.ts';
import { unclear } from '../builtin/refusal.ts';
import { type Column, hasTimeOfDay, type Table } from '../builtin/schema.ts';
import { type Token, wordsOf } from '../builtin/tokenize.ts';
import { headOf, isIdentifier, sizeNouns } from './columns.ts';
import { formulaOf, type SpanUnit, spanBetween } from './derived.ts';
import type { Graph } from './graph.ts';
import type { Item } from './item.ts';
import type { Mention } from './link.ts';
import { isTimeUnit } from './vocabulary.ts';

/** "the windiest day": the most wind, not a column to show. */
export const withoutSuperlatives = (mentions: readonly Mention[], tokens: readonly Token[]): readonly Mention[] =>
	mentions.filter(({ from, to, columns }) => {
		const word = tokens[from]?.word ?? '';
		const isSuperlative = to === from + 1 && readGradedAdjective(word)?.form === 'superlative';
		return !isSuperlative || columns.length === 0 || columns.some(({ name }) => wordsOf(name).includes(word));
	});

/** "tallest" and "older than": a superlative or a comparison, and the quantity it refers to. */
export function qualityOf(
	word: string,
	[next, ...rest]: readonly Token[],
	graph: Graph,
	things: readonly Table[] = [],
): { columns: Column[]; direction: 'asc' | 'desc'; compares: boolean } | null {
	const found = readGradedAdjective(word);
	const compares = found?.form === 'comparative';
	if (found === null || (compares && next?.word !== 'than')) return null;
	const { nouns: stems, direction } = found;
	const all = graph.tables.flatMap(({ columns }) => columns);
	// "resolution_hours" is a duration, "hours_from_gmt" isn't, nor the hour of a day.
	const columns = all.filter(
		(column) =>
			column.kind === 'number' &&
			!isIdentifier(column) &&
			!graph.edges.some(({ from }) => from === column) &&
			!/^(?:hour|day)$/i.test(column.name) &&
			column.nameStems.some(
				(name) =>
					stems.includes(name) &&
					(!/^(second|minut|hour|day|night|km|mile?|kg)$/.test(name) || name === headOf(column)),
			),
	);
	const whole = columns.filter(({ nameStems }) => nameStems.length === 1);
	const apart = columns.filter(({ table }) => !whole.some((column) => column.table === table));
	if (columns.length === 0 && graph.isDescribed) {
		const meant = measuredBy(stems, direction, graph);
		if (meant !== null) return { ...meant, compares };
	}
	// The oldest person was born first, and the oldest thing was built or founded first.
	const births = all.filter(
		({ kind, isYear, nameStems }) => (kind === 'time' || isYear) && nameStems.some((name) => isBirth.test(name)),
	);
	// "older than the average", but not "older than 40": born before.
	const isAverage = rest.slice(0, 2).some(({ word: other }) => /^(?:average|mean)$/.test(other));
	const byBirth: ReturnType<typeof qualityOf> =
		!stems.includes('age') || (compares && !isAverage) || births.length === 0
			? null
			: { columns: births, direction: direction === 'desc' ? 'asc' : 'desc', compares };
	// "the oldest warden", if only guests have an age, and wardens a year of birth
	const isOfThing = ({ table }: Column) => things.includes(table);
	if (byBirth !== null && births.some(isOfThing) && !columns.some(isOfThing)) return byBirth;
	const ends = direction === 'desc' ? /^(max|maximum|highest)$/ : /^(min|minimum|lowest)$/;
	const isEnd = ({ nameStems }: Column) =>
		nameStems.some((name) => /^(?:max|min)(?:imum)?$|^(?:high|low)est$/.test(name));
	const end =
		graph.isDescribed || columns.every(isEnd)
			? columns.filter(({ nameStems }) => nameStems.some((name) => ends.test(name)))
			: [];
	if (end.length > 0) return { columns: end, direction, compares };
	if (columns.length > 0) return { columns: [...whole, ...apart], direction, compares };
	const lasting = stems.includes('duration') ? spansIn(graph, null) : [];
	if (lasting.length > 0) return { columns: lasting, direction, compares };
	// "the cheapest suite", by its nightly rate
	const rates = stems.includes('pric')
		? all.filter(({ kind, nameStems }) => kind === 'number' && isRate(nameStems))
		: [];
	if (rates.length > 0) return { columns: rates, direction, compares };
	return byBirth;
}

const money =
	/^(?:pric|cost|fee|rat|fare|charg|rent|tariff|premium|tuition|amount|valu|budget|expens|expense|spend|pay|payment|wag|wage|salary|bill|total|damage|usd|eur|gbp|dollar|euro)$/;

/** Whether an adjective is said of a quantity: a price is the cheapest, a population the largest but not the oldest. */
export function suitsQuantity(word: string, column: Column): boolean {
	const base = gradedBase(word) ?? '';
	if (!/^(?:old|young|cheap|expensive|costly|pricey|hot|warm|cold|cool|rich|wealthy|poor|healthy|happy)$/.test(base))
		return true;
	if (/^(?:old|young)$/.test(base) && (column.isYear || column.kind === 'time' || hasYears(column))) return true;
	const words = [...column.nameStems, ...column.descriptionStems.slice(0, 5)];
	if (/^(?:cheap|expensive|costly|pricey)$/.test(base) && words.some((other) => money.test(other))) return true;
	const { nouns } = readGradedAdjective(word) ?? { nouns: [] };
	return words.some((other) => nouns.some((noun) => closeness(noun, other) >= 0.8));
}

/** Numbers that may be years. */
export const hasYears = ({ isYear, min, max }: Column): boolean =>
	isYear || (min !== null && max !== null && Number(min) >= 1000 && Number(max) < 2200);

/** "hottest" for the highest temperature of each day, and "rainiest" for the precipitation. */
export function measuredBy(
	nouns: readonly string[],
	direction: 'asc' | 'desc',
	graph: Graph,
): ReturnType<typeof qualityOf> {
	const all = graph.tables.flatMap(({ columns }) => columns).filter(({ kind }) => kind === 'number');
	const isLike = (words: readonly string[]) =>
		nouns.some((noun) => words.some((other) => closeness(noun, other) >= (graph.isDescribed ? 0.8 : 1)));
	const like = all.filter(({ nameStems }) => isLike(nameStems));
	const meant = like.length > 0 ? like : all.filter(({ descriptionStems }) => isLike(descriptionStems.slice(0, 5)));
	const ends = direction === 'desc' ? /^(max|maximum|highest|total)$/ : /^(min|minimum|lowest|total)$/;
	const end = meant.filter(({ nameStems }) => nameStems.some((name) => ends.test(name)));
	const columns = end.length > 0 ? end : meant;
	return columns.length > 0 ? { columns, direction, compares: false } : null;
}

const isDistance = /^(?:km|mile?|metre?|meter?)$/;

const isBirth =
	/^(birth|birthday|birthdat|birthdate|dob|born|bear|built|build|found|establish|construct|inaugurat|open|publish|releas|release|launch|commission|install|manufactur)$/;

const isRate = (nameStems: readonly string[]): boolean =>
	/^(?:rat|rent|fare|charg|premium|tariff)$/.test(nameStems.at(-1) ?? '') &&
	!nameStems.some((word) => /^(?:tax|interest|growth|exchang|success|birth|death|heart)$/.test(word));

/** "length", "size" and "area", if columns measure it under other names: in minutes or square meters. */
export function amountCalled({ word }: Token, graph: Graph): Column[] {
	if (/^costs?$/.test(word)) return pricesIn(graph);
	const quality = { length: 'long', duration: 'long', distance: 'far', weight: 'heavy' }[word] ?? '';
	const isLength = ({ nameStems }: Column) => word !== 'duration' || !isDistance.test(nameStems.at(-1) ?? '');
	const nouns = readAdjective(quality)?.nouns ?? [];
	const found = graph.tables
		.flatMap(({ columns }) => columns)
		.filter(
			({ kind, nameStems }) =>
				kind === 'number' &&
				((nouns.includes(nameStems.at(-1) ?? '') && isLength({ nameStems } as Column)) ||
					(/^(?:size|area)$/.test(word) && sizeNouns.test(nameStems.at(-1) ?? ''))),
		);
	return found.length > 0 || quality !== 'long' ? found : spansIn(graph, null);
}

/** "cost": the price or fee of a thing, for datasets with one. */
const pricesIn = ({ tables }: Graph): Column[] =>
	tables.flatMap(({ columns }) => {
		const prices = columns.filter(
			({ kind, nameStems }) =>
				kind === 'number' && nameStems.some((word) => /^(?:pric|fee|fare|rent|charg|tuition|premium)$/.test(word)),
		);
		return prices.length === 1 ? prices : [];
	});

const begins =
	/^(?:start|begin|open|check|send|enter|admit|admission|depart|report|receiv|request|submit|fil|hir|borrow|loan|rent|pick|order|issu|list|deposit|ship|arriv|in|from|appl)$/;
const finishes =
	/^(?:end|finish|clos|complet|deliver|resolv|decid|decision|leav|discharg|return|collect|pick|sell|ship|arriv|out|to|until|ready|approv|pay)$/;
const plans = /^(?:du|plan|expect|expir|valid|creat|updat|modify|load|dob|bear|birth|schedul)$/;

/** How long rows last: from the date when they begin to the one when they end, for datasets with one such pair. */
function spansIn({ tables }: Graph, asked: SpanUnit | null): Column[] {
	return tables.flatMap(({ columns }) => {
		const times = columns.filter(
			({ kind, nameStems }) => kind === 'time' && !nameStems.some((word) => plans.test(word)),
		);
		const [from, to, ...others] = times.sort((a, b) => (a.min ?? '').localeCompare(b.min ?? ''));
		const says = (column: Column | undefined, pattern: RegExp) =>
			column?.nameStems.some((word) => pattern.test(word)) === true;
		if (from === undefined || to === undefined || others.length > 0) return [];
		if (!says(from, begins) || !says(to, finishes) || (from.max ?? '') > (to.max ?? '')) return [];
		return [spanBetween(from, to, asked ?? (hasTimeOfDay(from) && hasTimeOfDay(to) ? 'hour' : 'day'))];
	});
}

/** How long the rows of some datasets last: between two dates, or in a column of minutes or hours; if none are named, how long any rows do. */
function lengthsOf(tables: readonly Table[], graph: Graph): Column[] {
	const spans = spansIn(graph, null);
	const own = spans.filter(({ table }) => tables.includes(table));
	const isLength = ({ kind, nameStems }: Column) =>
		kind === 'number' && (nameStems.includes('duration') || isTimeUnit.test(nameStems.at(-1) ?? ''));
	const lengths = tables.flatMap(({ columns }) => columns.filter(isLength));
	return own.length > 0 ? own : tables.length > 0 ? lengths : spans;
}

const unitOfTime = ({ tag, text, mention }: Item): SpanUnit | null => {
	const [, unit] = /^(hour|day|week)s?$/i.exec(text) ?? [];
	const isUnit = (mention?.score ?? 0) <= 0.4 || mention?.columns.every((column) => formulaOf(column)?.kind === 'unit');
	return tag === 'C' && unit !== undefined && isUnit === true ? (unit.toLowerCase() as SpanUnit) : null;
};

const spanOf = ({ text, mention }: Item, columns: readonly Column[]): Item => {
	const { from = 0, to = 0 } = mention ?? {};
	return { tag: 'C', text, mention: { from, to, columns, tables: [], values: [], score: 1 } };
};

/** "the average number of days to complete a repair", "took longer than 14 days", "days between the order date and the shipped date". */
export function withSpans(items: readonly Item[], graph: Graph, question: string): Item[] {
	const lasts = /\b(?:took|takes?|taken|lasted|lasts?|stay(?:s|ed)?)\b/i.test(question);
	const found = [...items];
	for (const item of items) {
		const at = found.indexOf(item);
		const unit = unitOfTime(item);
		const tags = found.map(({ tag }) => tag).join('');
		const first = found[at - 1]?.tag === 'H' ? at - 1 : at;
		const [start, , end] = found.slice(at + 2, at + 5);
		if (unit !== null && /^CBC&C/.test(tags.slice(at))) {
			const pairs = (start?.mention?.columns ?? []).flatMap((from) =>
				(end?.mention?.columns ?? []).flatMap((to) =>
					from.kind === 'time' && to.kind === 'time' && from.table === to.table && from !== to
						? [spanBetween(from, to, unit)]
						: [],
				),
			);
			if (pairs.length > 0) found.splice(first, at + 5 - first, spanOf(item, pairs));
		} else if (unit !== null && found[first - 1]?.tag === 'A' && tags[at + 1] !== 'E') {
			const spans = spansIn(graph, unit);
			if (spans.length > 0) found.splice(first, at + 1 - first, spanOf(item, spans));
		} else if (item.tag === 'N' && item.unit !== undefined && lasts && found[at - 1]?.tag === 'G') {
			const of = found.slice(0, at).findLast(({ tag }) => tag === 'T')?.mention?.tables ?? [];
			const spans = lengthsOf(of, graph);
			// "tournaments that lasted longer than a week": not their matches.
			const [name, sign] = found.slice(at - 2, at);
			const isGraded = name?.tag === 'C' && name.text === sign?.text;
			const isOfOther = isGraded && !name.mention?.columns.some(({ table }) => of.includes(table));
			if (isOfOther && spans.length > 0) found.splice(at - 2, 1, spanOf(item, spans));
			const isOther = name?.tag === 'C' || 'CT'.includes(tags[at + 1] ?? '-');
			if (!isOther && spans.length > 0) found.splice(at - 1, 0, spanOf(item, spans));
		}
	}
	// "the average length of a lease in days"
	const [last, span] = [found.at(-1), found.find(isSpan)];
	const unit = last?.after === 'in' && last !== span ? unitOfTime(last) : null;
	if (span !== undefined && unit !== null)
		found.splice(found.indexOf(span), 1, { ...spanOf(span, spansIn(graph, unit)), after: span.after ?? '' });
	// "longer than 2 years"
	for (const [at, { tag, text }] of found.entries())
		if (
			/^(?:year|month|quarter)s?$/i.test(text) &&
			tag === 'C' &&
			/GN$/.test(
				found
					.slice(at - 2, at)
					.map((one) => one.tag)
					.join(''),
			)
		)
			if (found.slice(0, at).some(isSpan)) throw unclear(text);
	return withoutEnds(span !== undefined && unit !== null ? found.slice(0, -1) : found);
}

const isSpan = ({ tag, mention }: Item): boolean =>
	tag === 'C' &&
	mention?.columns.length !== 0 &&
	mention?.columns.every((column) => formulaOf(column)?.kind === 'span') === true;

/** "days to complete a repair": the verb says which dates are meant. */
const withoutEnds = (items: readonly Item[]): Item[] =>
	items.flatMap((item, at) => {
		const endsOf = (of: Item | undefined, other: Item | undefined): Column[] =>
			of?.tag !== 'C' || other?.tag !== 'C'
				? []
				: (of.mention?.columns ?? []).filter((column) => {
						const formula = formulaOf(column);
						return formula?.kind === 'span' && formula.of.some((end) => other.mention?.columns.includes(end));
					});
		const isMet = /[GNMB]/.test(items[at + 1]?.tag ?? '-');
		if (endsOf(items[at - 1], item).length > 0 && !isMet) return [];
		const columns = endsOf(item, items[at + 1]);
		return columns.length === 0 || item.mention === undefined
			? [item]
			: [{ ...item, mention: { ...item.mention, columns } }];
	});
