import { isShortKey } from '../../platform/link-suggestions/names.ts';
import { inFull } from '../builtin/abbreviations.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';

/** What columns hold, according to their names and values. */

export const identifier = /^(id|ids|cod|key|identifi|identifier|no|nr|number|uid|uuid|pk)$/;
export const isShort = (column: Column): boolean => isShortKey(column.name);

/** Names of columns that number or identify things, which aren't quantities. */
export const isIdentifier = (column: Column): boolean => {
	const last = column.nameStems.at(-1) ?? '';
	return identifier.test(last) || /(^|[_ ])id$|[a-z](ID|Id)$/.test(column.name) || isShort(column);
};

/** "Episode no.": numbers that count through rows, with a first and a last. */
export const isNumbering = (column: Column): boolean => /^(no|nr|num|number)$/.test(column.nameStems.at(-1) ?? '');

/** Numbers that state a position and are never added up. */
export const isOrdinal = (column: Column): boolean =>
	column.isYear ||
	/^(year|rank|position|place|grid|lane|heat|round|pick|week|game|season|seri|series|episode|stage|draw|match|leg|order|level|grade|district|page|chapter|row|seed|overall)$/.test(
		column.nameStems.filter((word) => !identifier.test(word)).at(-1) ?? '',
	);

const personName = /^((first|fore|given|last|family)[_ ]?name|surname)$/i;

const isCalled = ({ name }: Column, pattern: RegExp): boolean =>
	pattern.test(name) || pattern.test(wordsOf(name).map(inFull).join(' '));

/** The column whose values name a dataset's rows for people. */
export function displayOf(table: Table): Column | null {
	const texts = table.columns.filter((column) => column.kind === 'text');
	const ends = (pattern: RegExp) => texts.find((column) => isCalled(column, pattern));
	const own = table.nameStems.join(' ');
	return (
		ends(/^(full[_ ]?)?name$/i) ??
		texts.find(({ nameStems }) => nameStems.at(-1) === 'name' && nameStems.slice(0, -1).join(' ') === own) ??
		ends(personName) ??
		ends(/^title$/i) ??
		ends(/name$/i) ??
		ends(/title$/i) ??
		texts.find((column) => column.nameStems.join(' ') === own) ??
		null
	);
}

/** The columns that name a dataset's rows: one column, or first and last name. */
export function namesOf(table: Table): Column[] {
	const display = displayOf(table);
	if (display === null) return [];
	const parts = table.columns.filter((column) => isCalled(column, personName));
	return parts.includes(display) ? parts : [display];
}

/** Text that is different in nearly every row. */
export const namesRows = ({ distinct, table, kind }: Column): boolean =>
	kind === 'text' && (distinct ?? 0) >= 0.8 * Math.max(2, table.dataset.rows);

export const keyOfTable = (table: Table): Column | null =>
	table.columns.find(namesOwnRows) ??
	table.columns.find((column) => column.unique && isIdentifier(column)) ??
	table.columns.find((column) => column.unique) ??
	null;

/** The words of a column name for the thing it identifies: none in "id", "airport" in "airport_code". */
export const thingOf = (column: Column): string[] =>
	isShort(column) ? [] : column.nameStems.filter((word) => !identifier.test(word));

/** A key named after its own dataset: "singer_id" in singer, but not "singer_id" in contract. */
export const namesOwnRows = (column: Column): boolean =>
	column.unique &&
	isIdentifier(column) &&
	(thingOf(column).length === 0
		? !isShort(column) || column.name[0]?.toLowerCase() === column.table.name[0]?.toLowerCase()
		: ` ${thingOf(column).join(' ')}`.endsWith(` ${column.table.nameStems.join(' ')}`));

const personal = 'age gender sex birth born dob surname salary nationality'.split(' ').map(stem);
const people = /^(?:staff|employe|employee|worker|personnel|person|people|member)$/;
export const hasPeople = ({ columns, nameStems: [...words] }: Table): boolean =>
	people.test(words.at(-1) ?? '') ||
	columns.some(
		({ name, nameStems }) =>
			/^(first|last|full)[ _]?name$/i.test(name) || nameStems.some((word) => personal.includes(word)),
	);

const leastShared = 0.9;
export function isWithin(a: Column, b: Column): boolean {
	if (a.kind === 'number') return Number(a.min) >= Number(b.min) && Number(a.max) <= Number(b.max);
	if (a.values === null || b.values === null || a.values.length === 0) return false;
	const keys = new Set(b.values);
	return a.values.filter((value) => keys.has(value)).length >= leastShared * a.values.length;
}

const shares = new WeakMap<Column, number>();
/** "12", "-3.5", "79,829", "$20", "+1.8%". */
const isNumberText = /^[-+]?[$€£#]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?\s?%?$/;

function shareOfNumbers(column: Column): number {
	if (column.textOf !== null || column.values === null || column.values.length === 0) return 0;
	if (column.kind === 'number') return 1;
	const known = shares.get(column);
	if (known !== undefined) return known;
	const share = column.values.filter((value) => isNumberText.test(value.trim())).length / column.values.length;
	shares.set(column, share);
	return share;
}

/** Text that is numbers except for a few values, for example those of racers who didn't finish. */
export const isMostlyNumbers = (column: Column): boolean => shareOfNumbers(column) >= 0.6;

/** Text that may be compared with a number, even though some of its values aren't numbers. */
export const hasNumbers = (column: Column): boolean => shareOfNumbers(column) >= 0.25;

/** A column cast to the type its values really have. */
export const typed = (column: Column, ref: string): string =>
	column.textOf === 'number'
		? `TRY_CAST(${ref} AS DOUBLE)`
		: isMostlyNumbers(column)
			? numberIn(ref)
			: column.textOf === 'date'
				? `TRY_CAST(${ref} AS TIMESTAMP)`
				: ref;
export const compared = (column: Column, ref: string): string =>
	column.kind === 'text' && column.textOf === null ? numberIn(ref) : typed(column, ref);
const numberIn = (ref: string): string =>
	`TRY_CAST(replace(regexp_extract(${ref}, '^\\D*?(-?[\\d,.]+)\\D*$', 1), ',', '') AS DOUBLE)`;

/** Quantities where more is better. */
export const isRating = /^(rating|rat|scor|score|star|point|gpa)$/;
/** Ends of a quantity, never of a number of rows. */
export const isExtreme = /^(largest|biggest|smallest|tiniest|highest|lowest|greatest)$/;
export const isSize = /^(largest|biggest|smallest|tiniest)$/;
export const sizeNouns =
	/^(area|siz|size|population|capacity|volum|volume|lit(?:er|re?)|sqm|acr|acre|hectar|hectare|m2|km2|m3)$/;

/** Whether a column has amounts, even if they are text: "46.1 million". */
export const tellsQuantity = (column: Column): boolean =>
	(column.kind === 'number' && !isIdentifier(column) && !isOrdinal(column)) ||
	(column.kind === 'text' &&
		column.values !== null &&
		column.values.every((value) => /^[\d.,]+ ?[a-z]+$/i.test(value)));

/** "population", "deaths": a number of people. */
export const isCountOf = ({ nameStems }: Column): boolean =>
	/^(population|inhabitant|people|death|injury|casualty|visitor|passenger)$/.test(nameStems.at(-1) ?? '');
export const isShare = ({ nameStems }: Column): boolean =>
	nameStems.some((word) => /^(pct|percent|percentag|rat|ratio|shar|averag|avg)$/.test(word));

/** Money that comes in or goes out, which nobody ranks by single payments. */
export const isTakings = (column: Column): boolean =>
	!isShare(column) &&
	column.nameStems.some((word) =>
		/^(?:revenue|turnover|incom|profit|sal|sale|spend|expens|expense|donation)$/.test(word),
	) &&
	!column.nameStems.some((word) => /^(?:per|unit|each)$/.test(word));

export const amountOf = (table: Table): Column | null => {
	const [amount, ...others] = table.columns.filter(
		({ kind, isYear, unique }) => kind === 'number' && !isYear && !unique,
	);
	return others.length > 0 ? null : (amount ?? null);
};
export const tellsAmount = (column: Column): boolean =>
	tellsQuantity(column) && !isShare(column) && !column.isYear && !column.unique;

/** "the largest tank": by its size, or its only quantity. */
export function sizeOf(table: Table): Column | null {
	const sizes = table.columns.filter(
		(column) => column.kind !== 'time' && column.nameStems.some((word) => sizeNouns.test(word)) && isAmountLike(column),
	);
	const [size, ...others] = sizes.length > 0 ? sizes : table.columns.filter(tellsAmount);
	return others.length > 0 ? null : (size ?? null);
}
const isAmountLike = (column: Column): boolean => column.kind === 'number' || isMostlyNumbers(column);

/** "secondary fuel": beside the main one. */
export const isSecondary = ({ nameStems }: Column): boolean =>
	nameStems.some((word) => /^(?:other|second|secondary|alternativ|alternate|previous|former)$/.test(word));

/** Column names that "from" and "to" refer to. */
export const directions: Record<string, readonly string[] | undefined> = {
	from: ['from', 'origin', 'sourc', 'source', 'departur', 'sender', 'start'],
	to: ['to', 'destination', 'target', 'arrival', 'receiver', 'end'],
};

/** What a name is about: "share" in "share of vote", "votes" in "votes received". */
export function headOf({ name, nameStems }: Column): string | undefined {
	const link = nameStems.findIndex((word) => word === 'of' || word === 'per');
	if (link > 0) return nameStems[link - 1];
	const isDone = nameStems.length > 1 && /s [a-z]+ed$/i.test(wordsOf(name).join(' '));
	return nameStems.at(isDone ? -2 : -1);
}
