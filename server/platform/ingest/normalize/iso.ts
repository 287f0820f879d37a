const two = (n: number): string => String(n).padStart(2, '0');

/** `2024-03-05`; null if that day doesn't exist. */
export function isoDate(year: number, month: number, day: number): string | null {
	const date = new Date(Date.UTC(year, month - 1, day));
	date.setUTCFullYear(year);
	const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	return same && year >= 1 && year <= 9999 ? `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` : null;
}

/** `14:30` or `14:30:05`; null if that time doesn't exist. @param half `a` or `p` on a twelve-hour clock */
export function isoTime(hour: string, minute: string, second?: string, half?: string): string | null {
	const twelve = half !== undefined;
	const given = Number(hour);
	if (twelve && (given < 1 || given > 12)) return null;
	const hours = twelve ? (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : given;
	if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
	return [hours, Number(minute), ...(second === undefined ? [] : [Number(second)])].map(two).join(':');
}
