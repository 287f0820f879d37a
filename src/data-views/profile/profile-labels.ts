import { isAmount } from '#lib/text/amounts.ts';
import { countOf, formatCount } from '../../lib/format.ts';
import {
	type Bin,
	type CellKind,
	type ColumnProfile,
	exactText,
	groupDigits,
	type PlainValue,
	type TopValue,
	valueCount,
} from '../../rows/index.ts';

const longest = 60;

/** @param name of the value's column */
export function valueLabel(value: PlainValue, kind: CellKind, name = ''): string {
	if (value === '') return 'empty';
	const text = exactText(value);
	if (typeof value === 'number' || typeof value === 'bigint' || kind === 'decimal') return grouped(text, name);
	const line = (kind === 'temporal' ? text.replace('T', ' ') : text).replace(/\s+/g, ' ');
	return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const grouped = (text: string, name: string): string => (isAmount(name, text) ? groupDigits(text) : text);

/** A frequent value on one line. Marks cut-off values, however short. */
export function topValueLabel({ value, isCut }: TopValue, kind: CellKind, name: string): string {
	const label = valueLabel(value, kind, name);
	return isCut && !label.endsWith('…') ? `${label}…` : label;
}

/** A computed number with at least six significant digits, and two decimals if it's large. */
export const numberLabel = (value: number, name = ''): string => {
	const size = Math.abs(value);
	const digits = size >= 1e13 || size < 1e4 ? (size >= 1e13 ? 15 : 6) : Math.floor(Math.log10(size)) + 3;
	return grouped(String(Number(value.toPrecision(digits))), name);
};

/**
 * A column's sum: doubles are rounded, other numbers keep every digit. @param text as the engine writes it, including
 * "nan" and "-inf"
 */
export function sumLabel(text: string, kind: CellKind): string {
	if (kind !== 'float' && !/[a-z]/i.test(text)) return valueLabel(text, 'decimal');
	const infinite = /^(-?)\+?inf/i.exec(text);
	return numberLabel(infinite === null ? Number(text) : Number(`${infinite[1]}Infinity`));
}

/** "6.0 %", or "< 0.1 %" for small nonzero shares. */
export function percentLabel(count: number, of: number): string {
	if (of === 0) return '0 %';
	const share = (100 * count) / of;
	if (count > 0 && share < 0.1) return '< 0.1 %';
	if (count < of && share > 99.9) return '> 99.9 %';
	return `${share >= 10 || share === 0 ? Math.round(share) : share.toFixed(1)} %`;
}

export const rowsLabel = (count: number): string => countOf(count, 'row');

/** "20 up to 30"; a single integer or day is shown by itself. */
export function binLabel({ from, to }: Bin, kind: CellKind, name: string): string {
	if (kind === 'integer' && Number(to) - Number(from) === 1) return edgeLabel(from, kind, name);
	if (kind === 'temporal' && isNextDay(from, to)) return from;
	return `${edgeLabel(from, kind, name)} up to ${edgeLabel(to, kind, name)}`;
}

export const edgeLabel = (edge: string, kind: CellKind, name: string): string =>
	kind === 'temporal' ? edge.replace('T', ' ').replace(/ 00:00:00Z?$/, '') : grouped(edge, name);

const isNextDay = (from: string, to: string): boolean =>
	/^\d{4}-\d\d-\d\d$/.test(from) && Date.parse(to) - Date.parse(from) === 86_400_000;

export function distinctWords(profile: ColumnProfile): string {
	const { distinct } = profile;
	const values = valueCount(profile);
	if (!distinct.exact) return `≈ ${formatCount(Math.min(values, Number(distinct.count.toPrecision(2))))}`;
	return distinct.count === values && values > 1
		? `${formatCount(distinct.count)}, all unique`
		: formatCount(distinct.count);
}

/** Why a distinct count is an estimate; null if it's exact. */
export const estimateReason = ({ distinct }: ColumnProfile): string | null =>
	distinct.exact
		? null
		: (distinct.reason ?? 'Estimated because there are too many values to count exactly. Usually accurate to ±2 %.');

export function factLines(profile: ColumnProfile): string[] {
	const { name, kind, shape, least, most, unplaced, numbers, lengths } = profile;
	const lines: string[] = [];
	if (least !== null && most !== null && kind !== 'boolean')
		lines.push(
			exactText(least) === exactText(most)
				? `always ${valueLabel(least, kind, name)}`
				: `${valueLabel(least, kind, name)} … ${valueLabel(most, kind, name)}`,
		);
	if (unplaced > 0 && shape?.kind === 'histogram')
		lines.push(`${countOf(unplaced, 'value')} not in any bar: infinite, or outside the years 0000–9999`);
	if (numbers !== null && !Number.isNaN(numbers.median)) {
		const about = numbers.error > 0 ? '≈ ' : '';
		// The sum of large numbers may overflow, leaving no mean.
		const mean =
			numbers.mean === null || !Number.isFinite(numbers.mean) ? '' : `, mean ${numberLabel(numbers.mean, name)}`;
		lines.push(`median ${about}${numberLabel(numbers.median, name)}${mean}`);
		if (numbers.quarter !== numbers.threeQuarters)
			lines.push(
				`25th–75th percentile ${about}${numberLabel(numbers.quarter, name)} … ${numberLabel(numbers.threeQuarters, name)}`,
			);
	}
	if (numbers !== null && numbers.notNumbers + numbers.infinite > 0)
		lines.push(
			[
				numbers.notNumbers > 0 ? `${formatCount(numbers.notNumbers)} NaN` : null,
				numbers.infinite > 0 ? `${formatCount(numbers.infinite)} infinite` : null,
			]
				.filter((value) => value !== null)
				.join(', '),
		);
	if (lengths !== null) {
		const unit = kind === 'blob' ? 'bytes' : 'characters';
		lines.push(
			lengths.least === lengths.most
				? `${formatCount(lengths.least)} ${lengths.least === 1 ? unit.slice(0, -1) : unit}`
				: `${formatCount(lengths.least)} to ${formatCount(lengths.most)} ${unit}, mean ${numberLabel(Number(lengths.mean.toPrecision(3)))}`,
		);
	}
	return lines;
}

const named = 3;

/** "−60 … 1,435", "DFW, ORD, ATL, …", "unique: 00M, …", "always true", "only nulls". */
export function profileSummary(profile: ColumnProfile): string {
	const { name, shape, kind, least, most, distinct, rows, nulls } = profile;
	if (rows > 0 && nulls === rows) return 'only nulls';
	if (shape?.kind === 'top') {
		const values = shape.values.slice(0, named).map((topValue) => topValueLabel(topValue, kind, name));
		const isEach = distinct.exact && distinct.count > 1 && distinct.count === valueCount(profile);
		const more = distinct.count > values.length ? ', …' : '';
		return `${isEach ? 'unique: ' : ''}${values.join(', ')}${more}`;
	}
	if (least === null || most === null) return '';
	const [from, to] = [valueLabel(least, kind, name), valueLabel(most, kind, name)];
	if (from === to) return `always ${from}`;
	const [firstDay, lastDay] = [from.slice(0, day), to.slice(0, day)];
	return kind === 'temporal' && firstDay !== lastDay && isDay.test(firstDay) && isDay.test(lastDay)
		? `${firstDay} … ${lastDay}`
		: `${from} … ${to}`;
}

const isDay = /^\d{4}-\d\d-\d\d$/;
const day = '2001-01-31'.length;
