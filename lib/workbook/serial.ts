import type { NumberKind } from './number-format.ts';

const day = 86_400_000;
/** Days from 1899-12-31 and from 1904-01-01 to 1970-01-01. */
const [from1900, from1904] = [25_568, 24_107];
const lastSerial = 2_958_466;
/** A time of day with more days than this is a time on a date, of which only the time is shown. */
const maxDays = 367;

export interface SerialValue {
	readonly kind: 'number' | 'date' | 'time' | 'duration' | 'text';
	/** A date and time are separated by a T. */
	readonly text: string;
}

/** Reads a number with the format of a date, time or duration. Spreadsheets count days and regard 1900 as a leap year. */
export function readSerial(serial: number, kind: NumberKind, is1904: boolean): SerialValue | null {
	if (kind === 'number' || !Number.isFinite(serial)) return null;
	if (kind === 'duration') return { kind, text: durationOf(serial) };
	if (serial < 0 || serial >= lastSerial) return null;
	if (kind === 'time' && serial < 1) return { kind, text: clockOf(Math.min(Math.round(serial * day), day - 1)) };
	if (kind === 'time' && serial < maxDays) return { kind: 'duration', text: durationOf(serial) };
	const ms = Math.round(serial * day);
	const [days, rest] = [Math.floor(ms / day), ms % day];
	const of = (date: string): string => `${date}T${clockOf(rest)}`;
	if (is1904) return { kind: 'date', text: of(isoDate(days - from1904)) };
	// These days don't exist, but spreadsheets show them like this.
	if (days === 0 || days === 60) {
		const date = days === 0 ? '1900-01-00' : '1900-02-29';
		return { kind: 'text', text: rest === 0 ? date : of(date) };
	}
	return { kind: 'date', text: of(isoDate(days - from1900 - (days > 60 ? 1 : 0))) };
}

const isoDate = (days: number): string => new Date(days * day).toISOString().slice(0, 10);

const two = (part: number): string => String(part).padStart(2, '0');

/** `07:30:00`, with a fraction of a second only if there is one. */
function clockOf(ms: number): string {
	const [seconds, fraction] = [Math.floor(ms / 1_000), ms % 1_000];
	const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
	const behind = fraction === 0 ? '' : `.${String(fraction).padStart(3, '0').replace(/0+$/, '')}`;
	return `${two(hours)}:${two(minutes)}:${two(seconds % 60)}${behind}`;
}

const durationOf = (serial: number): string => {
	const ms = Math.round(Math.abs(serial) * day);
	return `${serial < 0 && ms > 0 ? '-' : ''}${clockOf(ms)}`;
};
