import { type TimeStep, timeSteps } from './query.ts';

const length: Readonly<Record<TimeStep, number>> = {
	second: 1_000,
	minute: 60_000,
	hour: 3_600_000,
	day: 86_400_000,
	week: 7 * 86_400_000,
	month: 30.44 * 86_400_000,
	quarter: 91.3 * 86_400_000,
	year: 365.25 * 86_400_000,
};

/** 1970 began on a Thursday; weeks begin on Monday. */
const monday = 4 * length.day;

/** The beginning of the step that a time is in, UTC, ms since 1970. */
export function floorTime(at: number, step: TimeStep): number {
	if (step === 'week') return Math.floor((at - monday) / length.week) * length.week + monday;
	if (step !== 'month' && step !== 'quarter' && step !== 'year') return Math.floor(at / length[step]) * length[step];
	const date = new Date(at);
	const month = date.getUTCMonth();
	const first = step === 'year' ? 0 : step === 'quarter' ? month - (month % 3) : month;
	return utc(date.getUTCFullYear(), first);
}

/** The beginning of the step after. */
export function nextTime(start: number, step: TimeStep): number {
	const months = { month: 1, quarter: 3, year: 12 }[step as 'month'];
	if (months === undefined) return start + length[step];
	const date = new Date(start);
	return utc(date.getUTCFullYear(), date.getUTCMonth() + months);
}

/** Years below 100 too, which Date.UTC takes for others. */
function utc(year: number, month: number): number {
	const date = new Date(0);
	date.setUTCFullYear(year, month, 1);
	return date.getTime();
}

/** About how many steps lie between two times. */
export const countSteps = ([from, to]: readonly [number, number], step: TimeStep): number =>
	(to - from) / length[step] + 1;

/** The finest step that gives at most `most` places. */
export const fittingStep = (extent: readonly [number, number], most = 120): TimeStep =>
	timeSteps.find((it) => countSteps(extent, it) <= most) ?? 'year';

/** "14 Mar 2001", "Mar 2001": a place's name. */
export function timeName(at: number, step: TimeStep | null): string {
	const iso = new Date(at).toISOString();
	switch (step) {
		case 'year':
			return iso.slice(0, 4);
		case 'quarter':
			return `${iso.slice(0, 4)} Q${new Date(at).getUTCMonth() / 3 + 1}`;
		case 'month':
			return iso.slice(0, 7);
		case 'week':
		case 'day':
			return iso.slice(0, 10);
		default:
			// No two times have one name.
			return iso.replace('T', ' ').replace(/(?:(?: 00:00:00)?\.000)?Z$/, '');
	}
}
