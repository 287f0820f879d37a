import * as Plot from '@observablehq/plot';
import { isAmount } from '#lib/text/amounts.ts';
import { roundedText } from '#lib/text/rounded-text.ts';
import type { Aggregation, DataPoint } from '../../rows/index.ts';
import { areMonths } from './chart-labels.ts';
import { type ChartSpec, isAdditive, isByRow, valueName } from './chart-spec.ts';
import type { ChartColors } from './colors.ts';

export interface Paper {
	readonly width: number;
	/** Categories take as much height as they need, in px. */
	readonly height: number;
	readonly colors: ChartColors;
}

type Options = Plot.PlotOptions & { marks: Plot.Markish[] };

/** Draws a chart with inlined colors and fonts. */
export function drawPicture(spec: ChartSpec, data: Aggregation, paper: Paper): SVGSVGElement {
	const { colors, width } = paper;
	const options = data.xRole === 'category' ? categoryOptions(spec, data, paper) : axisOptions(spec, data, paper);
	const drawn = Plot.plot({
		width,
		style: { background: 'transparent', color: colors.text, fontSize: '12px', fontFamily },
		color: {
			type: spec.mark === 'heat' ? 'sqrt' : 'ordinal',
			...(spec.mark === 'heat' ? { range: [...colors.ramp], label: 'Rows' } : seriesColors(spec, data, colors)),
		},
		...options,
	});
	// With a color scale, Plot may return a figure around the SVG.
	const svg = drawn instanceof SVGSVGElement ? drawn : drawn.querySelector('svg');
	if (svg === null) throw new Error('The chart is empty. Choose other columns.');
	// The content security policy blocks style elements without a nonce. The page's own CSS has these few rules.
	for (const style of svg.querySelectorAll('style')) style.remove();
	// The chart has one accessible name, so its groups need none.
	for (const part of svg.querySelectorAll('g[aria-label]')) {
		part.setAttribute('data-part', part.getAttribute('aria-label') ?? '');
		part.removeAttribute('aria-label');
	}
	svg.setAttribute('font-family', fontFamily);
	return svg;
}

export const fontFamily =
	'system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", "Helvetica Neue", Arial, sans-serif';

const seriesColors = ({ series }: ChartSpec, data: Aggregation, colors: ChartColors) => ({
	domain: [...data.series],
	range: colors.series.slice(0, Math.max(1, data.series.length)),
	label: series,
});

/** Horizontal bars, so category names are readable. */
function categoryOptions(spec: ChartSpec, data: Aggregation, { colors, width }: Paper): Options {
	const { points } = data;
	const names = [...new Set(points.map((point) => String(point.x)))];
	const longest = Math.max(...names.map((name) => name.length), 1);
	const isStacked = spec.series === null || isAdditive(spec.aggregate);
	const fill = spec.series === null ? (colors.series[0] ?? colors.text) : seriesOf;
	const channels = { x: 'y', y: 'x', fill } as const;
	const label = valueName(spec, data.isPlain);
	const ticks = numberTicks(width, spec.series === null ? wholeMost(points) : null);
	return {
		height: names.length * 22 + 48,
		marginLeft: Math.min(Math.round(width * 0.4), Math.min(longest, longestName) * 7 + 16),
		marginTop: 8,
		marginBottom: 40,
		marginRight: 24,
		x: { label, grid: true, nice: true, ...ticks, ...plainTicks(formatsOf(spec, data).y) },
		y: { domain: names, label: null, tickFormat: shortened, tickSize: 0 },
		marks: [
			Plot.gridX({ stroke: colors.line, strokeOpacity: 1, ...ticks }),
			isStacked
				? Plot.barX(points, { ...channels, insetTop: 2, insetBottom: 2, ...tip(spec, data, colors) })
				: Plot.dot(points, { ...channels, r: 5, ...tip(spec, data, colors) }),
			Plot.ruleX([0], { stroke: colors.muted }),
		],
	};
}

function axisOptions(spec: ChartSpec, data: Aggregation, { colors, width, height }: Paper): Options {
	const { points, xRole } = data;
	const isTime = xRole === 'time';
	const at = (value: number | string | null) => (isTime ? new Date(Number(value)) : Number(value));
	const first = colors.series[0] ?? colors.text;
	const stroke = spec.series === null ? first : seriesOf;
	const start = (point: DataPoint) => at(point.x);
	const middle = (point: DataPoint) =>
		point.xEnd === null || isTime ? at(point.x) : (Number(point.x) + point.xEnd) / 2;
	const end = (point: DataPoint) => at(point.xEnd ?? point.x);
	const formats = formatsOf(spec, data);
	const tips = tip(spec, data, colors);
	const marks: Record<ChartSpec['mark'], () => Plot.Markish[]> = {
		line: () => [
			Plot.lineY(points, { x: middle, y: 'y', stroke, strokeWidth: 1.75, ...tips }),
			...(points.length <= 60 ? [Plot.dot(points, { x: middle, y: 'y', fill: stroke, r: 2.5 })] : []),
		],
		area: () => [
			Plot.areaY(points, { x: middle, y: 'y', fill: stroke, fillOpacity: spec.series === null ? 0.35 : 0.7, ...tips }),
			...(spec.series === null ? [Plot.lineY(points, { x: middle, y: 'y', stroke, strokeWidth: 1.75 })] : []),
		],
		bar: () => [
			points.some((point) => point.xEnd !== null)
				? Plot.rectY(points, { x1: start, x2: end, y: 'y', fill: stroke, insetLeft: 0.5, insetRight: 0.5, ...tips })
				: Plot.ruleX(points, { x: start, y: 'y', stroke, strokeWidth: 3, ...tips }),
		],
		dot: () => [
			Plot.dot(points, {
				x: start,
				y: 'y',
				stroke,
				fill: stroke,
				fillOpacity: 0.35,
				r: points.length > 500 ? 2 : 3,
				...(spec.series === null ? {} : { symbol: seriesOf }),
				...tips,
			}),
		],
		heat: () => [Plot.rect(points, { x1: start, x2: end, y1: 'y', y2: 'yEnd', fill: 'rows', inset: 0, ...tips })],
	};
	// Bars and areas start at zero: a value half as large must look half as large.
	const isFromZero =
		spec.mark === 'bar' || spec.mark === 'area' || (spec.mark === 'line' && isAdditive(spec.aggregate));
	return {
		height,
		marginLeft: 64,
		marginTop: 24,
		marginBottom: 40,
		marginRight: 24,
		x: {
			label: spec.x,
			...(isTime
				? { type: 'utc', ...(areMonths(points, width) ? { ticks: 'month' } : {}) }
				: { ...numberTicks(width), ...plainTicks(formats.x) }),
		},
		y: {
			label: spec.mark === 'dot' || spec.mark === 'heat' ? spec.y : valueName(spec, data.isPlain),
			nice: true,
			zero: isFromZero,
			...plainTicks(formats.y),
		},
		marks: [
			Plot.gridY({ stroke: colors.line, strokeOpacity: 1 }),
			...marks[spec.mark](),
			...(isFromZero ? [Plot.ruleY([0], { stroke: colors.muted })] : []),
		],
	};
}

const seriesOf = (point: DataPoint) => point.series;

type Format = ((value: number) => string) | true;

/** How years and identifiers are written; true for amounts, which have thousands separators. */
function formatsOf(spec: ChartSpec, { points, xRole }: Aggregation): Readonly<Record<'x' | 'y', Format>> {
	const formatOf = (name: string | null, axis: 'x' | 'y'): Format =>
		name === null || points.some((point) => isAmount(name, String(point[axis])))
			? true
			: (value) => roundedText(String(value), name);
	const isAddedUp = !isByRow(spec) && isAdditive(spec.aggregate);
	return { x: formatOf(xRole === 'number' ? spec.x : null, 'x'), y: formatOf(isAddedUp ? null : spec.y, 'y') };
}

const plainTicks = (format: Format) =>
	format === true ? {} : { tickFormat: (value: number) => (Number.isInteger(value) ? format(value) : '') };

/** @param most largest of a few whole numbers, so there are no ticks between them */
const numberTicks = (width: number, most: number | null = null) => {
	const ticks = Math.max(3, Math.floor(width / 110));
	return most !== null && most < ticks
		? { ticks: Array.from({ length: most + 1 }, (_, index) => index), tickFormat: 'd' }
		: { ticks };
};

/** The largest value if all are non-negative integers, otherwise null. */
const wholeMost = (points: readonly DataPoint[]): number | null =>
	points.every(({ y }) => Number.isSafeInteger(y) && Number(y) >= 0)
		? Math.max(0, ...points.map(({ y }) => Number(y)))
		: null;

const longestName = 28;
const shortened = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name);

function tip(spec: ChartSpec, data: Aggregation, colors: ChartColors) {
	const formats = formatsOf(spec, data);
	return {
		tip: {
			...{ fill: colors.paper, stroke: colors.muted, textColor: colors.text },
			format: data.xRole === 'category' ? { x: formats.y } : formats,
		},
		...(data.isPlain || spec.aggregate === 'count' || spec.mark === 'heat'
			? {}
			: { channels: { Rows: { value: 'rows', label: 'Rows' } } }),
	};
}
