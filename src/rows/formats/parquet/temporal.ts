/** Parquet times as ISO 8601 text, exact at any size. JavaScript's Date has only milliseconds and ends in the year 275760. */

export const perSecond = { MILLIS: 1_000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n } as const;
const digits = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;

export type Unit = keyof typeof perSecond;

/** DuckDB's infinities: this number and its negative. */
export const endOfDays = 2_147_483_647;
export const endOfTime = 9_223_372_036_854_775_807n;

/** Formats days since 1970-01-01 as `2024-02-29`. Years beyond four digits have a sign. */
export function dateText(days: number): string {
	if (days === endOfDays) return 'infinity';
	if (days === -endOfDays) return '-infinity';
	return civil(days);
}

/** Formats a time of day as `12:34:56.789`, without trailing zeros. */
export function timeText(ticks: bigint, unit: Unit): string {
	const second = perSecond[unit];
	return clock(Number(ticks / second)) + fraction(ticks % second, digits[unit]);
}

/** For ticks that fit in a double, numbers are exact and much faster. */
function nearTimestampText(ticks: number, unit: Unit): string {
	const second = Number(perSecond[unit]);
	const seconds = Math.floor(ticks / second);
	const rest = ticks - seconds * second;
	const days = Math.floor(seconds / 86_400);
	return `${civil(days)}T${clock(seconds - days * 86_400)}${fraction(rest, digits[unit])}`;
}

/** Formats ticks since 1970. `utc`: an instant with `Z`; otherwise a local time. */
export function timestampText(ticks: bigint, unit: Unit, utc: boolean): string {
	if (ticks === endOfTime) return 'infinity';
	if (ticks === -endOfTime) return '-infinity';
	const near = Number(ticks);
	if (Number.isSafeInteger(near)) return `${nearTimestampText(near, unit)}${utc ? 'Z' : ''}`;
	const day = perSecond[unit] * 86_400n;
	const days = ticks >= 0n ? ticks / day : (ticks - day + 1n) / day;
	return `${civil(Number(days))}T${timeText(ticks - days * day, unit)}${utc ? 'Z' : ''}`;
}

/** A 12-byte interval (months, days, milliseconds; little-endian) as an ISO 8601 duration. */
export function intervalText(bytes: Uint8Array): string {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const months = view.getInt32(0, true);
	const days = view.getInt32(4, true);
	const millis = view.getInt32(8, true);
	const size = Math.abs(millis);
	const seconds = `${Math.floor(size / 1_000) % 60}${fraction(size % 1_000, digits.MILLIS)}`;
	const minus = millis < 0 ? '-' : '';
	const date = part(Math.trunc(months / 12), 'Y') + part(months % 12, 'M') + part(days, 'D');
	const hours = Math.floor(size / 3_600_000);
	const minutes = Math.floor(size / 60_000) % 60;
	const time =
		(hours === 0 ? '' : `${minus}${hours}H`) +
		(minutes === 0 ? '' : `${minus}${minutes}M`) +
		(seconds === '0' ? '' : `${minus}${seconds}S`);
	return date === '' && time === '' ? 'PT0S' : `P${date}${time === '' ? '' : `T${time}`}`;
}

const clock = (seconds: number): string =>
	[Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
/** Decimal digits without trailing zeros; empty if there are none. */
const fraction = (ticks: number | bigint, length: number): string =>
	Number(ticks) === 0 ? '' : `.${String(ticks).padStart(length, '0').replace(/0+$/, '')}`;
const part = (value: number, letter: string): string => (value === 0 ? '' : `${value}${letter}`);
const two = (value: number): string => String(value).padStart(2, '0');

/** Converts days since 1970 to a proleptic Gregorian date (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"). */
function civil(days: number): string {
	const shifted = days + 719_468;
	const era = Math.floor(shifted / 146_097);
	const dayOfEra = shifted - era * 146_097;
	const yearOfEra = Math.floor(
		(dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
	);
	const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
	const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
	const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
	const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
	return `${year(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))}-${two(month)}-${two(day)}`;
}

const year = (value: number): string =>
	value >= 0 && value <= 9_999
		? String(value).padStart(4, '0')
		: `${value < 0 ? '-' : '+'}${String(Math.abs(value)).padStart(value < 0 ? 4 : 5, '0')}`;
