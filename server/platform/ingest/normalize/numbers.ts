import { type ColumnTexts, countWhere, isOfKind, type Outcome, type Plan } from './decide.ts';
import { dimensionOf, inUnit, unitOf } from './units.ts';

/** A text that may be a number: its digits with separators, and the text around them. */
interface Read {
	readonly negative: boolean;
	/** Whether only a minus behind the digits says so. */
	readonly hasMinusBehind: boolean;
	readonly unit: string | null;
	/** By decimal separator; only one if the text itself leaves no doubt. */
	readonly values: { readonly '.': string | null; readonly ',': string | null };
}

type Decimal = '.' | ',';

const shape =
	/^(?<open>\()?\s*(?<sign>[-+−–])?\s*(?<before>[^\d\s().,'’+\-−–]{1,4})?\s*(?<sign2>[-−–])?\s*(?<digits>\d(?:[\d.,'’ \u00a0\u202f\u2009]*\d)?|[.,]\d+)(?<gap>\s*)(?:(?<trail>[-−])\s*)?(?<after>[^\d\s()][^\d()]{0,14}\d?)?\s*(?<close>\))?$/u;

/** Digits with separators, of which a number may be made, with their unit. */
interface Shaped extends Pick<Read, 'negative' | 'hasMinusBehind' | 'unit'> {
	readonly digits: string;
}

function shapeOf(text: string, named: string | null): Shaped | null {
	if (text.length > 60) return null;
	const found = shape.exec(text)?.groups;
	if (found === undefined) return null;
	const { open, close, sign, sign2, trail, before, after } = found;
	if ((open === undefined) !== (close === undefined)) return null;
	if (before !== undefined && after !== undefined) return null;
	const unit = before === undefined ? unitAfter(after, found.gap === '', named) : unitBefore(before);
	if (unit === null && (before ?? after) !== undefined) return null;
	const digits = (found.digits ?? '').replaceAll(/['’ \u00a0\u202f\u2009]/g, ' ');
	const negative =
		[sign, sign2].some((value) => value !== undefined && value !== '+') || trail !== undefined || open !== undefined;
	return { negative, hasMinusBehind: trail !== undefined, unit, digits };
}

/** `A12` and `C4` are codes. */
function unitBefore(text: string): string | null {
	const unit = unitOf(text);
	return unit !== null && ['money', 'ratio'].includes(dimensionOf(unit) ?? '') ? unit : null;
}

/** `12C` may be a seat, `33.8S` a latitude, and `12K` twelve thousand, unless the column's name or description states that unit. */
function unitAfter(text: string | undefined, isAttached: boolean, named: string | null): string | null {
	const unit = text === undefined ? null : unitOf(text);
	if (unit === null || unit === named || !/^[a-z]$/.test(unit)) return unit;
	return unit === 'k' || (isAttached && !/^[ghlmst]$/.test(text ?? '')) ? null : unit;
}

/** `1.5M`, `12k` */
const multiplied = /\d\s*(?:[kmb]|mm|bn|mln|mio|mrd|tsd)\.?$/i;

/** Reads a text as a number with a unit. Null if it can't be one, whatever its column contains. @param named the unit that the column's name or description states */
export function readNumber(text: string, named: string | null): Read | null {
	const shaped = shapeOf(text, named);
	if (shaped === null) return null;
	const values = { '.': readDigits(shaped.digits, '.'), ',': readDigits(shaped.digits, ',') };
	if (values['.'] === null && values[','] === null) return null;
	const { negative, hasMinusBehind, unit } = shaped;
	return { negative, hasMinusBehind, unit, values };
}

/** Whether a text looks like a number with a unit, but has separators in the wrong places: `0.001,5 kg`. */
const isMalformed = (text: string, named: string | null): boolean =>
	(shapeOf(text, named)?.unit ?? null) !== null && readNumber(text, named) === null;

const hasMinusBehind = (text: string, named: string | null): boolean =>
	readNumber(text, named)?.hasMinusBehind === true;

/** Whether digits with a minus behind, such as 2-, are grades or ranges rather than amounts such as 123.45-. */
function areGrades(texts: readonly string[], hinted: boolean): boolean {
	if (texts.some((text) => /\d\s*\+$/.test(text))) return true;
	const behind = texts.filter((text) => hasMinusBehind(text, null));
	return behind.length > 0 && !hinted && !behind.some((text) => /\d{3}|\d[.,]\d/.test(text));
}

/** The digits of a number with a known decimal separator; null if they don't fit it. */
function readDigits(digits: string, decimal: Decimal): string | null {
	const thousands = decimal === '.' ? ',' : '.';
	const [whole = '', fraction, ...more] = digits.split(decimal);
	if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
	const separators = new Set([...whole].filter((value) => !/\d/.test(value)));
	if (separators.size > 1) return null;
	const [separator] = separators;
	if (separator !== undefined && separator !== ' ' && separator !== thousands) return null;
	const groups = separator === undefined ? [whole] : whole.split(separator);
	if (!areGroups(groups)) return null;
	const plain = groups.join('') || '0';
	return fraction === undefined ? plain : `${plain}.${fraction}`;
}

/** `1.234.567`, and `12,34,567` as in India. */
function areGroups(groups: readonly string[]): boolean {
	if (groups.length === 1) return true;
	const [first = '', ...rest] = groups;
	if (!/^[1-9]\d{0,2}$/.test(first)) return false;
	return rest.every((value, index) => value.length === 3 || (value.length === 2 && index < rest.length - 1));
}

/** The decimal separator of an unambiguous text; null if it could be either. */
function decimalOf({ values }: Read): Decimal | null | 'none' {
	if (values['.'] === null) return ',';
	if (values[','] === null) return '.';
	return values['.'] === values[','] ? 'none' : null;
}

/** Columns of identifiers stay as they are: leading zeros, or version numbers and network addresses. */
const isIdentifier = (text: string): boolean => /^0\d/.test(text) || /^\d+(\.\d+){3}$/.test(text);

const isPlain = (text: string): boolean => /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text);

/** How to write a column's numbers: with its own decimal separator and its only unit. Null if it has no numbers. */
export function planNumbers(column: ColumnTexts, hinted: boolean): Plan | null {
	const { texts, all, hint } = column;
	if ([...texts.keys()].some(isIdentifier)) return null;
	const isGrade = areGrades([...texts.keys()], hinted)
		? (text: string) => hasMinusBehind(text, hint.unit)
		: () => false;
	const read = new Map([...texts.keys()].map((text) => [text, isGrade(text) ? null : readNumber(text, hint.unit)]));
	const isMultiplied = (text: string) => multiplied.test(text) && readNumber(text, hint.unit) === null;
	const odd = countWhere(texts, isMultiplied);
	const fitting = countWhere(texts, (text) => read.get(text) !== null || isMalformed(text, hint.unit));
	if (!isOfKind(fitting + odd + column.numbers, all + column.numbers, hinted)) return null;
	const reads = [...read.values()];
	const decimal = hint.rules.decimal ?? agreed(reads, column.numbers > 0);
	const target = targetUnit(column, reads);
	const left = countWhere(texts, (text) => isMultiplied(text) || !isInReach(read.get(text) ?? null, target));
	// If many values stay as they are, the others would lose what tells them apart.
	const isLeft = left * 10 > all + column.numbers;
	return (text) => {
		if (isGrade(text)) return { unsure: 'the minus may be part of a grade or a range' };
		if (isMultiplied(text)) return { unsure: 'the letters may be a multiplier' };
		const written = write(text, column, decimal, target);
		return isLeft && written !== null && !('unsure' in written)
			? { unsure: 'other values in the column can’t be converted to the same unit' }
			: written;
	};
}

/** Whether a number has no unit, or one that can be converted. */
const isInReach = (read: Read | null, target: Target): boolean =>
	read === null || read.unit === null || (target.isKnown && inUnit('1', read.unit, target.unit ?? read.unit) !== null);

/** The decimal separator of all unambiguous texts in a column; null if they differ or there are none. */
function agreed(reads: readonly (Read | null)[], hasJson: boolean): Decimal | null {
	const signs = new Set(reads.flatMap((read) => (read === null ? [] : [decimalOf(read)])));
	const isPoint = hasJson || signs.has('.');
	if (isPoint === signs.has(',')) return null;
	return isPoint ? '.' : ',';
}

interface Target {
	readonly unit: string | null;
	/** Whether units may be dropped: all texts have the same one, or the field names it. */
	readonly isKnown: boolean;
}

function targetUnit({ hint }: ColumnTexts, reads: readonly (Read | null)[]): Target {
	const named = hint.unit;
	const units = new Set(reads.flatMap((read) => (read?.unit ? [read.unit] : [])));
	const isSameKind = [...units].some((unit) => dimensionOf(unit) === dimensionOf(named ?? ''));
	if (named !== null && (isSameKind || hint.isUnitStated)) {
		return { unit: named, isKnown: true };
	}
	const [only] = units;
	// 0.5 next to 25 % may be 50 % or half a percent.
	const isMixed = only !== undefined && dimensionOf(only) === 'ratio' && reads.some((read) => read?.unit === null);
	return { unit: only ?? null, isKnown: units.size <= 1 && !isMixed };
}

function write(text: string, { hint }: ColumnTexts, decimal: Decimal | null, target: Target): Outcome {
	const read = readNumber(text, hint.unit);
	if (read === null) return isMalformed(text, hint.unit) ? { unsure: 'the separators aren’t valid in a number' } : null;
	const own = decimalOf(read);
	const ruled = hint.rules.decimal;
	if (ruled !== null && read.values[ruled] === null)
		return { unsure: `not a valid number with a decimal ${ruled === ',' ? 'comma' : 'point'}` };
	const sign = own === 'none' ? '.' : (own ?? decimal);
	if (read.unit === null && isPlain(text) && (sign !== ',' || own === 'none')) return null;
	if (sign === null)
		return {
			unsure: 'the separator could be for thousands or decimals, and the other values in the column don’t settle it',
		};
	const plain = tidyDigits(read.values[sign] ?? '', read.negative);
	if (read.unit === null) return outcome(text, plain, wordsFor(text, sign));
	if (!target.isKnown)
		return {
			unsure:
				dimensionOf(read.unit) === 'ratio'
					? 'the column mixes percentages with other values'
					: 'the column has several units, and it’s unclear which applies',
		};
	const converted = target.unit === null ? plain : inUnit(plain, read.unit, target.unit);
	if (converted === null) return { unsure: `${read.unit} can’t be converted to ${target.unit} without rounding` };
	const unit = converted === plain ? `unit ${read.unit}` : `from ${read.unit} to ${target.unit}`;
	return outcome(text, converted, [wordsFor(text, sign), unit].filter((value) => value !== '').join(', '), target.unit);
}

function tidyDigits(digits: string, negative: boolean): string {
	const plain = digits.startsWith('.') ? `0${digits}` : digits;
	return negative && /[1-9]/.test(plain) ? `-${plain}` : plain;
}

function outcome(text: string, value: string, why: string, unit: string | null = null): Outcome {
	if (value === text) return null;
	return { value, kind: 'number', why: why === '' ? 'number' : why, json: 'number', unit: unit ?? undefined };
}

function wordsFor(text: string, decimal: Decimal): string {
	const parts = [];
	const thousands = decimal === '.' ? ',' : '.';
	if (decimal === ',' && text.includes(',')) parts.push('decimal comma');
	if (text.includes(thousands) || /\d['’ \u00a0\u202f\u2009]\d/.test(text)) parts.push('thousands separated');
	return parts.join(', ');
}
