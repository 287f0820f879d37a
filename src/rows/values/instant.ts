/** A point in time: seconds, plus nanoseconds (0 to 999,999,999). */
export interface Instant {
	readonly seconds: number;
	readonly nanos: number;
	readonly shape: 'date' | 'time' | 'duration';
}

const date =
	/^([+-]?\d{4,})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?( \(?BC\)?)?$/;
const time = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/;
const duration =
	/^P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?)(\d+)(?:\.(\d{1,9}))?S)?)?$/;

/**
 * Parses a date, timestamp, time of day or duration (ISO 8601, optionally with a space for the T); null for other text.
 * A month of a duration counts as 30 days, as in databases.
 */
export function instantOf(text: string): Instant | null {
	const trimmed = text.trim();
	if (/^-?infinity$/i.test(trimmed)) {
		const seconds = trimmed.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
		return { seconds, nanos: 0, shape: 'date' };
	}
	return dateInstant(trimmed) ?? timeInstant(trimmed) ?? durationInstant(trimmed);
}

function dateInstant(text: string): Instant | null {
	const match = date.exec(text);
	if (match === null) return null;
	const [, year, month, day, hour = '0', minute = '0', second = '0', fraction, zone, bc] = match;
	const years = bc === undefined ? Number(year) : 1 - Number(year);
	const days = daysFrom(years, Number(month), Number(day));
	if (days === null) return null;
	const clock = clockSeconds(hour, minute, second);
	if (clock === null) return null;
	return { seconds: days * 86_400 + clock - offsetOf(zone), nanos: nanosOf(fraction), shape: 'date' };
}

function timeInstant(text: string): Instant | null {
	const match = time.exec(text);
	if (match === null) return null;
	const [, hour = '', minute = '', second = '0', fraction, zone] = match;
	const clock = clockSeconds(hour, minute, second);
	return clock === null ? null : { seconds: clock - offsetOf(zone), nanos: nanosOf(fraction), shape: 'time' };
}

function durationInstant(text: string): Instant | null {
	const match = duration.exec(text);
	if (match === null || text === 'P' || text.endsWith('T')) return null;
	const [, years = 0, months = 0, days = 0, hours = 0, minutes = 0, minus = '', seconds = 0, fraction] = match;
	const allDays = (Number(years) * 12 + Number(months)) * 30 + Number(days);
	const factor = minus === '-' ? -1 : 1;
	const whole = allDays * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + factor * Number(seconds);
	const nanos = factor * nanosOf(fraction);
	return { seconds: nanos < 0 ? whole - 1 : whole, nanos: nanos < 0 ? nanos + 1e9 : nanos, shape: 'duration' };
}

function clockSeconds(hour: string, minute: string, second: string): number | null {
	const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
	return hours > 24 || minutes > 59 || seconds > 60 ? null : hours * 3_600 + minutes * 60 + seconds;
}

const nanosOf = (fraction: string | undefined): number =>
	fraction === undefined ? 0 : Number(fraction.padEnd(9, '0'));

/** Seconds east of UTC. */
function offsetOf(zone: string | undefined): number {
	if (zone === undefined || zone === 'Z') return 0;
	const digits = zone.slice(1).replace(':', '');
	const seconds = Number(digits.slice(0, 2)) * 3_600 + Number(digits.slice(2, 4) || '0') * 60;
	return zone.startsWith('-') ? -seconds : seconds;
}

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days since 1970 of a proleptic Gregorian date (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"). */
function daysFrom(year: number, month: number, day: number): number | null {
	if (month < 1 || month > 12 || day < 1 || day > (monthDays[month - 1] ?? 0)) return null;
	if (month === 2 && day === 29 && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0))) return null;
	const shifted = month <= 2 ? year - 1 : year;
	const era = Math.floor(shifted / 400);
	const yearOfEra = shifted - era * 400;
	const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
	return (
		era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
	);
}
