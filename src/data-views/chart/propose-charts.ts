import { countSteps, fittingStep, type SampledColumn, type TimeStep } from '../../rows/index.ts';
import { type ChartSpec, defaultLimit } from './chart-spec.ts';

const base: Pick<ChartSpec, 'step' | 'series' | 'limit'> = { step: null, series: null, limit: defaultLimit('bar') };
const count = { ...base, y: null, aggregate: 'count' } as const;
const mean = (y: SampledColumn) => ({ ...base, y: y.name, aggregate: 'mean' }) as const;

/** Charts these columns allow, most informative first: at most seven, or none if nothing can be drawn. */
export function propose(columns: readonly SampledColumn[], rowCount: number): ChartSpec[] {
	const times = columns.filter((column) => column.role === 'time');
	const numbers = columns.filter((column) => column.role === 'number' && !column.isKey);
	const categories = columns.filter((column) => column.role === 'category' && !column.isKey);
	// Rows with a number or a name of their own are events, not one value per time.
	const isOfEvents =
		rowCount > 2_000 || columns.some((column) => column.isKey) || categories.some((category) => category.distinct > 1);
	const proposals = [
		...overTime(times[0], numbers, isOfEvents),
		// Rows with their own names are compared by name first.
		...(hasLabel(categories, rowCount)
			? [...byCategory(categories, numbers, rowCount), ...ofNumbers(numbers, rowCount)]
			: [...ofNumbers(numbers, rowCount), ...byCategory(categories, numbers, rowCount)]),
		...numbers.slice(0, 1).map((column): ChartSpec => ({ ...count, mark: 'bar', x: column.name })),
	];
	return proposals.length > 0 ? proposals.slice(0, 7) : lastResort(columns);
}

function overTime(
	time: SampledColumn | undefined,
	numbers: readonly SampledColumn[],
	isOfEvents: boolean,
): ChartSpec[] {
	if (time === undefined) return [];
	const line = { mark: 'line', x: time.name } as const;
	// With one row per time, its values are the interesting part.
	if (time.isUnique && !isOfEvents && numbers.length > 0)
		return numbers.slice(0, 3).map((y) => ({ ...mean(y), ...line }));
	const [fine, coarse] = stepsOf(time);
	const isFew = coarse !== null && time.extent !== null && countSteps(time.extent, coarse) <= 24;
	const counted: ChartSpec[] = [
		{ ...count, ...line, step: fine },
		...(coarse === null ? [] : [{ ...count, ...line, mark: isFew ? ('bar' as const) : line.mark, step: coarse }]),
	];
	return [...counted, ...numbers.slice(0, 1).map((y): ChartSpec => ({ ...mean(y), ...line, step: fine }))];
}

/** A detailed step, and one for an overview. */
function stepsOf({ extent }: SampledColumn): [TimeStep, TimeStep | null] {
	if (extent === null) return ['day', 'month'];
	const fine = fittingStep(extent);
	const coarser = (['day', 'month', 'year'] as const).filter(
		(candidate) => countSteps(extent, candidate) < countSteps(extent, fine),
	);
	return [fine, coarser.find((candidate) => countSteps(extent, candidate) >= 2) ?? null];
}

/** "delay by distance": the first column is the subject, the next one explains it. */
function ofNumbers([y, x]: readonly SampledColumn[], rowCount: number): ChartSpec[] {
	if (x === undefined || y === undefined) return [];
	const mark = rowCount > defaultLimit('dot') ? 'heat' : 'dot';
	const points: ChartSpec = { ...mean(y), mark, x: x.name, limit: defaultLimit(mark) };
	return rowCount > 500 ? [points, { ...mean(y), mark: 'line', x: x.name }] : [points];
}

const hasLabel = (categories: readonly SampledColumn[], rowCount: number): boolean =>
	rowCount <= maxLabels && categories.some((category) => category.isUnique);

const maxLabels = 5_000;

function byCategory(
	categories: readonly SampledColumn[],
	numbers: readonly SampledColumn[],
	rowCount: number,
): ChartSpec[] {
	const repeated = categories.find((category) => !category.isUnique && category.distinct > 1);
	const label = rowCount <= maxLabels ? categories.find((category) => category.isUnique) : undefined;
	const bar = 'bar' as const;
	const named = label === undefined ? [] : numbers.slice(0, 2).map((y) => ({ ...mean(y), mark: bar, x: label.name }));
	if (repeated === undefined) return named;
	return [
		...named,
		{ ...count, mark: bar, x: repeated.name },
		...numbers.slice(0, 1).map((y) => ({ ...mean(y), mark: bar, x: repeated.name })),
	];
}

/** Keys and names can still be counted. */
const lastResort = (columns: readonly SampledColumn[]): ChartSpec[] =>
	columns.slice(0, 1).map((column) => ({ ...count, mark: 'bar', x: column.name }));
