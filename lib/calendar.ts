/** Units from fine to coarse, each made of whole ones of the unit before. Times are UTC, in ms since 1970. */
export const units = ['second', 'minute', 'hour', 'day', 'month', 'year'] as const;
export type CalendarUnit = (typeof units)[number];

/** ms of the units that have a fixed length. */
export const ticks = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The number of the unit, counted from 1970 (years as they are), that a time is in. */
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
	// Date.UTC takes years below 100 for those of the last century
	return new Date(0).setUTCFullYear(year, unit === 'year' ? 0 : index - year * 12, 1);
}

/** Weeks begin on Mondays, and 1970 on a Thursday. */
const shiftOf = (unit: CalendarUnit, multiple: number): number => (unit === 'day' && multiple === 7 ? 3 : 0);

/** The number of the group of `multiple` units that a time is in. */
export const groupAt = (at: number, unit: CalendarUnit, multiple: number): number =>
	Math.floor((unitAt(at, unit) + shiftOf(unit, multiple)) / multiple);

export const groupStart = (group: number, unit: CalendarUnit, multiple: number): number =>
	unitStart(group * multiple - shiftOf(unit, multiple), unit);
