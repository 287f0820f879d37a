import { countOf, formatCount } from '../../lib/format.ts';
import { type Aggregation, maxSeries } from '../../rows/index.ts';
import { type ChartSpec, isByRow } from './chart-spec.ts';

/** Describes what is drawn and what isn't: "All 20,000 rows in 90 places. 12 rows without a value are left out." */
export function aboutDrawing(spec: ChartSpec, data: Aggregation): string {
	const { points, total, leftOut, every, categories, allSeries } = data;
	const rows = countOf(total, 'row');
	const plotted = leftOut === 0 && total !== 1 ? `All ${rows}` : countOf(total - leftOut, 'row');
	const sentences: string[] = [];
	if (every !== null) {
		sentences.push(
			`${formatCount(points.length)} of ${rows} drawn (every ${ordinal(every)} row). Use a density chart to show all.`,
		);
	} else if (spec.mark === 'heat') {
		const max = Math.max(0, ...points.map((point) => point.rows));
		sentences.push(`${plotted} plotted.`);
		if (max > 0) sentences.push(`The densest cell has ${countOf(max, 'row')}.`);
	} else if (isByRow(spec)) sentences.push(`${countOf(points.length, 'row')} drawn.`);
	else if (categories !== null) {
		const shown = new Set(points.map((point) => point.x)).size;
		sentences.push(
			`All ${rows} read. Showing the top ${formatCount(shown)} of ${formatCount(categories)} values of ${spec.x}.`,
		);
	} else if (data.isPlain) sentences.push(`${countOf(points.length, 'value')} from ${rows}, not aggregated.`);
	else sentences.push(`${plotted} aggregated into ${countOf(points.length, 'value')}.`);
	if (allSeries !== null) {
		sentences.push(`Showing the ${maxSeries} most frequent of ${formatCount(allSeries)} values of ${spec.series}.`);
	}
	if (leftOut > 0) {
		sentences.push(
			`Not shown: ${countOf(leftOut, 'row')} without a value to plot${allSeries === null ? '' : ', or in another series'}.`,
		);
	}
	return sentences.join(' ');
}

function ordinal(count: number): string {
	const tens = count % 100;
	const ending = tens >= 11 && tens <= 13 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[count % 10] ?? 'th');
	return `${count}${ending}`;
}

/** Whether values are of a few months: an axis that has room for their names doesn't need weeks. @param width px */
export function areMonths(points: Aggregation['points'], width: number): boolean {
	const times = new Set(points.map(({ x }) => Number(x)));
	const isFirst = (time: number) => Number.isFinite(time) && new Date(time).toISOString().endsWith('-01T00:00:00.000Z');
	return times.size > 1 && times.size * monthWidth <= width && [...times].every(isFirst);
}
/** px */
const monthWidth = 48;
