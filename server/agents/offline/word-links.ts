import { editDistance } from '#lib/text/edit-distance.ts';
import { abbreviates } from '../builtin/abbreviations.ts';
import { readGradedAdjective } from '../builtin/english.ts';
import { placesCalled } from '../builtin/place-names.ts';
import type { Column } from '../builtin/schema.ts';
import { isIrregularVerb, related, stem } from '../builtin/stem.ts';
import type { Token } from '../builtin/tokenize.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import type { Graph } from './graph.ts';

export interface NamedValue {
	readonly column: Column;
	readonly value: string;
}

/** Maximum number of distinct values in a column whose values are matched by similar words. */
const fewValues = 60;

const opposites = new Map(
	'open:closed active:inactive male:female paid:unpaid public:private married:single alive:dead successful:failed new:used'
		.split(' ')
		.flatMap((pair) => {
			const [a = '', b = ''] = pair.split(':');
			return [
				[stem(a), stem(b)],
				[stem(b), stem(a)],
			] as const;
		}),
);
const isYes = /^(true|t|yes|y|1)$/i;
const isNo = /^(false|f|no|n|0)$/i;

/** The values of a yes-or-no column; null for other columns. */
function yesAndNo({ kind, min, max, distinct, values }: Column): { yes: string; no: string } | null {
	if (kind === 'boolean') return { yes: 'true', no: 'false' };
	if (kind === 'number') return min === '0' && max === '1' && distinct === 2 ? { yes: '1', no: '0' } : null;
	if (values?.length !== 2) return null;
	const [yes, no] = [isYes, isNo].map((pattern) => values.find((value) => pattern.test(value)));
	return yes === undefined || no === undefined ? null : { yes, no };
}

const isYesOrNo = (column: Column): boolean => column.kind === 'text' && yesAndNo(column) !== null;
const isAdjective = (column: Column): boolean =>
	column.kind === 'number' && /(ed|ive|able|ible|ic|icit|less|ous)$/i.test(column.name) && yesAndNo(column) !== null;
export const yesOf = (column: Column): readonly NamedValue[] => {
	const found = yesAndNo(column);
	return found === null ? [] : [{ column, value: found.yes }];
};
export const isFlag = (column: Column): boolean => yesAndNo(column) !== null;

/** "open businesses", if a column "is_open" says which ones are. */
function flagged(word: string, columns: readonly Column[]): NamedValue[] {
	return columns.flatMap((column) => {
		// "trn_is_sworn" of the translators
		const own = column.table.nameStems;
		const isOwn = own.length < column.nameStems.length && own.every((name, at) => column.nameStems[at] === name);
		const [first = '', ...rest] = column.nameStems.slice(isOwn ? own.length : 0);
		const isFlag = /^(is|has|was|can)$/.test(first) && rest.length === 1;
		// "paid_flag", and "discontinued" with 0 and 1
		const says = rest.length === 0 ? isAdjective(column) : rest.join() === 'flag';
		const isSaid = column.kind === 'boolean' || isYesOrNo(column) || says;
		const name = isFlag ? rest[0] : (rest.length === 0 || says) && isSaid ? first : null;
		if (name === null || name === undefined) return [];
		const answer =
			name === word
				? 'yes'
				: opposites.get(name) === word || word === `un${name}` || word === `in${name}`
					? 'no'
					: null;
		const values = answer === null ? null : yesAndNo(column);
		return values === null || answer === null ? [] : [{ column, value: values[answer] }];
	});
}

type StemIndex = ReadonlyMap<string, readonly NamedValue[]>;
const stemIndexes = new WeakMap<Graph['schema'], StemIndex>();

function byStems(graph: Graph): StemIndex {
	const known = stemIndexes.get(graph.schema);
	if (known !== undefined) return known;
	const index = new Map<string, NamedValue[]>();
	for (const column of graph.tables.flatMap((table) => table.columns)) {
		if (column.kind !== 'text') continue;
		for (const value of column.values ?? []) {
			const words = wordsOf(value).map(stem);
			if (words.length > 4) continue;
			const key = words.join(' ');
			const list = index.get(key);
			if (list === undefined) index.set(key, [{ column, value }]);
			else list.push({ column, value });
		}
	}
	stemIndexes.set(graph.schema, index);
	return index;
}

/** Values that words mean although they're spelled differently: another form, a yes or no, another name for a place. */
export const flagsOf = (word: string, graph: Graph): readonly NamedValue[] =>
	flagged(
		word,
		graph.tables
			.flatMap(({ columns }) => columns)
			.filter(
				(column) =>
					column.kind === 'boolean' || column.nameStems.length > 1 || isYesOrNo(column) || isAdjective(column),
			),
	);
export function valuesMeant(
	span: readonly Token[],
	find: (text: string) => readonly NamedValue[],
	graph: Graph,
): readonly NamedValue[] {
	const [only, ...more] = span;
	const columns = graph.tables.flatMap((table) => table.columns);
	const places = placesCalled(span.map(({ text }) => text).join(' ')).flatMap((name) => find(name.toLowerCase()));
	if (places.length > 0) return places;
	// "European" of Europe, "Taiwanese" of Taiwan
	const land = only?.text ?? '';
	const [, cut = ''] = more.length === 0 ? (/^([A-Z][a-z]{2,}?)(?:ese|ian|an|n|ish|i)$/.exec(land) ?? []) : [];
	const lands = cut === '' ? [] : ['', 'a', 'e', 'o', 'y'].map((end) => `${cut}${end}`);
	const known = lands.flatMap((name) => find(name.toLowerCase()));
	if (known.length > 0) return known;
	// "born" isn't the name "Bear".
	const isVerb = span.some(({ word, text }) => isIrregularVerb(word) && text === word);
	const inflected = isVerb ? [] : (byStems(graph).get(span.map((token) => token.stem).join(' ')) ?? []);
	const isSmall = span.every(({ text }) => text === text.toLowerCase());
	const isCode = ({ value }: NamedValue) => /^[A-Z]{1,3}$/.test(value) && isSmall;
	// "rented" isn't the title "Rent".
	const isTitle = ({ column, value }: NamedValue) =>
		isSmall && /^[A-Z]/.test(value) && /[a-z]{2}ed$/.test(only?.word ?? '') && column.unique;
	if (inflected.length > 0 && span.every((token) => token.number === null))
		return inflected.filter((one) => !isCode(one) && !isTitle(one));
	if (only === undefined || more.length > 0 || only.number !== null) return [];
	if (only.word.length < 4) return ofGender(only.word, columns);
	return [...flagged(only.stem, columns), ...ofGender(only.word, columns), ...ofCode(only, columns)];
}

/** "female", if a column "sex" has "F". */
function ofGender(word: string, columns: readonly Column[]): NamedValue[] {
	const initial = /^(women|woman|females?|girls?|lady|ladies)$/.test(word)
		? 'F'
		: /^(men|man|males?|boys?|gentlem[ae]n)$/.test(word)
			? 'M'
			: undefined;
	if (initial === undefined) return [];
	return columns
		.filter(({ nameStems }) => /^(gender|sex)$/.test(nameStems.at(-1) ?? ''))
		.flatMap((column) => {
			const full = initial === 'F' ? 'female' : 'male';
			const value = column.values?.find((one) => one.toUpperCase() === initial || one.toLowerCase() === full);
			return value === undefined ? [] : [{ column, value }];
		});
}

/** Most distinct values of a column of codes. */
export const fewCodes = 12;

/** "cancelled", if a single column of codes has "CNL". */
function ofCode({ word, stem: own }: Token, columns: readonly Column[]): NamedValue[] {
	// "invoices" are things, not rows that are invoiced, and "oldest" isn't "OLD".
	if (word.endsWith('s') || readGradedAdjective(word) !== null) return [];
	const found = columns
		.filter(
			({ kind, values, nameStems, table }) =>
				kind === 'text' &&
				values !== null &&
				values.length <= fewCodes &&
				/^(?:cod|stat|status|typ|stag)e?$/.test(nameStems.at(-1) ?? '') &&
				values.every((value) => /^[A-Z]{2,5}$/.test(value)) &&
				// "delivered" is said by that date.
				!table.columns.some((one) => one.kind === 'time' && one.nulls > 0 && one.nameStems.includes(own)),
		)
		.flatMap((column) =>
			(column.values ?? [])
				.filter((value) => [word, own].some((long) => abbreviates(value.toLowerCase(), long)))
				.map((value) => ({ column, value })),
		);
	return found.length === 1 ? found : [];
}

/** One-word values derived from the same stem: "successful" and "success". */
export function valuesAkin({ word, stem: own }: Token, graph: Graph): readonly NamedValue[] {
	// A governor isn't a government.
	if (word.length < 5 || /[eo]rs?$/.test(word)) return [];
	// "foggy" days have fog.
	const noun = /^(.{3,})y$/.exec(word)?.[1]?.replace(/([bdgmnpt])\1$/, '$1');
	return graph.tables
		.flatMap((table) => table.columns)
		.filter((column) => column.kind === 'text' && column.values !== null && column.values.length <= fewValues)
		.flatMap((column) =>
			(column.values ?? [])
				.filter(
					(value) =>
						!value.includes(' ') &&
						(value.toLowerCase() === noun || (value.length > 3 && related(stem(value.toLowerCase()), own))),
				)
				.map((value) => ({ column, value })),
		);
}

/** The only name that a word is a misspelling of; null if there is none, or several. */
export function spelledLike(word: string, names: ReadonlySet<string>): string | null {
	if (word.length < 5) return null;
	const reach = word.length < 8 ? 1 : 2;
	const near = [...names].filter(
		(name) =>
			name.length > 4 &&
			name[0] === word[0] &&
			Math.abs(name.length - word.length) <= reach &&
			editDistance(word, name, reach + 1) <= reach,
	);
	return near.length === 1 ? (near[0] ?? null) : null;
}
