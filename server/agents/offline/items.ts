import { readTime } from '../builtin/dates.ts';
import type { TimeUnit } from '../builtin/intent.ts';
import { type Phrase, readPhrase } from '../builtin/phrases.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Column } from '../builtin/schema.ts';
import { isIrregularVerb, stem } from '../builtin/stem.ts';
import { type Token, tokenize } from '../builtin/tokenize.ts';
import { unitOf } from './derived.ts';
import type { Graph } from './graph.ts';
import type { Item } from './item.ts';
import { joinedItems } from './joined-items.ts';
import { type Mention, mentionsOf } from './link.ts';
import { plainly } from './phrasing.ts';

/** A turn of phrase that is known, and not read here. */
export class Unread extends Refusal {
	constructor(text: string) {
		super(`I cannot read "${text}" here.`, text);
	}
}

/** What is asked for cannot be: no other meaning of the words is looked for. */
export class Impossible extends Refusal {}

const times =
	/^(january|february|march|april|june|july|august|september|october|november|december|(mon|tues|wednes|thurs|fri|satur|sun)days?|today|yesterday)$/;

const small = new Map(
	'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, at) => [word, at + 1]),
);

/** Words that say how a question is put, and nothing of what is asked. */
const courtesy = new Set(
	(
		'a an the of in on at to for from with by is are was were be been being it its their his her they them he she i me my we us our you your this that these those there here and as so such then than into onto within ' +
		'do does did done have has had having will would can could may might should shall please kindly give gives tell show shows list lists find finds return returns provide get gets display present ' +
		'what which who whom whose where how when all any every entire full complete whole listed list information info details data database table record records row rows value values entry entries ' +
		'named called titled used made make makes take takes took held hold holds happened happen occur occurred exist exists located based found recorded registered related associated corresponding respective respectively ' +
		'belong belongs belonging contain contains include includes including some also only just come comes came became appear appears going goes go went current currently among amount terms ordered sorted calculate compute determine particular relevant given having whether about chart calculate return results result answer output query following specific specified certain individual available present presented various convert considering considered based basis respectively overall ever exist wise across throughout'
	).split(' '),
);

/** Verbs that only say that two things belong together. */
const relates = new Set(
	(
		'serve offer operate post receive send issue play perform produce publish write work live stay visit attend participate own sell buy purchase pay join teach study take enroll register create submit provide run fly depart arrive carry ' +
		'compete release sing record place assign use appear host supply employ manage lead design direct share list rank made come leave land hold sponsor manufacture order issue redeem grant distribute approve request complete visit order involve affect associate relate link connect locate'
	)
		.split(' ')
		.map(stem),
);

interface Quality {
	readonly nouns: string;
	readonly direction: 'asc' | 'desc';
}
const quality = (nouns: string, direction: 'asc' | 'desc' = 'desc'): Quality => ({ nouns, direction });
/** What adjectives measure. */
const qualities: Record<string, Quality> = {
	tall: quality('height'),
	short: quality('height length duration', 'asc'),
	long: quality('length duration distance'),
	old: quality('age'),
	young: quality('age', 'asc'),
	heavy: quality('weight mass'),
	light: quality('weight mass', 'asc'),
	expensive: quality('price cost fee'),
	cheap: quality('price cost fee fare', 'asc'),
	fast: quality('speed'),
	slow: quality('speed', 'asc'),
	populous: quality('population'),
	rich: quality('income earnings wealth'),
	deep: quality('depth'),
	hot: quality('temperature'),
	cold: quality('temperature', 'asc'),
};

/** "tallest" and "older than": an end or a comparison, and what it is of. */
function qualityOf(
	word: string,
	next: string,
	graph: Graph,
): { columns: Column[]; direction: 'asc' | 'desc'; compares: boolean } | null {
	const [, base = '', ending] = /^(\w+?)(er|est)$/.exec(word) ?? [];
	const found = [base, `${base}e`, base.replace(/i$/, 'y'), base.replace(/(.)\1$/, '$1')]
		.map((name) => qualities[name])
		.find((value) => value !== undefined);
	if (found === undefined || (ending === 'er' && next !== 'than')) return null;
	const stems = found.nouns.split(' ').map(stem);
	const columns = graph.tables
		.flatMap((table) => table.columns)
		.filter((column) => column.kind === 'number' && column.nameStems.some((name) => stems.includes(name)));
	return columns.length === 0 ? null : { columns, direction: found.direction, compares: ending === 'er' };
}

const tagOf: Partial<Record<Phrase['kind'], string>> = {
	count: 'H',
	'how much': 'H',
	aggregate: 'A',
	different: 'D',
	share: 'P',
	by: 'E',
	end: 'S',
	'end in time': 'S',
	comparison: 'G',
	'or more': 'R',
	between: 'B',
	not: 'X',
	order: 'O',
	text: 'L',
};

function mentionTag({ columns, tables, values, score }: Mention): string {
	if (tables.length > 0 && (columns.length === 0 || score === 1)) return 'T';
	return columns.length > 0 ? 'C' : values.length > 0 ? 'V' : 'T';
}

/** @throws Refusal where a word means nothing here */
export function itemsOf(asked: string, graph: Graph): Item[] {
	const question = plainly(asked);
	const tokens = tokenize(question);
	const mentions = mentionsOf(tokens, spanText(question, tokens), graph);
	const items: Item[] = [];
	for (let at = 0; at < tokens.length; ) {
		const token = tokens[at] as Token;
		if (token.afterPause) items.push({ tag: ',', text: ',' });
		const mention = mentions.find(({ from }) => from === at);
		const rest = tokens
			.slice(at, at + 7)
			.map(({ word, quoted }) => (quoted ? '"' : word))
			.join(' ');
		// "or younger than" begins another condition.
		const phrase = /^(or|and) \w+ than /.test(rest) ? null : readPhrase(rest);
		// "received" of who got something, and no column of the receiver.
		if (
			mention?.score === 0.5 &&
			graph.tables.length > 1 &&
			mention.columns.length > 0 &&
			relates.has(token.stem) &&
			/(ed|ing)$/.test(token.word)
		) {
			at = mention.to;
			continue;
		}
		if (mention === undefined && items.at(-1)?.tag === 'L') {
			items.push({ tag: 'V', text: token.text });
			at++;
			continue;
		}
		const isName =
			mention !== undefined &&
			(mention.to - at > (phrase?.length ?? 0) ||
				mention.to - at > 1 ||
				!isOperator(phrase) ||
				isCompared(mention, phrase, tokens));
		if (mention !== undefined && isName) {
			const after = tokens[at - 1]?.word ?? '';
			items.push({
				after,
				tag: mentionTag(mention),
				text: tokens
					.slice(at, mention.to)
					.map(({ text }) => text)
					.join(' '),
				mention,
				...(token.number === null || mention.to > at + 1 ? {} : { number: token.number }),
			});
			at = mention.to;
			continue;
		}
		const time = readTime(tokens, at);
		if (time !== null && (time.length > 1 || time.time.kind === 'part' || token.word.includes('-'))) {
			items.push({
				tag: 'M',
				text: tokens
					.slice(at, at + time.length)
					.map(({ text }) => text)
					.join(' '),
				time: time.time,
				after: tokens[at - 1]?.word ?? '',
			});
			at += time.length;
			continue;
		}
		const number = token.number ?? small.get(token.word);
		const adjective = phrase === null ? qualityOf(token.word, tokens[at + 1]?.word ?? '', graph) : null;
		if (adjective !== null) {
			const { columns, direction, compares } = adjective;
			const sign: Phrase = compares
				? { kind: 'comparison', op: direction === 'desc' ? '>' : '<', time: false }
				: { kind: 'end', direction, word: token.word };
			const name: Item = {
				tag: 'C',
				text: token.text,
				mention: { from: at, to: at + 1, columns, tables: [], values: [], score: 0.8 },
			};
			const end: Item = { tag: compares ? 'G' : 'S', text: token.text, phrase: sign };
			items.push(...(compares ? [name, end] : [end, name]));
			at += compares ? 2 : 1;
			continue;
		}
		if (
			token.word === 'ratio' ||
			(token.word === 'difference' && tokens.slice(at).some(({ word }) => word === 'minus'))
		)
			items.push({ tag: 'Q', text: token.text });
		else if (token.word === 'to' && items.some(({ tag, text }) => tag === 'Q' && text === 'ratio'))
			items.push({ tag: '/', text: 'to' });
		else if (token.word === 'divided' && tokens[at + 1]?.word === 'by') {
			items.push({ tag: '/', text: 'divided by' });
			at++;
		} else if (/^(minus|plus)$/.test(token.word)) items.push({ tag: '/', text: token.word });
		else if (token.word === 'or' && phrase === null) items.push({ tag: '|', text: 'or' });
		else if (token.word === 'and') items.push({ tag: '&', text: 'and' });
		else if (token.word === 'counts') items.push({ tag: 'K', text: token.text });
		else if (token.word === 'either') items.push();
		else if (token.word === 'both') items.push({ tag: 'Z', text: token.text });
		else if (number !== undefined && number !== null) items.push({ tag: 'N', text: token.text, number });
		else if (phrase !== null && phrase.phrase.kind !== 'ask') {
			const { kind } = phrase.phrase;
			const dated = phrase.phrase.kind === 'unit' ? unitsOf(phrase.phrase.unit, graph) : [];
			if (phrase.phrase.kind === 'unit' && dated.length > 0) {
				if (phrase.phrase.adverb) items.push({ tag: 'E', text: 'per' });
				items.push({
					tag: 'C',
					text: token.text,
					mention: { from: at, to: at + 1, columns: dated, tables: [], values: [], score: 1 },
				});
				at += phrase.length;
				continue;
			}
			const isPassive =
				/^by (?!each|every)/.test(`${rest} `) &&
				relates.has(tokens[at - 1]?.stem ?? '') &&
				!mentions.some(({ to }) => to === at);
			const tag = (isPassive || rest.startsWith('across')) && kind === 'by' ? '' : (tagOf[kind] ?? 'Z');
			if (tag !== '')
				items.push({
					tag,
					text: tokens
						.slice(at, at + phrase.length)
						.map(({ text }) => text)
						.join(' '),
					phrase: phrase.phrase,
				});
			at += phrase.length;
			continue;
		} else if (/^names?$/.test(token.word) && (at === 0 || graph.tables.length === 1)) {
			at++;
			continue;
		} else if (token.quoted || !saysNothing(at, tokens, items, mentions, graph))
			throw times.test(token.word) || phrase !== null
				? new Unread(token.text)
				: new Refusal(`I do not know what "${token.text}" means here.`, token.text);
		at++;
	}
	return joinedItems(items, question);
}

/** Whether a word says only how things belong together, and may be passed over. */
function saysNothing(
	at: number,
	tokens: readonly Token[],
	items: readonly Item[],
	mentions: readonly Mention[],
	graph: Graph,
): boolean {
	const token = tokens[at] as Token;
	if (courtesy.has(token.word) || relates.has(token.stem) || isUnit(token, items)) return true;
	const [before, next] = [tokens[at - 1]?.word ?? '', tokens[at + 1]?.word ?? ''];
	// "the date of the game where": what a row is, after what is asked of it.
	const isRow =
		graph.tables.length === 1 &&
		/^(the|a|an|each|every|any|all)$/.test(before) &&
		/^(of|for|by|in|from|on|during|when|where|if)$/.test(tokens[at - 2]?.word ?? '') &&
		/^(with|where|that|when|who|which|has|have|had|having|against|whose)$/.test(next) &&
		items.some(({ tag }) => 'CHA'.includes(tag));
	// Verbs of the past say what the data is known to be about: "released", "flown".
	const isVerb =
		(/[a-z]{2}ed$/.test(token.word) || isIrregularVerb(token.word)) &&
		mentions.length > 1 &&
		!/^(the|a|an)$/.test(before);
	// "an away team of": what a column of the only dataset holds.
	const last = items.at(-1);
	const isHead =
		graph.tables.length === 1 &&
		last?.tag === 'C' &&
		last.mention?.score === 1 &&
		last.mention.to === at &&
		/^(of|is|was|were|are|for|with|in|named|)$/.test(next);
	return isRow || isVerb || isHead;
}

const units = new Set(
	'mph kmh kg km miles mile feet foot meters meter metres cm mm dollars dollar usd eur euros minutes seconds hours percent years year pounds lbs points people'.split(
		' ',
	),
);
/** "200 mph" and "lap number": words that add nothing to what stands before them. */
const isUnit = (token: Token, items: readonly Item[]): boolean => {
	const last = items.at(-1)?.tag;
	return (last === 'N' && units.has(token.word)) || (last === 'C' && token.word === 'number');
};

/** "a total above 5": a column that is called like a figure, with a condition on it. */
function isCompared(mention: Mention, phrase: { phrase: Phrase } | null, tokens: readonly Token[]): boolean {
	const rest = tokens.slice(mention.to, mention.to + 5).map(({ word }) => word);
	const next = readPhrase(rest.join(' ').replace(/^(of|is|was|being) /, ''))?.phrase.kind;
	return (
		phrase?.phrase.kind === 'aggregate' &&
		mention.score === 1 &&
		mention.columns.length > 0 &&
		(next === 'comparison' || /^((of|is|was) )?\d/.test(rest.join(' ')))
	);
}

/** The months of each column of dates; of years the columns that hold years too. */
const unitsOf = (unit: TimeUnit, graph: Graph): Column[] =>
	graph.tables
		.flatMap((table) => table.columns)
		.flatMap((column) =>
			column.kind === 'time'
				? [unitOf(column, unit)]
				: (column.isYear && unit === 'year') ||
						(column.kind === 'text' && unit === 'weekday' && /^(day|weekday)$/.test(column.nameStems.at(-1) ?? ''))
					? [column]
					: [],
		);

const isOperator = (phrase: { phrase: Phrase } | null): boolean =>
	phrase !== null && phrase.phrase.kind !== 'ask' && phrase.phrase.kind !== 'unit';

/** The text of tokens with the signs that touch them: "+31.982" and ".167" are values. */
function spanText(question: string, tokens: readonly Token[]): (from: number, to: number) => string {
	const text = question.replaceAll('’', "'");
	let cursor = 0;
	const places = tokens.map((token) => {
		const start = Math.max(cursor, text.indexOf(token.text, cursor));
		cursor = start + token.text.length;
		return { start, end: cursor };
	});
	return (from, to) => {
		let [start, end] = [places[from]?.start ?? 0, places[to - 1]?.end ?? 0];
		while (start > 0 && /[-+.#$(]/.test(text[start - 1] ?? '')) start--;
		while (end < text.length && /[).!%°"]/.test(text[end] ?? '')) end++;
		return text.slice(start, end);
	};
}
