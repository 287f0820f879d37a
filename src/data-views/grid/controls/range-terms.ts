import { type Bin, type CellKind, type FilterTerm, filterProblem, type GridColumn } from '../../../rows/index.ts';
import { withoutGroups } from './filter-labels.ts';

/** Range as typed; empty: open. `isAbove` and `isBelow` exclude the end itself. */
export interface TypedRange {
	readonly from: string;
	readonly to: string;
	readonly isAbove?: boolean;
	readonly isBelow: boolean;
}

export type BinRange = readonly [from: number, to: number];

/** The range covered by some bins. At the first and last bin, it's left open. */
export const rangeOfBins = (bins: readonly Bin[], [from, to]: BinRange): TypedRange => ({
	from: from === 0 ? '' : (bins[from]?.from ?? ''),
	to: to >= bins.length ? '' : (bins[to - 1]?.to ?? ''),
	isBelow: true,
});

export function rangeOfTerms(terms: readonly FilterTerm[]): TypedRange {
	const value = (...operators: readonly FilterTerm['op'][]): string => {
		const found = terms.find(({ op }) => operators.includes(op))?.value;
		return typeof found === 'string' ? found : '';
	};
	const has = (operator: FilterTerm['op']) => terms.some(({ op }) => op === operator);
	return {
		from: value('>=', '>'),
		to: value('<', '<='),
		...(has('>') && { isAbove: true }),
		isBelow: has('<'),
	};
}

/** The bins nearest to a range, at least one. */
export function binsOfRange(bins: readonly Bin[], { from, to }: TypedRange, kind: CellKind): BinRange {
	const order = orderOf(kind);
	const begins = from === '' ? 0 : bins.findIndex((bin) => order(bin.to, from) > 0);
	const start = begins === -1 ? bins.length - 1 : begins;
	const ends = to === '' ? bins.length : bins.findIndex((bin) => order(bin.to, to) >= 0) + 1;
	return [start, Math.max(start + 1, ends === 0 ? bins.length : ends)];
}

/** The filters for a range. Infinities and NaN are in no bin, but are included beyond an open end. */
export function termsOfRange({ name, kind }: GridColumn, range: TypedRange, bins: readonly Bin[]): FilterTerm[] {
	const [from, to] = [exact(range.from, kind), exact(range.to, kind)];
	if (from === '' && to === '') return [];
	const [least = '', most = ''] = kind === 'float' ? [bins[0]?.from, bins.at(-1)?.to] : [];
	const terms: FilterTerm[] = [];
	if (from !== '') terms.push({ column: name, op: range.isAbove ? '>' : '>=', value: from });
	else if (least !== '') terms.push({ column: name, op: '>=', value: least });
	if (to !== '') terms.push({ column: name, op: range.isBelow ? '<' : '<=', value: to });
	else if (most !== '') terms.push({ column: name, op: '<=', value: most });
	return terms;
}

/** Error message of each end, or null. */
export function rangeProblems(column: GridColumn, range: TypedRange): Record<'from' | 'to', string | null> {
	const problem = (text: string) => {
		const value = exact(text, column.kind);
		return value === '' ? null : filterProblem({ column: column.name, op: '>=', value }, [column]);
	};
	const [from, to] = [problem(range.from), problem(range.to)];
	const isReversed =
		from === null &&
		to === null &&
		range.from !== '' &&
		range.to !== '' &&
		orderOf(column.kind)(exact(range.from, column.kind), exact(range.to, column.kind)) > 0;
	return { from, to: isReversed ? `Must be at ${column.kind === 'temporal' ? 'or after' : 'least'} "From".` : to };
}

const exact = (text: string, kind: CellKind): string =>
	kind === 'temporal' ? text.trim() : withoutGroups(text.trim());

function orderOf(kind: CellKind): (a: string, b: string) => number {
	if (kind !== 'temporal') return (a, b) => Number(withoutGroups(a)) - Number(withoutGroups(b));
	const comparable = (text: string) => text.trim().replace(' ', 'T');
	return (a, b) => (comparable(a) < comparable(b) ? -1 : Number(comparable(a) > comparable(b)));
}
