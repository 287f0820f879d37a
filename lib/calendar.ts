/** From fine to coarse; each is a whole multiple of the previous one. Times are UTC, in ms since 1970. */
export const units = ['second', 'minute', 'hour', 'day', 'month', 'year'] as const;
export type CalendarUnit = (typeof units)[number];

/** Length of the fixed-length units, in ms. */
export const ticks = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Index of the unit that contains a time, counted from 1970 (years: the year itself). */
export function unitAt(at: number, unit: CalendarUnit): number {
	if (unit === 'month' || unit === 'year') {
		const date = new Date(at);
		const year = date.getUTCFullYear();
		return unit === 'year' ? year : year * 12 + date.getUTCMonth();
	}
	return Math.floor(at / ticks[unit]);
}

export function unitStart(index: number, unit: CalendarUnit): number {
	if (unit !== 'month' && unit !== 'year') return index * ticks[unit];
	const year = unit === 'year' ? index : Math.floor(index / 12);
	// Date.UTC would map years below 100 to 19xx.
	return new Date(0).setUTCFullYear(year, unit === 'year' ? 0 : index - year * 12, 1);
}

/** Weeks start on Monday; 1970 started on a Thursday. */
const shiftOf = (unit: CalendarUnit, multiple: number): number => (unit === 'day' && multiple === 7 ? 3 : 0);

/** Index of the group of `multiple` units that contains a time. */
export const groupAt = (at: number, unit: CalendarUnit, multiple: number): number =>
	Math.floor((unitAt(at, unit) + shiftOf(unit, multiple)) / multiple);

export const groupStart = (group: number, unit: CalendarUnit, multiple: number): number =>
	unitStart(group * multiple - shiftOf(unit, multiple), unit);
