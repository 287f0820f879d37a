import { type CalendarUnit, groupAt, groupStart, ticks } from '#lib/calendar.ts';

/** Edges of a histogram: one more than it has bins. `texts` are in the form that filters accept. */
export interface Edges {
	readonly at: readonly number[];
	readonly texts: readonly string[];
}

const maxBins = 24;
const factors = [1, 2, 5];

/**
 * At most two dozen bins of equal, round width, without gaps. Edges are the nearest doubles, and a number's bin is determined by comparing with them,
 * so a filter by them finds exactly as many rows.
 * @param isWhole no bin is narrower than 1 then
 */
export function numberEdges(least: number, most: number, isWhole: boolean): Edges {
	const lowest = isWhole
		? 0
		: Math.max(-20, Math.floor(Math.log10(Math.max(Math.abs(least), Math.abs(most), Number.MIN_VALUE))) - 17);
	const farthest = Math.max(Math.abs(least), Math.abs(most));
	const range = Math.max((most - least) / maxBins, Number.MIN_VALUE);
	for (let exponent = Math.max(lowest, Math.floor(Math.log10(range))); ; exponent += 1) {
		// Narrower bins are beyond double precision.
		if (farthest > 1e15 * edge(1, exponent)) continue;
		for (const factor of factors) {
			const from = indexOf(least, exponent, factor);
			const count = indexOf(most, exponent, factor) - from + 1;
			if (count > maxBins) continue;
			const at = Array.from({ length: count + 1 }, (_, bin) => edge((from + bin) * factor, exponent));
			return { at, texts: at.map(String) };
		}
	}
}

/** The nearest number to `index` times a power of ten. */
const edge = (index: number, exponent: number): number => Number(`${index}e${exponent}`);

function indexOf(value: number, exponent: number, factor: number): number {
	let index = Math.floor((exponent < 0 ? value * 10 ** -exponent : value / 10 ** exponent) / factor);
	if (edge((index + 1) * factor, exponent) <= value) index += 1;
	else if (edge(index * factor, exponent) > value) index -= 1;
	return index;
}

const steps: readonly (readonly [unit: CalendarUnit, multiples: readonly number[]])[] = [
	['second', [1, 5, 10, 30]],
	['minute', [1, 5, 15, 30]],
	['hour', [1, 3, 6, 12]],
	['day', [1, 7]],
	['month', [1, 3]],
	['year', [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000]],
];

/** Formats of times: dates, local timestamps, instants with `Z`, times of day. */
export type TimeForm = 'date' | 'clock' | 'utc' | 'time';

/** Bins by calendar units: seconds, days, weeks from Monday, months, years. @param least and `most`: ms since 1970 */
export function timeEdges(least: number, most: number, form: TimeForm): Edges {
	for (const [unit, multiples] of steps) {
		if (form === 'date' && (unit === 'second' || unit === 'minute' || unit === 'hour')) continue;
		for (const multiple of multiples) {
			const from = groupAt(least, unit, multiple);
			const count = groupAt(most, unit, multiple) - from + 1;
			if (count > maxBins) continue;
			const at = Array.from({ length: count + 1 }, (_, bin) => groupStart(from + bin, unit, multiple));
			return { at, texts: at.map((edge) => timeText(edge, form)) };
		}
	}
	throw new Error('There are no bins for times outside the years 0000–9999.');
}

function timeText(at: number, form: TimeForm): string {
	const iso = new Date(at).toISOString();
	if (form === 'date') return iso.slice(0, iso.indexOf('T'));
	if (form === 'time') return at >= ticks.day ? '24:00:00' : iso.slice(11, 19);
	return form === 'utc' ? iso.replace('.000', '') : iso.slice(0, iso.indexOf('.'));
}
