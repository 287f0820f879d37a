import { type CalendarUnit, groupAt, groupStart, ticks } from '#lib/calendar.ts';
import { type TimeStep, timeSteps } from './query.ts';

const length: Readonly<Record<TimeStep, number>> = {
	...ticks,
	week: 7 * ticks.day,
	month: 30.44 * ticks.day,
	quarter: 91.3 * ticks.day,
	year: 365.25 * ticks.day,
};

const parts: Partial<Record<TimeStep, { readonly unit: CalendarUnit; readonly multiple: number }>> = {
	week: { unit: 'day', multiple: 7 },
	quarter: { unit: 'month', multiple: 3 },
};
const partsOf = (step: TimeStep) => parts[step] ?? { unit: step as CalendarUnit, multiple: 1 };

/** Start of the step that contains a time, in UTC ms since 1970. `after`: number of steps to add. */
export function floorTime(at: number, step: TimeStep, after = 0): number {
	const { unit, multiple } = partsOf(step);
	return groupStart(groupAt(at, unit, multiple) + after, unit, multiple);
}

/** Approximate number of steps between two times. */
export const countSteps = ([from, to]: readonly [number, number], step: TimeStep): number =>
	(to - from) / length[step] + 1;

/** The finest step with at most `most` groups. */
export const fittingStep = (extent: readonly [number, number], maxSteps = 120): TimeStep =>
	timeSteps.find((step) => countSteps(extent, step) <= maxSteps) ?? 'year';

/** Label of a group: "2001-03-14", "2001-03". */
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
			// Labels are unique.
			return iso.replace('T', ' ').replace(/(?:(?: 00:00:00)?\.000)?Z$/, '');
	}
}
