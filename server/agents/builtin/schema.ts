import { foldName } from '#contract/ids.ts';
import type { ContextColumn, ContextDataset, SchemaContext } from '../query/types.ts';
import { abbreviates, inFull, writtenOut } from './abbreviations.ts';
import { isEmpty } from './english.ts';
import { isIrregularVerb, stem } from './stem.ts';
import { wordsOf } from './tokenize.ts';

export type Kind = 'number' | 'time' | 'text' | 'boolean' | 'other';

/** A column as the parser sees it. */
export interface Column extends Omit<ContextColumn, 'samples'> {
	readonly table: Table;
	readonly kind: Kind;
	readonly nameStems: readonly string[];
	readonly descriptionStems: readonly string[];
	/** Its values alone identify a row. */
	readonly unique: boolean;
	/** Contains years as numbers: 1955 to 2005. */
	readonly isYear: boolean;
}

export interface Table {
	/** `owner/namespace/name`, folded: its name in an intent. */
	readonly key: string;
	readonly dataset: ContextDataset;
	readonly name: string;
	readonly nameStems: readonly string[];
	readonly descriptionStems: readonly string[];
	readonly columns: readonly Column[];
	readonly keys: readonly (readonly string[])[];
	/** In the requested namespace, not one link away. */
	readonly home: boolean;
}

/** A link from many rows to one: each row of the first dataset finds at most one of the second. */
interface Join {
	readonly from: Column;
	readonly to: Column;
	readonly caseSensitive: boolean;
	readonly trim: boolean;
}

export interface Schema {
	readonly tables: readonly Table[];
	readonly joins: readonly Join[];
}

/** Words of dataset names: of all, and of the one a column is in. */
interface Things {
	readonly all: readonly string[];
	readonly own: readonly string[];
}

/** The stems of a name's words, with abbreviations written out; a key is split off: "DEPTNO" in a dataset "dept". */
function stems(name: string, things: Things = { all: [], own: [] }): string[] {
	const words = wordsOf(name).flatMap((word) => {
		const [, thing = '', key = ''] = /^(\w{3,})(no|nr|num|id|cd|code|nm|name)$/.exec(word) ?? [];
		const isKey = thing !== '' && things.all.some((other) => other.startsWith(thing) || other === writtenOut(thing));
		return isKey ? [thing, key] : [word];
	});
	// "cd" alone is a disc, and "max" and "no" keep their own meaning.
	const stays = words.length === 1 ? /^(cd|val|wk|max|min|no|nr|num)$/ : /^(max|min|no|nr|num)$/;
	return words.map((word, at) => {
		const isOfKey = /^(no|nr|num|id|cd|code|key)$/.test(words[at + 1] ?? '');
		const thing = words.length > 1 ? thingCalled(word, isOfKey ? things.all : things.own) : null;
		return thing ?? (stays.test(word) ? word : writtenOut(stem(inFull(word))));
	});
}

/** The only dataset that a word is short for: "dep" for "depots". */
function thingCalled(word: string, things: readonly string[]): string | null {
	if (things.includes(word) || things.includes(stem(word))) return null;
	const isKnown = word === 'stat' || inFull(word) !== word;
	const [thing, ...others] = new Set(
		things.filter((other) => (isKnown ? word !== 'stat' && other.startsWith(word) : abbreviates(word, other))),
	);
	return others.length > 0 ? null : (thing ?? null);
}
/** "call_rec", "tbl_customer", "dim_store": words that only mean "dataset". */
const withoutFiller = (words: string[]): string[] => {
	const rest = words.filter(
		(word) => !/^(tbl|table|rec|record|mst|master|hdr|header|dim|fact|fct|dataset|tab)$/.test(word),
	);
	return rest.length > 0 ? rest : words;
};
const thingStems = (name: string): string[] => withoutFiller(stems(name));
const contentStems = (text: string): string[] =>
	wordsOf(text)
		.filter((value) => !isEmpty(value))
		.map(stem);

export const keyOf = (item: { owner: string; namespace: string; datasetName: string }): string =>
	[item.owner, item.namespace, item.datasetName].map(foldName).join('/');

export function readSchema(context: SchemaContext): Schema {
	const home = [context.namespace.owner, context.namespace.name].map(foldName).join('/');
	const things = context.datasets.flatMap(({ coordinate }) => thingStems(coordinate.datasetName));
	const prefixes = prefixesOf(context.datasets);
	const named = context.datasets.map(({ coordinate }) => thingStems(coordinate.datasetName).join(' '));
	// "game_master" next to "game" isn't the same thing.
	const isOnly = (name: string) => named.filter((other) => other === thingStems(name).join(' ')).length === 1;
	const tables = context.datasets.map((dataset) => {
		const { datasetName: name } = dataset.coordinate;
		return readTable(dataset, isOnly(name) ? thingStems(name) : stems(name), home, things, prefixes);
	});
	const columnAt = (end: { dataset: ContextDataset['coordinate']; column: string }) =>
		tables.find((table) => table.key === keyOf(end.dataset))?.columns.find((column) => column.name === end.column);
	const joins = context.links.flatMap(({ matchType, from, to, options }) => {
		const [a, b] = [columnAt(from), columnAt(to)];
		if (matchType !== 'ExactMatch' || a === undefined || b === undefined || a.table === b.table) return [];
		const how = { caseSensitive: options.caseSensitive !== false, trim: options.trim === true };
		return [...(b.unique ? [{ from: a, to: b, ...how }] : []), ...(a.unique ? [{ from: b, to: a, ...how }] : [])];
	});
	return { tables, joins };
}

type Prefixes = ReadonlyMap<string, readonly string[]>;

/** What most columns of a dataset begin with, if its letters are from the dataset's name: "trn" of translators. */
function prefixesOf(datasets: readonly ContextDataset[]): Prefixes {
	const found = new Map<string, readonly string[]>();
	for (const { coordinate, columns } of datasets) {
		const thing = thingStems(coordinate.datasetName);
		const firsts = columns.map(({ name }) => wordsOf(name)).flatMap(([first = '', ...rest]) => (rest[0] ? first : []));
		const [prefix = '', ...others] = new Set(
			firsts.filter((first) => firsts.filter((other) => other === first).length * 10 >= columns.length * 6),
		);
		const letters = new RegExp(`^${[...prefix].join('\\w*')}`);
		const isShort = /^[a-z]{2,4}$/.test(prefix) && !thing.includes(prefix) && letters.test(thing.join(''));
		if (isShort && others.length === 0 && columns.length > 2) found.set(prefix, found.has(prefix) ? [] : thing);
	}
	return found;
}

/** A name's stems with prefixes and suffixes for datasets written out. */
const inFullStems = (name: string, own: readonly string[], prefixes: Prefixes): string[] => {
	const words = wordsOf(name);
	return own.flatMap((word, at) => {
		const isEnd = (at === 0 || at === own.length - 1) && own.length === words.length && own.length > 1;
		const thing = isEnd ? (prefixes.get(words[at] ?? '') ?? []) : [];
		return thing.length > 0 ? thing : [word];
	});
};

function readTable(
	dataset: ContextDataset,
	nameStems: readonly string[],
	home: string,
	things: readonly string[],
	prefixes: Prefixes,
): Table {
	const key = keyOf(dataset.coordinate);
	const columns: Column[] = [];
	const name = dataset.coordinate.datasetName;
	const table: Table = {
		key,
		dataset,
		name,
		nameStems,
		descriptionStems: contentStems(dataset.description),
		columns,
		keys: dataset.keys,
		home: key.startsWith(`${home}/`),
	};
	for (const column of dataset.columns) columns.push(readColumn(column, table, things, prefixes));
	return table;
}

function readColumn(column: ContextColumn, table: Table, things: readonly string[], prefixes: Prefixes): Column {
	const kind = kindOf(column);
	const own = stems(column.name, { all: things, own: table.nameStems });
	const isEnd = hasOtherEnd(column.name, table.dataset.columns);
	const nameStems = inFullStems(column.name, own, prefixes).map((word) => (isEnd ? (ends[word] ?? word) : word));
	const whole = /INT/i.test(column.type);
	const [min, max] = [Number(column.min ?? Number.NaN), Number(column.max ?? Number.NaN)];
	return {
		...column,
		table,
		kind,
		nameStems,
		descriptionStems: contentStems(column.description),
		unique: table.keys.some((key) => key.length === 1 && key[0] === column.name),
		isYear: kind === 'number' && whole && namesYear(column.name, nameStems) && min >= 1000 && max <= 2100,
	};
}

const ends: Record<string, string | undefined> = { min: 'minimum', max: 'maximum' };
/** "temp_min" beside "temp_max" isn't in minutes. */
const hasOtherEnd = (name: string, columns: readonly ContextColumn[]): boolean => {
	const named = (text: string) => wordsOf(text).map((word) => word.replace(/^(?:min|max)$/, 'end'));
	const [own, words] = [named(name).join(' '), wordsOf(name).join(' ')];
	return own !== words && columns.some((other) => other.name !== name && named(other.name).join(' ') === own);
};

/** "release_year", "built", "split_up": a bare year means when this happened. */
const namesYear = (name: string, stems: readonly string[]): boolean => {
	const [, verb = ''] = /([a-z]+)(?: (?:in|up|out|off|down))?$/.exec(wordsOf(name).join(' ')) ?? [];
	return stems.includes('year') || /[a-z]{2}ed$|^(?:dug|split|since)$/.test(verb) || isIrregularVerb(verb);
};

/** "€ 12.50", "12 min" and "1 star": amounts in the same unit. Digits after letters are codes. */
const isAmount = /^[-+]?[$€£¥]? ?[-+]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?: ?%| ?[a-zµ°][a-zA-Z²³/°]*| [A-Z]{1,3})?$/;
const unitOf = (value: string): string =>
	value
		.replace(/[\d.,+-]+/, '')
		.replace(/s$/, '')
		.trim();
const areAmounts = ([first = '', ...others]: readonly string[]): boolean =>
	others.length > 0 &&
	unitOf(first) !== '' &&
	[first, ...others].every((value) => isAmount.test(value) && unitOf(value) === unitOf(first));

function kindOf({ type, textOf, values }: ContextColumn): Kind {
	if (textOf !== null) return textOf === 'number' ? 'number' : 'time';
	if (areAmounts(values ?? [])) return 'number';
	if (/^(VARCHAR|ENUM|UUID|CHAR|TEXT)/i.test(type)) return 'text';
	if (/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|REAL|DECIMAL)/i.test(type) && !type.endsWith(']'))
		return 'number';
	if (/^(DATE|TIMESTAMP)/i.test(type) && !type.endsWith(']')) return 'time';
	return /^BOOL/i.test(type) ? 'boolean' : 'other';
}

/** Dates have no hour, nor have times that are all midnight. */
export const hasTimeOfDay = ({ type, min, max }: Column): boolean =>
	/^TIMESTAMP/i.test(type) && ![min, max].every((value) => /00:00:00(?:\.0+)?$/.test(value ?? ''));
